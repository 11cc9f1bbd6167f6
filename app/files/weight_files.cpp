#include "app/files/weight_files.h"

#include "core/base/files.h"
#include "core/base/npy.h"
#include "core/captures/tensors/tensor_files.h"
#include "core/model/gguf/dequantise.h"
#include "core/model/gguf/gguf_header.h"

#include <cctype>
#include <cmath>
#include <functional>
#include <map>

namespace rope {

namespace {

constexpr std::int64_t readColumns = 512;
constexpr std::int64_t maximumRows = 1 << 17;

/// A projection in a file, and how its rows are read.
struct Projection {
    std::string name;
    std::int64_t rows = 0;
    std::int64_t columns = 0;
    std::function<Result<RowMatrixF>(std::int64_t columns)> read;
};

/// Projections of queries and keys by layer.
struct Layer {
    std::optional<Projection> query;
    std::optional<Projection> key;
};
using Layers = std::map<int, Layer>;

enum class Part { None, Query, Key };

Part partOf(const std::string& name)
{
    for (const char* ending : {"q_proj.weight", "attn_q.weight", "wq.weight", "query.weight"})
        if (name.ends_with(ending))
            return Part::Query;
    for (const char* ending : {"k_proj.weight", "attn_k.weight", "wk.weight", "key.weight"})
        if (name.ends_with(ending))
            return Part::Key;
    return Part::None;
}

/// The first number in a name: that of the layer, 0 where there is none.
int layerOf(const std::string& name)
{
    std::size_t i = 0;
    while (i < name.size() && !(std::isdigit(static_cast<unsigned char>(name[i])) != 0 && i > 0 && name[i - 1] == '.'))
        ++i;
    int layer = 0;
    for (; i < name.size() && std::isdigit(static_cast<unsigned char>(name[i])) != 0 && layer < 100000; ++i)
        layer = 10 * layer + (name[i] - '0');
    return layer;
}

void place(Layers& layers, Projection projection)
{
    const Part part = partOf(projection.name);
    Layer& layer = layers[layerOf(projection.name)];
    (part == Part::Query ? layer.query : layer.key) = std::move(projection);
}

/// Rows of which each begins `stride` bytes after the last.
Result<RowMatrixF> readRows(std::int64_t rows, std::int64_t columns, std::uint64_t first, std::uint64_t stride,
                            std::uint64_t bytes,
                            const std::function<Result<std::string>(std::uint64_t, std::uint64_t)>& read,
                            const std::function<std::vector<float>(const std::string&)>& decode)
{
    RowMatrixF matrix(rows, columns);
    for (std::int64_t row = 0; row < rows; ++row) {
        const Result<std::string> piece = read(first + static_cast<std::uint64_t>(row) * stride, bytes);
        if (!piece)
            return tl::unexpected(piece.error());
        const std::vector<float> values = decode(*piece);
        for (std::int64_t column = 0; column < columns; ++column) {
            const float value = values[static_cast<std::size_t>(column)];
            matrix(row, column) = std::isfinite(value) ? value : 0.0F;
        }
    }
    return matrix;
}

Result<RowMatrixF> firstColumns(const Tensor& tensor, std::int64_t columns)
{
    Result<TensorValues> values = readTensor(tensor, {{0, tensor.shape[0]}, {0, columns}});
    if (!values)
        return tl::unexpected(values.error());
    return std::visit(
        [&](const auto& list) {
            using Number = typename std::decay_t<decltype(list)>::value_type;
            using Matrix = Eigen::Matrix<Number, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
            return RowMatrixF(Eigen::Map<const Matrix>(list.data(), tensor.shape[0], columns)
                                  .unaryExpr([](Number value) { return std::isfinite(value) ? value : Number{0}; })
                                  .template cast<float>());
        },
        *values);
}

Result<Layers> tensorLayers(const std::string& path)
{
    const Result<std::vector<Tensor>> tensors = openTensors(path);
    if (!tensors)
        return tl::unexpected(tensors.error());
    Layers layers;
    for (const Tensor& each : *tensors)
        if (partOf(each.name) != Part::None && each.shape.size() == 2 && !isInteger(each.type) && !isComplex(each.type))
            place(layers, {each.name, each.shape[0], each.shape[1], [each](std::int64_t columns) {
                               return firstColumns(each, columns);
                           }});
    return layers;
}

Result<GgufHeader> readGgufHeaderOf(ByteSource& file, const std::string& path)
{
    Result<GgufHeader> header;
    for (const std::uint64_t bytes : {std::uint64_t{1} << 20U, std::uint64_t{maximumGgufHeaderBytes}}) {
        const Result<std::string> start = bytesOf(file, 0, bytes);
        if (!start)
            return tl::unexpected(start.error());
        header = parseGgufHeader(*start);
        if (header || !isCutOff(header.error()) || bytes >= file.size())
            break;
    }
    if (!header)
        return refuse(path, describe(header.error()));
    if (header->bigEndian)
        return refuse(path, "is a big-endian GGUF file; only little-endian weights are read");
    return header;
}

/// A tensor of a GGUF file as a projection; refused where it leaves the file or its type is not read.
Result<Projection> ggufProjection(const GgufTensor& tensor, const GgufHeader& header, const std::string& path,
                                  const std::shared_ptr<ByteSource>& file)
{
    const std::uint64_t size = file->size();
    const std::optional<GgmlBlock> block = ggmlBlock(tensor.type);
    if (!block)
        return refuse(path, tensor.name + " has type " + std::to_string(tensor.type) +
                                " of ggml, which is not read; F32, F16, BF16, Q8_0, Q4_0, Q4_K, Q5_K and Q6_K are");
    const std::uint64_t limit = std::uint64_t{1} << 32U;
    if (tensor.shape.size() != 2 || tensor.shape[0] == 0 || tensor.shape[1] == 0 || tensor.shape[0] > limit ||
        tensor.shape[1] > maximumRows || tensor.shape[0] % block->values != 0)
        return refuse(path, tensor.name + " is no matrix of whole blocks");
    const std::uint64_t stride = tensor.shape[0] / block->values * block->bytes;
    const std::uint64_t first = header.dataOffset + tensor.offset;
    if (tensor.offset > size || first > size || stride * tensor.shape[1] > size - first)
        return refuse(path, tensor.name + " lies beyond the end of the file");
    const auto rows = static_cast<std::int64_t>(tensor.shape[1]);
    return Projection{tensor.name, rows, static_cast<std::int64_t>(tensor.shape[0]),
                      [=, type = tensor.type, values = block->values, bytes = block->bytes](std::int64_t columns) {
                          const std::uint64_t blocks = (static_cast<std::uint64_t>(columns) + values - 1) / values;
                          return readRows(
                              rows, columns, first, stride, blocks * bytes,
                              [&](std::uint64_t at, std::uint64_t count) { return bytesOf(*file, at, count); },
                              [&](const std::string& piece) { return dequantised(type, piece); });
                      }};
}

Result<Layers> ggufLayers(const std::string& path)
{
    const Result<std::shared_ptr<ByteSource>> file = openFileSource(path, "a .gguf file");
    if (!file)
        return tl::unexpected(file.error());
    const Result<GgufHeader> header = readGgufHeaderOf(**file, path);
    if (!header)
        return tl::unexpected(header.error());
    Layers layers;
    for (const GgufTensor& tensor : header->projections) {
        if (partOf(tensor.name) == Part::None || layers.contains(layerOf(tensor.name) - 1))
            continue; // a few layers are enough
        Result<Projection> projection = ggufProjection(tensor, *header, path, *file);
        if (!projection)
            return tl::unexpected(projection.error());
        place(layers, *std::move(projection));
    }
    return layers;
}

Result<Layers> layersOf(const std::string& path)
{
    return path.ends_with(".gguf") ? ggufLayers(path) : tensorLayers(path);
}

Result<ProjectionRows> readBoth(const std::string& name, const Projection& a, const Projection& b)
{
    if (a.rows != b.rows || a.columns != b.columns || a.rows > maximumRows)
        return refuse(b.name, "has shape " + shapeText({b.rows, b.columns}) + " and " + a.name + " " +
                                  shapeText({a.rows, a.columns}) + "; both must be alike, of at most 131072 rows");
    const std::int64_t columns = std::min(a.columns, readColumns);
    Result<RowMatrixF> first = a.read(columns);
    if (!first)
        return tl::unexpected(first.error());
    Result<RowMatrixF> second = b.read(columns);
    if (!second)
        return tl::unexpected(second.error());
    return ProjectionRows{name, *std::move(first), *std::move(second)};
}

} // namespace

Result<std::vector<ProjectionRows>> readProjections(const std::string& first, const std::string& second)
{
    const Result<Layers> a = layersOf(first);
    if (!a)
        return tl::unexpected(a.error());
    const Result<Layers> b = layersOf(second);
    if (!b)
        return tl::unexpected(b.error());
    for (const auto& [number, layer] : *a) {
        const auto other = b->find(number);
        if (!layer.query || !layer.key || other == b->end() || !other->second.query || !other->second.key)
            continue;
        std::vector<ProjectionRows> projections;
        for (const auto& [name, one, two] : {std::tuple{"q_proj", &*layer.query, &*other->second.query},
                                             {"k_proj", &*layer.key, &*other->second.key}}) {
            Result<ProjectionRows> rows = readBoth(name, *one, *two);
            if (!rows)
                return tl::unexpected(rows.error());
            projections.push_back(*std::move(rows));
        }
        return projections;
    }
    return refuse(second, "shares no layer with " + first +
                              " whose query and key projections both stand alone (q_proj and k_proj, attn_q and "
                              "attn_k, wq and wk); fused ones are not read");
}

} // namespace rope

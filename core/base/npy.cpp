#include "core/base/npy.h"

#include "core/base/files.h"
#include "core/base/npy_header.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <cstring>
#include <fstream>
#include <numeric>

namespace rope {

namespace {

constexpr std::size_t headerAlignment = 64;

template <class Value> Value valueAt(const char* bytes, bool bigEndian)
{
    char copy[sizeof(Value)];
    std::memcpy(copy, bytes, sizeof(Value));
    if (bigEndian != (std::endian::native == std::endian::big))
        std::reverse(copy, copy + sizeof(Value));
    Value value;
    std::memcpy(&value, copy, sizeof(Value));
    return value;
}

/// Where the values of a file stand in C order: index c of the array is value index(c) of the file.
class FileOrder {
public:
    explicit FileOrder(const NpyHeader& header)
        : shape_(header.shape)
        , fortran_(header.fortranOrder && header.shape.size() > 1)
    {}

    std::size_t index(std::size_t c) const
    {
        if (!fortran_)
            return c;
        std::size_t strides = 1; // of the Fortran array, from its first axis on
        for (const std::int64_t length : shape_)
            strides *= static_cast<std::size_t>(length);
        std::size_t result = 0;
        for (std::size_t axis = shape_.size(); axis-- > 0;) {
            const auto length = static_cast<std::size_t>(shape_[axis]);
            strides /= length;
            result += c % length * strides;
            c /= length;
        }
        return result;
    }

private:
    const std::vector<std::int64_t>& shape_;
    bool fortran_;
};

template <class Value, class Stored = Value>
std::vector<Value> readValues(std::string_view data, const NpyHeader& header)
{
    std::vector<Value> values(static_cast<std::size_t>(header.count));
    const FileOrder order(header);
    for (std::size_t i = 0; i < values.size(); ++i) {
        const Stored stored = valueAt<Stored>(data.data() + order.index(i) * sizeof(Stored), header.bigEndian);
        values[i] = static_cast<Value>(stored);
    }
    return values;
}

/// "<f4" and the like.
std::string typeOf(const NpyArray& array)
{
    constexpr const char* types[] = {"<f4", "<f8", "<i4", "<i8"};
    return types[array.values.index()];
}

} // namespace

std::string shapeText(const std::vector<std::int64_t>& shape)
{
    std::string text = "(";
    for (const std::int64_t length : shape)
        text += std::to_string(length) + ", ";
    if (shape.size() > 1)
        text.resize(text.size() - 2);
    else
        text.resize(text.size() - 1);
    return text + ")";
}

namespace {

template <class Value> void appendLittleEndian(std::string& bytes, const std::vector<Value>& values)
{
    const std::size_t start = bytes.size();
    bytes.resize(start + values.size() * sizeof(Value));
    if constexpr (std::endian::native == std::endian::little) {
        if (!values.empty())
            std::memcpy(bytes.data() + start, values.data(), values.size() * sizeof(Value));
    } else {
        for (std::size_t i = 0; i < values.size(); ++i) {
            const Value swapped = valueAt<Value>(reinterpret_cast<const char*>(&values[i]), false);
            std::memcpy(bytes.data() + start + i * sizeof(Value), &swapped, sizeof(Value));
        }
    }
}

template <class Matrix> std::string matrixBytes(const Matrix& matrix)
{
    using Value = typename Matrix::Scalar;
    return npyBytes(
        NpyArray{{matrix.rows(), matrix.cols()}, std::vector<Value>(matrix.data(), matrix.data() + matrix.size())});
}

/// Fills bytes from `first` on with what comes next in the file; false when that is too little.
bool readNext(std::ifstream& file, std::string& bytes, std::size_t first)
{
    const auto wanted = static_cast<std::streamsize>(bytes.size() - first);
    file.read(bytes.data() + first, wanted);
    return file.gcount() == wanted;
}

/// What an NpyArray cannot hold.
Result<void> requireKept(const NpyHeader& header, const std::string& name)
{
    const bool real = header.kind == 'f' || (header.kind == 'i' && header.itemSize >= 4);
    if (!real)
        return refuse(name, "its values are of another kind than float16, float32, float64, int32 and int64");
    if (header.shape.empty())
        return refuse(name, "it is a single number, without axes");
    return header.shape.size() <= 4 ? Result<void>{} : refuse(name, "it has more than four axes");
}

constexpr double largestValue = 1e150; ///< products of two rows of such values stay finite

} // namespace

std::int64_t NpyArray::count() const
{
    return std::accumulate(shape.begin(), shape.end(), std::int64_t{1}, std::multiplies<>());
}

std::vector<double> NpyArray::asDoubles() const
{
    return std::visit([](const auto& list) { return std::vector<double>(list.begin(), list.end()); }, values);
}

Result<NpyArray> parseNpy(std::string_view bytes, const std::string& name)
{
    const Result<NpyHeader> header = parseNpyHeader(bytes, bytes.size(), name);
    if (!header)
        return tl::unexpected(header.error());
    if (const Result<void> kept = requireKept(*header, name); !kept)
        return tl::unexpected(kept.error());
    const std::string_view data = bytes.substr(header->dataStart);
    NpyArray array{header->shape, {}};
    if (header->kind == 'f' && header->itemSize == 2)
        array.values = readValues<float, Eigen::half>(data, *header);
    else if (header->kind == 'f' && header->itemSize == 4)
        array.values = readValues<float>(data, *header);
    else if (header->kind == 'f')
        array.values = readValues<double>(data, *header);
    else if (header->itemSize == 4)
        array.values = readValues<std::int32_t>(data, *header);
    else
        array.values = readValues<std::int64_t>(data, *header);
    return array;
}

Result<NpyArray> readNpy(const std::string& path)
{
    const Result<std::uint64_t> size = ordinaryFileSize(path, "an .npy file");
    if (!size)
        return tl::unexpected(size.error());
    std::ifstream file(path, std::ios::binary);
    if (!file)
        return refuse(path, "cannot be opened; is it yours to read?");
    std::string bytes(std::min<std::uint64_t>(*size, maximumNpyHeaderEnd), '\0');
    if (!readNext(file, bytes, 0))
        return failMachine(path, "cannot be read to its end");
    if (const Result<NpyHeader> header = parseNpyHeader(bytes, *size, path); !header)
        return tl::unexpected(header.error());
    const std::size_t known = bytes.size();
    bytes.resize(*size);
    if (!readNext(file, bytes, known))
        return failMachine(path, "cannot be read to its end");
    return parseNpy(bytes, path);
}

std::string npyHeader(const NpyArray& array)
{
    std::string text =
        "{'descr': '" + typeOf(array) + "', 'fortran_order': False, 'shape': " + shapeText(array.shape) + ", }";
    const std::size_t prefix = 10;
    text.append(headerAlignment - 1 - (prefix + text.size()) % headerAlignment, ' ');
    text += '\n';
    const char start[] = {'\x93',
                          'N',
                          'U',
                          'M',
                          'P',
                          'Y',
                          1,
                          0,
                          static_cast<char>(text.size() & 0xff),
                          static_cast<char>(text.size() >> 8)};
    return std::string(start, prefix) + text;
}

std::string npyBytes(const NpyArray& array)
{
    std::string bytes = npyHeader(array);
    std::visit(
        [&](const auto& values) {
            assert(static_cast<std::int64_t>(values.size()) == array.count());
            appendLittleEndian(bytes, values);
        },
        array.values);
    return bytes;
}

std::string npyBytes(const RowMatrix& matrix)
{
    return matrixBytes(matrix);
}

std::string npyBytes(const RowMatrixF& matrix)
{
    return matrixBytes(matrix);
}

Result<RowMatrix> matrixOf(const NpyArray& array, const std::string& name)
{
    if (array.shape.size() != 2 || array.count() == 0)
        return refuse(name, "its shape is " + shapeText(array.shape) + "; a (T, d) array with T, d >= 1 is needed");
    if (array.isInteger())
        return refuse(name, "its values are integers; float32 or float64 is needed");
    const std::vector<double> values = array.asDoubles();
    const auto broken =
        std::find_if(values.begin(), values.end(), [](double v) { return !(std::abs(v) <= largestValue); });
    if (broken != values.end())
        return refuse(name, "value " + std::to_string(broken - values.begin()) + " is " +
                                (std::isfinite(*broken) ? "beyond 1e150, too large for a score" : "not finite"));
    return RowMatrix(Eigen::Map<const RowMatrix>(values.data(), array.shape[0], array.shape[1]));
}

Result<std::vector<std::int64_t>> integersOf(const NpyArray& array, const std::string& name)
{
    if (!array.isInteger())
        return refuse(name, "its values are not integers; positions are int32 or int64");
    if (const auto* narrow = std::get_if<std::vector<std::int32_t>>(&array.values))
        return std::vector<std::int64_t>(narrow->begin(), narrow->end());
    return std::get<std::vector<std::int64_t>>(array.values);
}

} // namespace rope

#include "core/lab/content_file.h"

#include "core/lab/captured.h"
#include "core/npy.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <system_error>
#include <utility>

namespace rope {
namespace {

namespace files = std::filesystem;

Result<void> requireHead(int layer, int head, std::int64_t layers, std::int64_t heads)
{
    if (layer < 0 || layer >= layers)
        return refuse("sequence.file_layer",
                      "there is no layer " + std::to_string(layer) + "; the file has " + std::to_string(layers));
    if (head < 0 || head >= heads)
        return refuse("sequence.file_head",
                      "there is no head " + std::to_string(head) + "; the file has " + std::to_string(heads));
    return {};
}

/// One head of a (layer, place, head, channel) array. `share`: query heads per head of this array.
Result<RowMatrixF> headOf(const NpyArray& array, int layer, int head, std::int64_t share)
{
    const std::int64_t heads = array.shape[2];
    if (const Result<void> there = requireHead(layer, head, array.shape[0], heads * share); !there)
        return tl::unexpected(there.error());
    const std::vector<double> values = array.asDoubles();
    RowMatrixF rows(array.shape[1], array.shape[3]);
    for (Eigen::Index place = 0; place < rows.rows(); ++place) {
        const auto row = static_cast<std::size_t>((layer * array.shape[1] + place) * heads + head / share);
        const double* first = values.data() + row * static_cast<std::size_t>(rows.cols());
        rows.row(place) = Eigen::Map<const Eigen::RowVectorXd>(first, rows.cols()).cast<float>();
    }
    return rows;
}

Result<RowMatrixF> rowsOf(const NpyArray& array, const std::string& name, int layer, int head, std::int64_t share)
{
    if (array.shape.size() == 4)
        return array.count() > 0 ? headOf(array, layer, head, share) : refuse(name, "the array is empty");
    return matrixOf(array, name).map([](const RowMatrix& rows) { return RowMatrixF(rows.cast<float>()); });
}

/// How many query heads look at one head of the keys; 0 where that is no whole number.
std::int64_t headsPerKey(const NpyArray& queries, const NpyArray& keys)
{
    if (queries.shape.size() != 4 || keys.shape.size() != 4)
        return 1;
    const std::int64_t heads = keys.shape[2];
    return heads > 0 && queries.shape[2] % heads == 0 ? queries.shape[2] / heads : 0;
}

Result<ContentFile> fromCapture(const std::string& id, int layer, int head)
{
    const Result<Capture> capture = loadCapture(id);
    if (!capture)
        return tl::unexpected(capture.error());
    if (const Result<void> there = requireHead(layer, head, capture->layers, capture->queryHeads); !there)
        return tl::unexpected(there.error());
    return ContentFile{capturedQueries(*capture, layer, head).cast<float>(),
                       capturedKeys(*capture, layer, head).cast<float>(), false};
}

Result<ContentFile> fromFiles(const std::string& file, int layer, int head)
{
    const Result<NpyArray> queries = readNpy(file);
    if (!queries)
        return tl::unexpected(queries.error());
    Result<RowMatrixF> queryRows = rowsOf(*queries, file, layer, head, 1);
    if (!queryRows)
        return tl::unexpected(queryRows.error());
    const std::string keyFile = keyFileOf(file);
    std::error_code ignored;
    if (keyFile.empty() || !files::exists(keyFile, ignored))
        return ContentFile{*queryRows, *queryRows, true};
    const Result<NpyArray> keys = readNpy(keyFile);
    if (!keys)
        return tl::unexpected(keys.error());
    const std::int64_t share = headsPerKey(*queries, *keys);
    if (share == 0)
        return refuse(keyFile, "its number of heads must divide that of the queries");
    Result<RowMatrixF> keyRows = rowsOf(*keys, keyFile, layer, head, share);
    if (!keyRows)
        return tl::unexpected(keyRows.error());
    if (keyRows->rows() != queryRows->rows() || keyRows->cols() != queryRows->cols())
        return refuse(keyFile, "its shape must be that of the queries");
    return ContentFile{std::move(*queryRows), std::move(*keyRows), false};
}

} // namespace

std::string keyFileOf(const std::string& queryFile)
{
    constexpr std::array<std::pair<std::string_view, std::string_view>, 4> names{
        {{"queries", "keys"}, {"query", "key"}, {"_q", "_k"}, {"q", "k"}}};
    const files::path path(queryFile);
    std::string stem = path.stem().string();
    for (const auto& [query, key] : names) {
        const bool isWhole = query == "q";
        if (isWhole ? stem != query : !std::string_view(stem).ends_with(query))
            continue;
        stem.replace(stem.size() - query.size(), query.size(), key);
        return (path.parent_path() / (stem + path.extension().string())).string();
    }
    return {};
}

Result<ContentFile> readContentFile(const std::string& file, int layer, int head)
{
    const std::vector<std::string> captures = captureIds();
    if (std::find(captures.begin(), captures.end(), file) != captures.end())
        return fromCapture(file, layer, head);
    return fromFiles(file, layer, head);
}

} // namespace rope

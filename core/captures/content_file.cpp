#include "core/captures/content_file.h"

#include "core/base/files.h"
#include "core/base/npy.h"
#include "core/captures/content_names.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <system_error>
#include <utility>

namespace rope {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t largestFile = std::uint64_t{1} << 30;
constexpr std::int64_t mostLayers = 1024;
constexpr std::int64_t mostHeads = 1024;
constexpr std::int64_t mostChannels = 4096;
constexpr std::int64_t mostPlaces = 10'000'000;

const char* const axesWanted =
    "wanted are (position, channel), (position, head, channel) or (layer, position, head, channel)";

/// One array: its sizes and its values, layer, place, head, channel.
struct HeadArray {
    int layers = 0;
    int places = 0;
    int heads = 0;
    int channels = 0;
    std::vector<float> values;
};

Result<void> requireReadable(const std::string& path)
{
    const Result<std::uint64_t> bytes = ordinaryFileSize(path, "an .npy file");
    if (!bytes)
        return tl::unexpected(bytes.error());
    if (*bytes > largestFile)
        return refuse(path, "it is larger than 1 GiB; save the layers or positions of interest alone");
    return {};
}

std::vector<float> asFloats(NpyArray& array)
{
    if (auto* floats = std::get_if<std::vector<float>>(&array.values))
        return std::move(*floats);
    const auto& doubles = std::get<std::vector<double>>(array.values);
    std::vector<float> values(doubles.size());
    std::ranges::transform(doubles, values.begin(), [](double value) { return static_cast<float>(value); });
    return values;
}

Result<HeadArray> headArray(NpyArray array, const std::string& path)
{
    if (array.isInteger())
        return refuse(path, "its values are integers; queries and keys are floats");
    std::vector<std::int64_t> shape = array.shape;
    if (shape.size() == 2)
        shape.insert(shape.begin() + 1, 1);
    if (shape.size() == 3)
        shape.insert(shape.begin(), 1);
    if (shape.size() != 4 || array.count() == 0 || shape[0] > mostLayers || shape[1] > mostPlaces ||
        shape[2] > mostHeads || shape[3] > mostChannels)
        return refuse(path, "its shape is " + shapeText(array.shape) + "; " + axesWanted);
    HeadArray result{static_cast<int>(shape[0]),
                     static_cast<int>(shape[1]),
                     static_cast<int>(shape[2]),
                     static_cast<int>(shape[3]),
                     {}};
    result.values = asFloats(array);
    const auto broken = std::ranges::find_if(result.values, [](float value) { return !std::isfinite(value); });
    if (broken != result.values.end())
        return refuse(path, "value " + std::to_string(broken - result.values.begin()) + " is not a finite float32");
    return result;
}

Result<HeadArray> readHeads(const std::string& path)
{
    if (const Result<void> readable = requireReadable(path); !readable)
        return tl::unexpected(readable.error());
    Result<NpyArray> array = readNpy(path);
    if (!array)
        return tl::unexpected(array.error());
    return headArray(std::move(*array), path);
}

Result<void> requireKeysFit(const HeadArray& queries, const HeadArray& keys, const ContentPaths& paths)
{
    const auto sizes = [](const HeadArray& array) {
        return shapeText({array.layers, array.places, array.heads, array.channels});
    };
    const bool alike =
        queries.layers == keys.layers && queries.places == keys.places && queries.channels == keys.channels;
    if (alike && queries.heads % keys.heads == 0)
        return {};
    return refuse(paths.keys, "its (layer, position, head, channel) " + sizes(keys) +
                                  " do not fit those of the queries, " + sizes(queries) +
                                  "; only the number of heads may differ, and must divide theirs");
}

/// Mean square of every channel; row layer * heads + head.
RowMatrix channelEnergy(const std::vector<float>& values, const Capture& capture, int heads)
{
    RowMatrix energy = RowMatrix::Zero(capture.layers * heads, capture.headDim);
    const float* row = values.data();
    for (int layer = 0; layer < capture.layers; ++layer)
        for (int place = 0; place < capture.places; ++place)
            for (int head = 0; head < heads; ++head, row += capture.headDim)
                energy.row(layer * heads + head) +=
                    Eigen::Map<const Eigen::RowVectorXf>(row, capture.headDim).cast<double>().cwiseAbs2();
    return energy / static_cast<double>(capture.places);
}

std::shared_ptr<const ContentFile> withEnergy(ContentFile content)
{
    content.queryEnergy = channelEnergy(content.capture.queries, content.capture, content.capture.queryHeads);
    content.keyEnergy = channelEnergy(content.capture.keys, content.capture, content.capture.keyHeads);
    return std::make_shared<const ContentFile>(std::move(content));
}

Result<std::shared_ptr<const ContentFile>> openCapture(const std::string& id)
{
    Result<Capture> capture = loadCapture(id);
    if (!capture) {
        std::string known;
        for (const std::string& each : captureIds())
            known += (known.empty() ? "" : ", ") + std::string(capturePrefix) + each;
        return refuse(std::string(capturePrefix) + id, "there is no such capture; there are " + known);
    }
    ContentFile content;
    content.queryName = content.keyName = capture->title;
    content.builtIn = true;
    content.capture = std::move(*capture);
    return withEnergy(std::move(content));
}

Result<std::shared_ptr<const ContentFile>> openArrays(const ContentPaths& paths)
{
    Result<HeadArray> queries = readHeads(paths.queries);
    if (!queries)
        return tl::unexpected(queries.error());
    ContentFile content;
    content.sharedArray = paths.keys == paths.queries;
    Result<HeadArray> keys = content.sharedArray ? *queries : readHeads(paths.keys);
    if (!keys)
        return tl::unexpected(keys.error());
    if (const Result<void> fit = requireKeysFit(*queries, *keys, paths); !fit)
        return tl::unexpected(fit.error());
    content.queryName = fs::path(paths.queries).filename().string();
    content.keyName = fs::path(paths.keys).filename().string();
    Capture& capture = content.capture;
    capture.title = content.queryName;
    capture.layers = queries->layers;
    capture.places = queries->places;
    capture.queryHeads = queries->heads;
    capture.keyHeads = keys->heads;
    capture.headDim = queries->channels;
    capture.queries = std::move(queries->values);
    capture.keys = std::move(keys->values);
    return withEnergy(std::move(content));
}

FileStamp stampOf(const std::string& path)
{
    std::error_code failed;
    const fs::file_time_type written = fs::last_write_time(path, failed);
    const std::uintmax_t bytes = failed ? 0 : fs::file_size(path, failed);
    return {path, failed ? fs::file_time_type::min() : written, bytes};
}

std::vector<FileStamp> stampsOf(const std::string& source)
{
    if (source.starts_with(capturePrefix))
        return {{source, {}, 0}};
    const ContentPaths paths = contentPaths(source);
    return {stampOf(paths.queries), stampOf(paths.keys)};
}

} // namespace

Result<std::shared_ptr<const ContentFile>> openContent(const std::string& source)
{
    return source.starts_with(capturePrefix) ? openCapture(source.substr(capturePrefix.size()))
                                             : openArrays(contentPaths(source));
}

Result<std::shared_ptr<const ContentFile>> ContentShelf::open(const std::string& source)
{
    std::vector<FileStamp> stamps = stampsOf(source);
    const auto found = std::ranges::find(entries_, stamps, &Entry::stamps);
    if (found != entries_.end())
        return found->content;
    auto content = openContent(source);
    if (!content)
        return content;
    entries_.insert(entries_.begin(), Entry{std::move(stamps), *content});
    if (entries_.size() > mostKept)
        entries_.pop_back();
    return content;
}

} // namespace rope

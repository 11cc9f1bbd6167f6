#include "core/captures/captured.h"

#include "core/base/npy.h"
#include "core/base/resources.h"

#include <cassert>
#include <nlohmann/json.hpp>

namespace rope {
namespace {

using nlohmann::json;

/// The embedded files are part of the program: what they hold is ours to get right, and checked by tests.
json embeddedJson(const std::string& name)
{
    return json::parse(resource("data/" + name), nullptr, false);
}

json captureList()
{
    return embeddedJson("captures.json");
}

RowMatrix headRows(const std::vector<float>& values, const Capture& capture, int layer, int head, int heads)
{
    RowMatrix rows(capture.places, capture.headDim);
    for (int place = 0; place < capture.places; ++place) {
        const auto row = static_cast<std::size_t>((layer * capture.places + place) * heads + head);
        const float* first = values.data() + row * static_cast<std::size_t>(capture.headDim);
        rows.row(place) = Eigen::Map<const Eigen::RowVectorXf>(first, capture.headDim).cast<double>();
    }
    return rows;
}

/// A float32 array of four axes: layer, place, head, channel.
Result<NpyArray> readArray(const std::string& file)
{
    Result<NpyArray> array = parseNpy(resource("data/" + file), file);
    if (array && (array->shape.size() != 4 || !std::holds_alternative<std::vector<float>>(array->values)))
        return refuse(file, "must be float32 of (layer, place, head, channel)");
    return array;
}

Result<void> readArrays(Capture& capture, const json& files)
{
    Result<NpyArray> queries = readArray(files["queries"]);
    Result<NpyArray> keys = readArray(files["keys"]);
    if (!queries || !keys)
        return tl::unexpected(queries ? keys.error() : queries.error());
    capture.layers = static_cast<int>(queries->shape[0]);
    capture.places = static_cast<int>(queries->shape[1]);
    capture.queryHeads = static_cast<int>(queries->shape[2]);
    capture.keyHeads = static_cast<int>(keys->shape[2]);
    capture.headDim = static_cast<int>(queries->shape[3]);
    capture.queries = std::get<std::vector<float>>(std::move(queries->values));
    capture.keys = std::get<std::vector<float>>(std::move(keys->values));
    return {};
}

void readDescription(Capture& capture, const json& entry)
{
    capture.id = entry["id"];
    capture.title = entry["title"];
    capture.note = entry["note"];
    capture.licence = entry["licence"];
    capture.layout = entry["layout"] == "half" ? PairLayout::HalfSplit : PairLayout::Interleaved;
    capture.base = entry["base"];
    capture.trainedContext = entry["trained_context"];
    capture.tokens = embeddedJson(entry["files"]["tokens"].get<std::string>())["tokens"];
    for (const json& head : entry["heads"])
        capture.heads.push_back({head["layer"], head["head"], head["kind"]});
}

} // namespace

std::vector<std::string> captureIds()
{
    std::vector<std::string> ids;
    for (const json& entry : captureList())
        ids.push_back(entry["id"]);
    return ids;
}

std::vector<CaptureName> captureNames()
{
    std::vector<CaptureName> names;
    for (const json& entry : captureList())
        names.push_back({entry["id"], entry["title"], entry["note"]});
    return names;
}

Result<Capture> loadCapture(std::string_view id)
{
    for (const json& entry : captureList()) {
        if (entry["id"] != id)
            continue;
        Capture capture;
        readDescription(capture, entry);
        if (const Result<void> read = readArrays(capture, entry["files"]); !read)
            return tl::unexpected(read.error());
        return capture;
    }
    return refuse(std::string(id), "is not a capture that comes with the program");
}

RowMatrix capturedQueries(const Capture& capture, int layer, int head)
{
    assert(layer >= 0 && layer < capture.layers && head >= 0 && head < capture.queryHeads);
    return headRows(capture.queries, capture, layer, head, capture.queryHeads);
}

RowMatrix capturedKeys(const Capture& capture, int layer, int queryHead)
{
    assert(layer >= 0 && layer < capture.layers && queryHead >= 0 && queryHead < capture.queryHeads);
    const int share = capture.queryHeads / capture.keyHeads;
    return headRows(capture.keys, capture, layer, queryHead / share, capture.keyHeads);
}

std::string headKind(const Capture& capture, int layer, int head)
{
    for (const HeadKind& known : capture.heads)
        if (known.layer == layer && known.head == head)
            return known.kind;
    return {};
}

Eigen::VectorXd pairEnergy(const RowMatrix& rows, PairLayout layout)
{
    const int dim = static_cast<int>(rows.cols());
    const Eigen::VectorXd channel = rows.colwise().squaredNorm() / static_cast<double>(rows.rows());
    Eigen::VectorXd energy(dim / 2);
    for (int pair = 0; pair < dim / 2; ++pair) {
        const PairChannels channels = pairChannels(layout, dim, pair);
        energy[pair] = channel[channels.first] + channel[channels.second];
    }
    return energy;
}

} // namespace rope

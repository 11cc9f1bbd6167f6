#include "core/captures/measured_loss.h"

#include "core/base/resources.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace rope {
namespace {

LossCurve curveFrom(const std::string& scheme, const nlohmann::json& entry)
{
    return {scheme,      entry.value("s", 1.0),    entry["loss"],
            entry["se"], entry["minus_reference"], entry["minus_reference_se"]};
}

} // namespace

std::string measuredLossCaption()
{
    return "Measured on held-out text with a transformer of 3.3 million parameters trained at 128 tokens, without "
           "fine-tuning; the errors are over 64 blocks of text. One seed of one small model: what larger models do, "
           "only their own evaluation can tell.";
}

Result<MeasuredLoss> measuredLoss(std::int64_t length)
{
    const auto json = nlohmann::ordered_json::parse(resource("data/tinylm_extension.json"), nullptr, false);
    const std::string key = std::to_string(length);
    if (json.is_discarded() || !json["lengths"].contains(key))
        return refuse("length", "was measured at 128, 256, 512 and 1024 tokens, not at " + key);
    MeasuredLoss measured;
    measured.length = length;
    for (const std::int64_t edge : json["bucket_edges"])
        if (edge <= length)
            measured.edges.push_back(edge);
    for (const auto& [scheme, entry] : json["lengths"][key].items())
        measured.curves.push_back(curveFrom(scheme, entry));
    return measured;
}

std::optional<LossCurve> curveOf(const MeasuredLoss& measured, std::string_view scheme)
{
    const auto found = std::ranges::find(measured.curves, scheme, &LossCurve::scheme);
    return found == measured.curves.end() ? std::nullopt : std::optional(*found);
}

} // namespace rope

#include "core/model/inspection.h"

#include "core/base/plain_text.h"
#include "core/schemes/registry.h"
#include "core/state/derived.h"
#include "core/state/layer_fields.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace rope {
namespace {

std::string number(double value)
{
    return std::isfinite(value) ? nlohmann::json(value).dump() : "null";
}

std::string whole(double value)
{
    const bool isWhole = value == std::floor(value) && std::abs(value) < 1e15;
    return isWhole ? std::to_string(static_cast<long long>(value)) : number(value);
}

std::string jsonWord(std::string_view text)
{
    return nlohmann::json(std::string(text)).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

void addParameters(const ModelFile& file, std::size_t index, InspectedPart& part)
{
    const RotarySettings& rotary = file.model.layers[index];
    for (const auto& [id, value] : rotary.parameters)
        part.parameters.push_back({id, whole(value), originOf(file, index, "scheme." + id)});
}

InspectedPart partOf(const ModelFile& file, std::size_t index)
{
    const RotarySettings& rotary = file.model.layers[index];
    const auto schedule = scheduleOf(rotary, 0);
    InspectedPart part{.name = rotary.layerType.empty() ? "attention" : rotary.layerType,
                       .layers = index < file.parts.size() ? file.parts[index].layers : std::vector<int>{},
                       .rotates = rotary.rotates,
                       .values = {},
                       .parameters = {}};
    const auto add = [&](const char* name, std::string text) {
        part.values.push_back({name, std::move(text), originOf(file, index, name)});
    };
    add("head_dim", std::to_string(rotary.headDim));
    add("rotary_dim", std::to_string(rotary.rotaryDim));
    add("pairing", jsonWord(idOf(rotary.pairing)));
    add("base", whole(rotary.base));
    add("scheme", jsonWord(rotary.scheme));
    add("attention_factor", schedule ? whole(schedule->attentionFactor) : "null");
    add("softmax_scale_factor", schedule ? whole(schedule->softmaxScaleFactor) : "null");
    add("original_context", whole(rotary.originalContext));
    add("maximum_context", whole(rotary.maximumContext));
    addParameters(file, index, part);
    return part;
}

} // namespace

std::vector<InspectedPart> inspect(const ModelFile& file)
{
    std::vector<InspectedPart> parts;
    for (std::size_t index = 0; index < file.model.layers.size(); ++index)
        parts.push_back(partOf(file, index));
    return parts;
}

std::map<std::string, Origin> originsOf(const ModelFile& file, std::size_t part, const RotarySettings& shown)
{
    ModelFile changed = file;
    changed.model.layers[part] = shown;
    const InspectedPart was = partOf(file, part);
    const InspectedPart is = partOf(changed, part);
    std::map<std::string, Origin> origins;
    const auto add = [&](const std::vector<InspectedValue>& now, const std::vector<InspectedValue>& before,
                         const std::string& prefix) {
        for (const InspectedValue& value : now) {
            const bool same = std::ranges::any_of(
                before, [&](const InspectedValue& old) { return old.name == value.name && old.text == value.text; });
            origins[prefix + value.name] = same ? value.origin : Origin{"set by hand", Origin::Kind::Rule};
        }
    };
    add(is.values, was.values, "");
    add(is.parameters, was.parameters, "scheme.");
    return origins;
}

std::string describe(const Origin& origin)
{
    return origin.text + " (" + std::string(kindName(origin.kind)) +
           (origin.authority.empty() ? "" : "; " + origin.authority) + ")";
}

std::string layerStrip(const InspectedPart& part, int layerCount)
{
    if (part.layers.empty())
        return "";
    const int count = part.name == visionPart ? 0 : layerCount; // a tower has layers of its own
    std::string strip(static_cast<std::size_t>(std::max(count, part.layers.back() + 1)), '.');
    for (const int layer : part.layers)
        strip[static_cast<std::size_t>(layer)] = '#';
    return strip;
}

std::string rangesOf(const std::vector<int>& layers)
{
    std::string text;
    for (std::size_t i = 0; i < layers.size();) {
        std::size_t last = i;
        while (last + 1 < layers.size() && layers[last + 1] == layers[last] + 1)
            ++last;
        text += (text.empty() ? "" : ", ") + std::to_string(layers[i]) +
                (last > i ? "-" + std::to_string(layers[last]) : "");
        i = last + 1;
    }
    return text;
}

} // namespace rope

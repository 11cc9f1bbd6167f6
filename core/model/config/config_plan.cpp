#include "core/model/config/config_plan.h"

#include "core/base/json_text.h"
#include "core/base/plain_text.h"
#include "core/schemes/support.h"

#include <algorithm>

namespace rope {
namespace {

constexpr std::size_t maximumLayers = 4096;
constexpr std::size_t maximumLayerTypes = 16;

/// A rope dictionary and where it stands; nullptr when the file has none.
struct RopeDictionary {
    const nlohmann::json* object = nullptr;
    std::string path;
};

bool isGiven(const nlohmann::json& value)
{
    return !value.is_null() && !(value.is_object() && value.empty());
}

/// rope_scaling or rope_parameters; a text, number or list in its place fails.
RopeDictionary ropeDictionary(const ConfigContext& context)
{
    const ConfigKeys& config = context.config;
    RopeDictionary found;
    for (const std::string_view key : {"rope_scaling", "rope_parameters"}) {
        const nlohmann::json* value = config.peek(key);
        if (value == nullptr)
            continue;
        if (!value->is_object()) {
            config.fail(key, "is " + shortJson(*value) +
                                 R"(; it must be null or an object such as {"rope_type": "linear", "factor": 4.0})");
            continue;
        }
        config.note(key, isGiven(*value) ? "rope dictionary" : "empty, so no scaling");
        if (!isGiven(*value))
            continue;
        if (found.object == nullptr)
            found = {value, config.path(key)};
        else if (*found.object != *value)
            config.log().warn("Both rope_scaling and rope_parameters are given and differ; rope_scaling wins.");
    }
    return found;
}

/// Whether a key of a rope dictionary may name a kind of layers: it is none of those that every dictionary has.
bool namesLayers(const std::string& key)
{
    return key != "rope_theta" && key != "rope_type" && key != "type" && key != "factor";
}

/// Whether the dictionary holds one for each kind of layers. Then every other entry must be null or one too.
bool isPerLayer(const ConfigContext& context, const RopeDictionary& rope)
{
    bool hasDictionary = false;
    for (const auto& [key, value] : rope.object->items())
        hasDictionary = hasDictionary || (value.is_object() && namesLayers(key));
    if (!hasDictionary)
        return false;
    ReadLog& log = context.config.log();
    if (rope.object->size() > maximumLayerTypes)
        log.fail(rope.path, "names " + std::to_string(rope.object->size()) + " kinds of layers; at most " +
                                std::to_string(maximumLayerTypes) + " are read");
    for (const auto& [key, value] : rope.object->items())
        if (!value.is_null() && (!value.is_object() || !namesLayers(key)))
            log.fail(rope.path + "." + printable(key),
                     "is " + shortJson(value) + "; beside dictionaries per kind of layers it must be null or one too");
    return true;
}

void fullAttentionFirst(std::vector<LayerPlan>& plans)
{
    std::stable_partition(plans.begin(), plans.end(),
                          [](const LayerPlan& plan) { return plan.layerType == "full_attention"; });
}

std::vector<LayerPlan> perLayerPlans(const ConfigContext& context, const RopeDictionary& rope)
{
    std::vector<LayerPlan> plans;
    for (const auto& [type, dictionary] : rope.object->items()) {
        if (!namesLayers(type))
            continue;
        plans.push_back({.layerType = printable(type),
                         .rope = isGiven(dictionary) ? &dictionary : nullptr,
                         .ropePath = rope.path + "." + printable(type),
                         .globalHeadDim = type == "full_attention" && context.config.has("global_head_dim")});
    }
    fullAttentionFirst(plans);
    return plans;
}

/// DeepSeek-V4: attention over the last tokens with the plain base, over compressed tokens with YaRN on another.
std::vector<LayerPlan> compressedPlans(const ConfigContext& context, const RopeDictionary& rope)
{
    const char* key = "compress_rope_theta";
    const double base = checkedBase(context.config, key,
                                    context.config.number(key, "base B of compressed attention").value_or(160000.0));
    return {{.layerType = "main"},
            {.layerType = "compress",
             .rope = rope.object,
             .ropePath = rope.path,
             .base = base,
             .unitAttentionFactor = true}};
}

std::optional<double> localBase(const ConfigContext& context)
{
    for (const char* key : {"rope_local_base_freq", "local_rope_theta", "swa_rope_theta"})
        if (const auto base = context.config.number(key, "base B of sliding attention"))
            return checkedBase(context.config, key, *base);
    if (context.family.localBase == 0.0)
        return std::nullopt;
    context.config.log().note(context.config.path("rope_local_base_freq"), shortNumber(context.family.localBase),
                              "default of " + std::string(context.family.modelType), KeyReport::Use::Default);
    return context.family.localBase;
}

std::vector<LayerPlan> localAndGlobal(const RopeDictionary& rope, std::optional<double> base)
{
    return {{.layerType = "full_attention", .rope = rope.object, .ropePath = rope.path},
            {.layerType = "sliding_attention", .base = base}};
}

/// Whether some layers go without positions: the list says so, or the interval does.
bool hasLayersWithoutRope(const ConfigContext& context)
{
    const ConfigKeys& config = context.config;
    const auto list = config.numbers("no_rope_layers", "layers without positions (0)", maximumLayers);
    const auto interval = config.integer("no_rope_layer_interval", "every so many-th layer has no positions");
    if (!list.empty())
        return std::ranges::find(list, 0.0) != list.end();
    const int every = interval.value_or(context.family.noRopeInterval);
    return every > 0 && config.integer("num_hidden_layers", "number of layers").value_or(every) >= every;
}

std::vector<std::string> attentionTypes(const ConfigContext& context)
{
    const nlohmann::json* list = context.config.peek("layer_types");
    std::vector<std::string> types;
    if (list == nullptr || !list->is_array() || list->size() > maximumLayers)
        return types;
    context.config.note("layer_types", "kinds of layers");
    for (const nlohmann::json& entry : *list) {
        const std::string type = entry.is_string() ? printable(entry.get<std::string>()) : "";
        if (type.find("attention") == std::string::npos || type == "linear_attention")
            continue;
        if (std::ranges::find(types, type) == types.end() && types.size() < maximumLayerTypes)
            types.push_back(type);
    }
    return types;
}

std::vector<LayerPlan> uniformPlans(const ConfigContext& context, const RopeDictionary& rope)
{
    const LayerPlan common{.rope = rope.object, .ropePath = rope.path};
    std::vector<LayerPlan> plans;
    if (const auto types = attentionTypes(context); types.size() > 1)
        for (const std::string& type : types)
            (plans.emplace_back(common)).layerType = type;
    fullAttentionFirst(plans);
    return plans.empty() ? std::vector{common} : plans;
}

/// The given plan, and a second kind of layer that does not turn.
std::vector<LayerPlan> withUnrotated(const RopeDictionary& rope, std::string rotating, std::string unrotated)
{
    LayerPlan plan{.layerType = std::move(rotating), .rope = rope.object, .ropePath = rope.path};
    LayerPlan still = plan;
    still.layerType = std::move(unrotated);
    still.rotates = false;
    return {std::move(plan), std::move(still)};
}

} // namespace

std::vector<LayerPlan> planLayers(const ConfigContext& context)
{
    RopeDictionary rope = ropeDictionary(context);
    if (rope.object == nullptr && !context.familyRope.is_null())
        rope = {&context.familyRope, "rope_parameters of " + std::string(context.family.modelType)};
    if (rope.object != nullptr && isPerLayer(context, rope))
        return perLayerPlans(context, rope);
    if (context.config.has("compress_rope_theta") || context.family.modelType == "deepseek_v4")
        return compressedPlans(context, rope);
    if (const auto base = localBase(context))
        return localAndGlobal(rope, base);
    if (context.family.scalesFullAttentionOnly && rope.object != nullptr)
        return localAndGlobal(rope, std::nullopt);
    if (hasLayersWithoutRope(context))
        return withUnrotated(rope, "rope", "no_rope");
    if (context.family.fullAttentionHasNoRope && context.config.has("sliding_window"))
        return withUnrotated(rope, "sliding_attention", "full_attention");
    return uniformPlans(context, rope);
}

} // namespace rope

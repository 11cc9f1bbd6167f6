#include "core/model/config/config_plan.h"

#include "core/base/json_text.h"
#include "core/base/plain_text.h"
#include "core/schemes/registry.h"
#include "core/schemes/support.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>

namespace rope {
namespace {

constexpr std::size_t maximumLayers = 4096;
constexpr std::size_t maximumLayerTypes = 16;

/// A rope dictionary and where it stands; nullptr when the file has none.
struct RopeDictionary {
    const nlohmann::json* object = nullptr;
    std::string path;
};

/// Marks every value of a dictionary, and of those inside it, as the family's default.
void markAsDefault(const ConfigContext& context, const nlohmann::json& dictionary, const std::string& path)
{
    for (const auto& [key, value] : dictionary.items()) {
        context.config.log().translate(path + "." + key, context.familyDefault());
        if (value.is_object())
            markAsDefault(context, value, path + "." + key);
    }
}

/// The rope dictionary that the family's code fills in.
RopeDictionary familyDictionary(const ConfigContext& context)
{
    const std::string path = context.config.path("rope_parameters");
    markAsDefault(context, context.familyRope, path);
    return {&context.familyRope, path};
}

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
        if (*value == false) {
            config.note(key, "false, so no scaling");
            continue;
        }
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

/// Whether a key belongs into a rope dictionary itself, so that it names no kind of layers.
bool isRopeKey(std::string_view key)
{
    constexpr std::string_view own[] = {
        "rope_theta",           "rope_type",   "type",          "original_max_position_embeddings",
        "short_factor",         "long_factor", "mrope_section", "mrope_interleaved",
        "partial_rotary_factor"};
    if (std::ranges::find(own, key) != std::end(own))
        return true;
    return std::ranges::any_of(schemes(), [&](const Scheme* scheme) {
        return std::ranges::any_of(scheme->parameters, [&](const Parameter& parameter) {
            return parameter.id == key || (!key.empty() && parameter.alsoWritten == key);
        });
    });
}

/// Whether the dictionary holds one for each kind of layers. What stands beside them must be null, one too, or a
/// number of a rope dictionary, which then counts for every kind that does not give it.
bool isPerLayer(const ConfigContext& context, const RopeDictionary& rope)
{
    bool hasDictionary = false;
    for (const auto& [key, value] : rope.object->items())
        hasDictionary = hasDictionary || (value.is_object() && !isRopeKey(key));
    if (!hasDictionary)
        return false;
    ReadLog& log = context.config.log();
    if (rope.object->size() > maximumLayerTypes)
        log.fail(rope.path, "names " + std::to_string(rope.object->size()) + " kinds of layers; at most " +
                                std::to_string(maximumLayerTypes) + " are read");
    for (const auto& [key, value] : rope.object->items())
        if (!value.is_null() && value.is_object() == isRopeKey(key))
            log.fail(rope.path + "." + printable(key),
                     "is " + shortJson(value) +
                         "; beside dictionaries per kind of layers it must be null, one too, or "
                         "a value that all of them share");
    return true;
}

/// The dictionary of one kind of layers, with what stands beside it for all kinds.
nlohmann::json withShared(const ConfigContext& context, const RopeDictionary& rope, const std::string& type)
{
    nlohmann::json merged = rope.object->at(type).is_object() ? rope.object->at(type) : nlohmann::json::object();
    bool shares = false;
    for (const auto& [key, value] : rope.object->items()) {
        if (!isRopeKey(key) || value.is_null() || merged.contains(key))
            continue;
        merged[key] = value;
        shares = true;
        context.config.log().translate(rope.path + "." + printable(type) + "." + key,
                                       {rope.path + "." + key, Origin::Kind::File});
    }
    if (shares)
        context.config.log().warn("Values stand in " + rope.path +
                                  " beside the dictionaries per kind of layers; they "
                                  "count for every kind that does not give them.");
    return merged;
}

/// MiMo-V2's way to say which layers slide (1) and which do not (0).
std::vector<int> layersByPattern(const ConfigContext& context, std::string_view type)
{
    std::vector<int> layers;
    const nlohmann::json* list = context.config.peek("hybrid_layer_pattern");
    if (list == nullptr || !list->is_array() || list->size() > maximumLayers)
        return layers;
    context.config.note("hybrid_layer_pattern", "layers that slide (1) and that do not (0)");
    for (std::size_t i = 0; i < list->size(); ++i)
        if ((*list)[i] == (type == "sliding_attention" ? 1 : 0))
            layers.push_back(static_cast<int>(i));
    return layers;
}

/// Which layers are of a kind, by layer_types; empty where that list is missing.
std::vector<int> layersOfType(const ConfigContext& context, std::string_view type)
{
    std::vector<int> layers;
    const nlohmann::json* list = context.config.peek("layer_types");
    if (list == nullptr)
        return layersByPattern(context, type);
    if (!list->is_array() || list->size() > maximumLayers)
        return layers;
    context.config.note("layer_types", "kinds of layers");
    for (std::size_t i = 0; i < list->size(); ++i)
        if ((*list)[i].is_string() && printable((*list)[i].get<std::string>()) == type)
            layers.push_back(static_cast<int>(i));
    return layers;
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
        if (isRopeKey(type))
            continue;
        plans.push_back({.layerType = printable(type),
                         .rope = isGiven(dictionary) ? &dictionary : nullptr,
                         .ropePath = rope.path + "." + printable(type),
                         .layers = layersOfType(context, printable(type)),
                         .merged = withShared(context, rope, type),
                         .globalHeadDim = type == "full_attention" && context.config.has("global_head_dim")});
    }
    fullAttentionFirst(plans);
    return plans;
}

/// DeepSeek-V4: attention over the last tokens with the plain base, over compressed tokens with YaRN on another.
std::vector<LayerPlan> compressedPlans(const ConfigContext& context, const RopeDictionary& rope)
{
    constexpr const char* key = "compress_rope_theta";
    const auto given = context.config.number(key, "base B of compressed attention");
    const double usual = familyOf("deepseek_v4").number(key);
    return {{.layerType = "main"},
            {.layerType = "compress",
             .rope = rope.object,
             .ropePath = rope.path,
             .base = checkedBase(context.config, key, given.value_or(usual)),
             .baseKey = given ? key : "",
             .unitAttentionFactor = true}};
}

struct LocalBase {
    double base;
    std::string_view key; ///< empty: a default of the family
};

std::optional<LocalBase> localBase(const ConfigContext& context)
{
    for (const char* key : {"rope_local_base_freq", "local_rope_theta", "swa_rope_theta"})
        if (const auto base = context.config.number(key, "base B of sliding attention"))
            return LocalBase{checkedBase(context.config, key, *base), key};
    const double usual = context.family.number("rope_local_base_freq");
    if (usual == 0.0)
        return std::nullopt;
    context.config.log().note(context.config.path("rope_local_base_freq"), shortNumber(usual),
                              context.familyDefault().text, KeyReport::Use::Default);
    return LocalBase{usual, {}};
}

std::vector<LayerPlan> localAndGlobal(const ConfigContext& context, const RopeDictionary& rope,
                                      std::optional<LocalBase> local)
{
    LayerPlan sliding{.layerType = "sliding_attention", .layers = layersOfType(context, "sliding_attention")};
    if (local) {
        sliding.base = local->base;
        sliding.baseKey = local->key;
    }
    return {{.layerType = "full_attention",
             .rope = rope.object,
             .ropePath = rope.path,
             .layers = layersOfType(context, "full_attention")},
            std::move(sliding)};
}

/// Which layers go without positions: by list, by interval or not at all; `known` tells whether any do.
struct Unrotated {
    bool known = false;
    std::vector<int> layers;
    std::vector<int> others;
};

Unrotated unrotatedByList(const ConfigContext& context, std::string_view key)
{
    Unrotated result;
    const auto list = context.config.numbers(key, "layers without positions (0)", maximumLayers);
    for (std::size_t i = 0; i < list.size(); ++i)
        (list[i] == 0.0 ? result.layers : result.others).push_back(static_cast<int>(i));
    result.known = !result.layers.empty();
    return result;
}

/// Every so many-th layer; nothing where the model is shorter than that.
Unrotated unrotatedByInterval(const ConfigContext& context, int every)
{
    Unrotated result;
    const int count = context.config.integer("num_hidden_layers", "number of layers").value_or(0);
    result.known = every > 0 && (count == 0 || count >= every);
    for (int layer = 0; result.known && layer < std::min(count, static_cast<int>(maximumLayers)); ++layer)
        ((layer + 1) % every == 0 ? result.layers : result.others).push_back(layer);
    return result;
}

Unrotated layersWithoutRope(const ConfigContext& context)
{
    const ConfigKeys& config = context.config;
    constexpr std::string_view intervals[] = {"no_rope_layer_interval", "nope_layer_interval"};
    const auto interval = config.firstInteger(intervals, "every so many-th layer has no positions");
    for (const std::string_view key : {"no_rope_layers", "use_rope_layers"})
        if (const nlohmann::json* list = config.peek(key); list != nullptr && !(list->is_array() && list->empty()))
            return unrotatedByList(context, key);
    return unrotatedByInterval(context, interval.value_or(context.family.noRopeInterval));
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

/// The layers of the one kind that turns, where others have no attention; empty where all layers are of that kind.
std::vector<int> someLayersOfType(const ConfigContext& context, std::string_view type)
{
    std::vector<int> layers = layersOfType(context, type);
    return layers.size() == context.config.peek("layer_types")->size() ? std::vector<int>{} : layers;
}

std::vector<LayerPlan> uniformPlans(const ConfigContext& context, const RopeDictionary& rope)
{
    LayerPlan common{.rope = rope.object, .ropePath = rope.path};
    std::vector<LayerPlan> plans;
    const auto types = attentionTypes(context);
    if (types.size() == 1)
        common.layers = someLayersOfType(context, types.front());
    if (types.size() > 1)
        for (const std::string& type : types)
            plans.push_back(
                {.layerType = type, .rope = rope.object, .ropePath = rope.path, .layers = layersOfType(context, type)});
    fullAttentionFirst(plans);
    return plans.empty() ? std::vector{common} : plans;
}

/// A kind of layers with the given rotation, and a second kind that does not turn.
std::vector<LayerPlan> withUnrotated(const RopeDictionary& rope, LayerPlan turning, LayerPlan still)
{
    for (LayerPlan* plan : {&turning, &still}) {
        plan->rope = rope.object;
        plan->ropePath = rope.path;
    }
    still.rotates = false;
    return {std::move(turning), std::move(still)};
}

/// Step-3.5 scales only the layers whose kind stands in yarn_only_types; without that list all are scaled.
bool isScaled(const ConfigContext& context, std::size_t layer)
{
    const nlohmann::json* scaled = context.config.peek("yarn_only_types");
    const nlohmann::json* types = context.config.peek("layer_types");
    if (scaled == nullptr || types == nullptr || !scaled->is_array() || !types->is_array() || layer >= types->size())
        return true;
    context.config.note("yarn_only_types", "the kinds of layers that are scaled");
    context.config.note("layer_types", "kinds of layers");
    return std::ranges::find(*scaled, (*types)[layer]) != scaled->end();
}

/// Lists with one entry a layer: a base, and a share of the head where partial_rotary_factors stands beside it.
/// Layers with the same entries are one kind.
std::vector<LayerPlan> plansByList(const ConfigContext& context, const RopeDictionary& rope, std::string_view key)
{
    const ConfigKeys& config = context.config;
    const auto bases = config.numbers(key, "base B of each layer; 0: it does not turn", maximumLayers);
    const auto shares =
        config.numbers("partial_rotary_factors", "share of the head that turns, of each layer", maximumLayers);
    std::map<std::tuple<double, double, bool>, LayerPlan> kinds;
    for (std::size_t i = 0; i < bases.size(); ++i) {
        const double share = i < shares.size() ? shares[i] : 0.0;
        const bool scales = rope.object != nullptr && isScaled(context, i);
        LayerPlan& plan = kinds.try_emplace({-bases[i], share, !scales}).first->second;
        plan.layers.push_back(static_cast<int>(i));
        plan.rotates = bases[i] != 0.0;
        if (plan.rotates) {
            plan.base = bases[i];
            plan.baseKey = key;
        }
        if (i < shares.size())
            plan.share = share;
        plan.rope = scales ? rope.object : nullptr;
        plan.ropePath = rope.path;
    }
    if (kinds.size() > maximumLayerTypes)
        config.fail(key, "has " + std::to_string(kinds.size()) + " kinds of entries; at most " +
                             std::to_string(maximumLayerTypes) + " are read");
    std::vector<LayerPlan> plans;
    for (auto& [entries, plan] : kinds) {
        if (plan.base)
            checkedBase(config, key, *plan.base);
        plan.layerType = kinds.size() == 1 ? "" : plan.base ? "base_" + shortNumber(*plan.base) : "no_rope";
        if (std::ranges::find(plans, plan.layerType, &LayerPlan::layerType) != plans.end())
            plan.layerType += "_share_" + shortNumber(plan.share.value_or(1.0));
        if (std::ranges::find(plans, plan.layerType, &LayerPlan::layerType) != plans.end())
            plan.layerType += "_unscaled";
        plans.push_back(std::move(plan));
    }
    return plans;
}

/// The file has this key, or its family's code a default for it.
bool stated(const ConfigContext& context, const char* key)
{
    return context.config.has(key) || context.family.states(key);
}

/// Whether the model has sliding windows: by its file, where null means none, or by its family's default.
bool slides(const ConfigContext& context)
{
    const bool silent = !context.config.object().contains("sliding_window");
    return silent ? context.family.states("sliding_window") : context.config.has("sliding_window");
}

bool hasList(const ConfigKeys& config, std::string_view key)
{
    const nlohmann::json* value = config.peek(key);
    return value != nullptr && value->is_array() && !value->empty();
}

std::vector<LayerPlan> attentionPlans(const ConfigContext& context, const RopeDictionary& rope)
{
    if (rope.object != nullptr && isPerLayer(context, rope))
        return perLayerPlans(context, rope);
    for (const char* key : {"rope_theta", "layer_rope_theta"})
        if (hasList(context.config, key))
            return plansByList(context, rope, key);
    if (context.config.has("compress_rope_theta") || context.family.modelType == "deepseek_v4")
        return compressedPlans(context, rope);
    if (const auto base = localBase(context))
        return localAndGlobal(context, rope, base);
    if (context.family.scalesFullAttentionOnly && rope.object != nullptr)
        return localAndGlobal(context, rope, std::nullopt);
    if (const Unrotated still = layersWithoutRope(context); still.known)
        return withUnrotated(rope, {.layerType = "rope", .layers = still.others},
                             {.layerType = "no_rope", .layers = still.layers});
    if (context.family.fullAttentionHasNoRope && slides(context)) {
        if (context.config.has("sliding_window"))
            context.config.note("sliding_window", "layers without it have no positions, as in the family's code");
        return withUnrotated(rope,
                             {.layerType = "sliding_attention", .layers = layersOfType(context, "sliding_attention")},
                             {.layerType = "full_attention", .layers = layersOfType(context, "full_attention")});
    }
    return uniformPlans(context, rope);
}

} // namespace

std::vector<LayerPlan> planLayers(const ConfigContext& context)
{
    RopeDictionary rope = ropeDictionary(context);
    if (rope.object == nullptr && !context.familyRope.is_null())
        rope = familyDictionary(context);
    std::vector<LayerPlan> plans = attentionPlans(context, rope);
    const bool hasIndexer = stated(context, "index_head_dim") && stated(context, "qk_rope_head_dim");
    if (hasIndexer && plans.size() == 1 && plans.front().layerType.empty()) {
        LayerPlan indexer = plans.front();
        plans.front().layerType = "attention";
        indexer.layerType = "indexer";
        indexer.isIndexer = true;
        plans.push_back(std::move(indexer));
    }
    return plans;
}

} // namespace rope

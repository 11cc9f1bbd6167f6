#include "core/model/config/config_scheme.h"

#include "core/base/json_text.h"
#include "core/base/plain_text.h"
#include "core/schemes/registry.h"
#include "core/schemes/support.h"

#include <algorithm>
#include <iterator>

namespace rope {
namespace {

struct Alias {
    std::string_view written;
    std::string_view id;
};
constexpr Alias aliases[] = {
    {"", "default"},    {"none", "default"},  {"mrope", "default"},      {"gptj", "default"},
    {"su", "longrope"}, {"ntk", "ntk_aware"}, {"deepseek_yarn", "yarn"}, {"deepseek_llama_scaling", "yarn"},
};

std::string schemeId(const std::string& written, const ConfigKeys& rope)
{
    if (written == "dynamic" && rope.has("alpha"))
        return "ntk_aware";
    const auto alias = std::ranges::find(aliases, written, &Alias::written);
    return alias == std::end(aliases) ? written : std::string(alias->id);
}

std::string knownTypes()
{
    std::string list;
    for (const Scheme* scheme : schemes())
        list += (list.empty() ? "" : ", ") + std::string(scheme->id);
    return list;
}

void warnOfTwoTypes(const ConfigKeys& rope)
{
    const nlohmann::json* type = rope.peek("type");
    const nlohmann::json* ropeType = rope.peek("rope_type");
    if (type == nullptr || ropeType == nullptr)
        return;
    if (*type == *ropeType)
        rope.log().warn("Both type and rope_type are given and agree; rope_type alone would do.");
    else
        rope.log().warn("Both type (" + shortJson(*type) + ") and rope_type (" + shortJson(*ropeType) +
                        ") are given; rope_type wins.");
}

/// The key under which config.json writes a parameter.
std::string_view writtenKey(const Scheme& scheme, const Parameter& parameter, const ConfigKeys& rope)
{
    return scheme.id == "ntk_aware" && parameter.id == "factor" && rope.has("alpha") ? "alpha" : parameter.id;
}

bool isNeeded(const Scheme& scheme, std::string_view key)
{
    if (scheme.id == "llama3")
        return true;
    return key == "factor" && (scheme.id == "linear" || scheme.id == "dynamic" || scheme.id == "ntk_aware");
}

std::string decidedBy(const Scheme& scheme, const Parameter& parameter)
{
    return std::string(parameter.id == "factor" ? "factor " + std::string(parameter.symbol) : parameter.symbol) +
           " of " + std::string(scheme.id);
}

/// A switch may be written as true or as 1, a number as 8 or 8.0.
std::optional<double> written(const ConfigKeys& rope, std::string_view key, const Parameter& parameter,
                              const std::string& decided)
{
    const nlohmann::json* value = rope.peek(key);
    if (value != nullptr && value->is_boolean() && parameter.kind == Parameter::Kind::Switch)
        return rope.flag(key, decided).value_or(false) ? 1.0 : 0.0;
    return rope.number(key, decided);
}

double automatic(const Scheme& scheme, const Parameter& parameter, const Contexts& contexts, const ConfigKeys& rope)
{
    if (scheme.id != "yarn" || parameter.id != "factor")
        return parameter.initial;
    const double factor = contexts.maximum / contexts.original;
    rope.log().note(rope.path("factor"), shortNumber(factor), "maximum context / original context",
                    KeyReport::Use::Default);
    return factor;
}

void checkRange(const ConfigKeys& rope, std::string_view key, const Parameter& parameter, double value)
{
    const bool negative = parameter.id == "attention_factor" && value < 0.0;
    if (!negative && value >= parameter.minimum && value <= parameter.maximum)
        return;
    const double minimum = parameter.id == "attention_factor" ? 0.0 : parameter.minimum;
    rope.fail(key, "is " + shortNumber(value) + "; it must lie in " + shortNumber(minimum) + " ... " +
                       shortNumber(parameter.maximum));
}

double readParameter(const ConfigKeys& rope, const Scheme& scheme, const Parameter& parameter, const Contexts& contexts)
{
    const std::string_view key = writtenKey(scheme, parameter, rope);
    const auto value = written(rope, key, parameter, decidedBy(scheme, parameter));
    if (value) {
        checkRange(rope, key, parameter, *value);
        return *value;
    }
    if (isNeeded(scheme, key))
        rope.fail(key, "is missing; " + std::string(scheme.id) + " needs it");
    return automatic(scheme, parameter, contexts, rope);
}

/// Why a known key is without effect in this scheme; empty for keys that nobody knows.
std::string reasonOfSilence(std::string_view key, const Scheme& scheme)
{
    constexpr std::string_view elsewhere[] = {"alpha",
                                              "attention_factor",
                                              "beta_fast",
                                              "beta_slow",
                                              "factor",
                                              "high_freq_factor",
                                              "long_factor",
                                              "low_freq_factor",
                                              "mscale",
                                              "mscale_all_dim",
                                              "original_max_position_embeddings",
                                              "short_factor",
                                              "truncate",
                                              "long_mscale",
                                              "short_mscale"};
    if (key == "llama_4_scaling_beta")
        return "grows the queries with their position, apart from the rotation";
    if (key == "attn_factor")
        return "unknown to transformers; the key is attention_factor";
    if (std::ranges::find(elsewhere, key) != std::end(elsewhere))
        return "no effect with " + std::string(scheme.id);
    return "";
}

} // namespace

const Scheme& readSchemeType(const ConfigKeys& rope)
{
    const std::string_view key = rope.has("rope_type") ? "rope_type" : "type";
    warnOfTwoTypes(rope);
    const auto type = rope.text(key, "scheme");
    if (rope.has("rope_type") && rope.has("type"))
        rope.ignore("type", "rope_type wins");
    const Scheme* scheme = findScheme(schemeId(type.value_or(""), rope));
    if (scheme != nullptr)
        return *scheme;
    rope.fail(key, "is \"" + printable(*type) + "\"; it must be one of " + knownTypes());
    return *schemes().front();
}

const Scheme& familyScheme(const ConfigContext& context)
{
    const bool isQwen1 = context.family.modelType == "qwen";
    const bool grows = isQwen1 && context.config.flag("use_dynamic_ntk", "scheme dynamic_steps").value_or(false);
    return *findScheme(grows ? "dynamic_steps" : "default");
}

std::map<std::string, double> readParameters(const ConfigContext& context, const ConfigKeys& rope, const Scheme& scheme,
                                             const Contexts& contexts)
{
    std::map<std::string, double> values;
    for (const Parameter& parameter : scheme.parameters) {
        const bool isOfFewFamilies = parameter.id == "short_mscale" || parameter.id == "long_mscale";
        values[std::string(parameter.id)] = isOfFewFamilies && !context.family.readsMscales
                                                ? parameter.initial
                                                : readParameter(rope, scheme, parameter, contexts);
    }
    return values;
}

void reportUnusedKeys(const ConfigKeys& rope, const Scheme& scheme)
{
    for (const std::string& key : rope.unread()) {
        const std::string reason = reasonOfSilence(key, scheme);
        rope.ignore(key, reason.empty() ? "unknown key" : reason);
        if (reason.empty())
            rope.log().warn("The key " + rope.path(key) + " is unknown and ignored.");
    }
}

} // namespace rope

#include "core/model/config/config_scheme.h"

#include "core/base/json_text.h"
#include "core/base/plain_text.h"
#include "core/schemes/registry.h"
#include "core/schemes/support.h"

#include <algorithm>
#include <iterator>

namespace rope {
namespace {

/// The scheme that a written type means in this family and beside the dictionary's other keys, or nullptr.
const Scheme* schemeMeant(std::string_view type, std::string_view family, const ConfigKeys& rope)
{
    for (const Scheme* scheme : schemes()) {
        const TypeInFile& withKey = scheme->typeWithKey;
        if (!withKey.type.empty() && withKey.type == type && rope.has(withKey.beside))
            return scheme;
        for (const TypeInFile& inFamily : scheme->typesOfFamilies)
            if (inFamily.type == type && inFamily.beside == family)
                return scheme;
    }
    return schemeOfType(type);
}

/// A word that means several formulas, where neither the family nor another key tells which.
void warnOfOtherMeanings(const ConfigKeys& rope, std::string_view key, std::string_view type, const Scheme& taken)
{
    for (const Scheme* scheme : schemes())
        for (const TypeInFile& inFamily : scheme->typesOfFamilies)
            if (inFamily.type == type && scheme != &taken) {
                rope.log().warn("The type " + printable(type) + " means " + std::string(taken.title) +
                                " here, which is a guess; models of the family " + std::string(inFamily.beside) +
                                " mean " + std::string(scheme->title) + ".");
                rope.settles("scheme", Origin{rope.path(key) + ", a word of several formulas", Origin::Kind::Guess});
                return;
            }
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

/// The key under which a rope dictionary writes a parameter.
std::string_view writtenKey(const Parameter& parameter, const ConfigKeys& rope)
{
    const bool other = !parameter.alsoWritten.empty() && rope.has(parameter.alsoWritten);
    return other ? parameter.alsoWritten : parameter.id;
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

std::string valueName(const Parameter& parameter)
{
    return "scheme." + std::string(parameter.id);
}

/// What a missing number means for this scheme.
double missing(const Scheme& scheme, const Parameter& parameter, const Contexts& contexts, const ConfigKeys& rope)
{
    switch (parameter.missing) {
    case Parameter::Missing::Refused:
        rope.fail(parameter.id, "is missing; " + std::string(scheme.id) + " needs it");
        break;
    case Parameter::Missing::Default:
        rope.settles(valueName(parameter), Origin{"default of the scheme " + std::string(scheme.id), Origin::Kind::Rule,
                                                  std::string(scheme.reference)});
        break;
    case Parameter::Missing::Guess:
        rope.settles(valueName(parameter), Origin{"nothing says it", Origin::Kind::Guess});
        rope.log().warn("The " + std::string(parameter.id) + " of " + std::string(scheme.id) + " is not given; " +
                        shortNumber(parameter.initial) + " is a guess.");
        break;
    case Parameter::Missing::ContextRatio: {
        const double factor = contexts.maximum / contexts.original;
        rope.log().note(rope.path(parameter.id), shortNumber(factor), "maximum context / original context",
                        KeyReport::Use::Default);
        rope.settles(valueName(parameter), Origin{"maximum context / original context",
                                                  contexts.maximumGiven ? Origin::Kind::Rule : Origin::Kind::Guess});
        return factor;
    }
    }
    return parameter.initial;
}

void checkRange(const ConfigKeys& rope, std::string_view key, const Parameter& parameter, double value)
{
    const bool computed = parameter.negativeMeansComputed && value < 0.0;
    if (!computed && value >= parameter.minimum && value <= parameter.maximum)
        return;
    const double minimum = parameter.negativeMeansComputed ? 0.0 : parameter.minimum;
    rope.fail(key, "is " + shortNumber(value) + "; it must lie in " + shortNumber(minimum) + " ... " +
                       shortNumber(parameter.maximum));
}

double readParameter(const ConfigKeys& rope, const Scheme& scheme, const Parameter& parameter, const Contexts& contexts)
{
    const std::string_view key = writtenKey(parameter, rope);
    const auto value = written(rope, key, parameter, decidedBy(scheme, parameter));
    if (!value)
        return missing(scheme, parameter, contexts, rope);
    rope.settles(valueName(parameter), key);
    checkRange(rope, key, parameter, *value);
    return *value;
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

const Scheme& readSchemeType(const ConfigContext& context, const ConfigKeys& rope)
{
    const std::string_view key = rope.has("rope_type") ? "rope_type" : "type";
    warnOfTwoTypes(rope);
    const auto type = rope.text(key, "scheme");
    if (rope.has("rope_type") && rope.has("type"))
        rope.ignore("type", "rope_type wins");
    if (type)
        rope.settles("scheme", key);
    else
        rope.settles("scheme", Origin{"no rope type is given, so nothing is scaled", Origin::Kind::Rule});
    const Scheme* scheme = schemeMeant(type.value_or(""), context.modelType, rope);
    if (scheme == nullptr) {
        rope.fail(key, "is \"" + printable(*type) + "\"; it must be one of " + knownTypes());
        return *schemes().front();
    }
    if (type)
        warnOfOtherMeanings(rope, key, *type, *scheme);
    return *scheme;
}

const Scheme& familyScheme(const ConfigContext& context)
{
    const bool isQwen1 = context.family.modelType == "qwen";
    const bool grows = isQwen1 && context.config.flag("use_dynamic_ntk", "scheme dynamic_steps").value_or(false);
    if (grows)
        context.config.settles("scheme", "use_dynamic_ntk");
    return *findScheme(grows ? "dynamic_steps" : "default");
}

std::map<std::string, double> readParameters(const ConfigContext& context, const ConfigKeys& rope, const Scheme& scheme,
                                             const Contexts& contexts)
{
    std::map<std::string, double> values;
    for (const Parameter& parameter : scheme.parameters) {
        const bool isRead = !parameter.rareInFiles || context.family.readsMscales;
        if (!isRead)
            rope.settles(valueName(parameter),
                         Origin{"not read from files of this family", Origin::Kind::FamilyDefault});
        values[std::string(parameter.id)] =
            isRead ? readParameter(rope, scheme, parameter, contexts) : parameter.initial;
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

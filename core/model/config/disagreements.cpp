#include "core/model/config/disagreements.h"

#include "core/schemes/registry.h"
#include "core/schemes/support.h"
#include "core/state/derived.h"

#include <cmath>

namespace rope {
namespace {

struct Reading {
    const ConfigKeys& rope;
    const RotarySettings& layer;
    Schedule schedule;

    double parameter(const char* id) const { return layer.parameters.at(id); }
    bool has(const char* id) const { return layer.parameters.contains(id); }
};

/// The layer's schedule with one parameter changed, at a length.
Schedule with(const Reading& reading, const char* id, double value, double length = 0)
{
    RotarySettings changed = reading.layer;
    if (id != nullptr)
        changed.parameters[id] = value;
    return scheduleOf(changed, length).value_or(reading.schedule);
}

/// `pair 17 differs most, 0.000129319 against 0.000227948 rad/token`, or nothing when they are alike.
std::optional<std::string> largestDifference(const Eigen::VectorXd& ours, const Eigen::VectorXd& theirs)
{
    Eigen::Index pair = 0;
    const double most = (ours.array() / theirs.array()).log().abs().maxCoeff(&pair);
    if (!(most > 1e-9))
        return std::nullopt;
    return "pair " + std::to_string(pair) + " differs most, " + shortNumber(ours[pair]) + " against " +
           shortNumber(theirs[pair]) + " rad/token";
}

/// m(s, k) of YaRN.
double magnitude(double factor, double weight)
{
    return factor <= 1.0 ? 1.0 : 0.1 * weight * std::log(factor) + 1.0;
}

void truncation(const Reading& reading)
{
    if (reading.parameter("truncate") != 0.0)
        return;
    const Schedule rounded = with(reading, "truncate", 1.0);
    if (const auto difference = largestDifference(reading.schedule.inverseFrequency, rounded.inverseFrequency))
        reading.rope.log().disagree(reading.rope.path("truncate"),
                                    "transformers and vLLM honour truncate = false, llama.cpp, mlx-lm and "
                                    "text-generation-inference round the ends of the ramp: " +
                                        *difference + ".");
}

void explicitAttention(const Reading& reading)
{
    const double given = reading.parameter("attention_factor");
    const double computed = with(reading, "attention_factor", -1.0).attentionFactor;
    if (!reading.rope.has("attention_factor") || given < 0.0 || std::abs(given - computed) < 1e-9)
        return;
    reading.rope.log().disagree(reading.rope.path("attention_factor"),
                                "transformers takes the given attention factor " + shortNumber(given) +
                                    ", vLLM, llama.cpp and mlx-lm compute " + shortNumber(computed) +
                                    ": rotated scores differ by " +
                                    (given > 0.0 ? "a factor " + shortNumber(computed * computed / (given * given))
                                                 : std::string("everything")) +
                                    ".");
}

void attnFactor(const Reading& reading)
{
    if (!reading.rope.has("attn_factor") || !reading.rope.peek("attn_factor")->is_number())
        return;
    const double given = reading.rope.peek("attn_factor")->get<double>();
    const double theirs = given * magnitude(reading.parameter("factor"), 1.0);
    reading.rope.log().disagree(reading.rope.path("attn_factor"),
                                "transformers does not know attn_factor and takes the attention factor " +
                                    shortNumber(reading.schedule.attentionFactor) +
                                    ", vLLM multiplies it in and gets " + shortNumber(theirs) + ".");
}

void magnitudes(const Reading& reading)
{
    const double mscale = reading.parameter("mscale");
    const double allDim = reading.parameter("mscale_all_dim");
    const double plain = magnitude(reading.parameter("factor"), 1.0);
    const double ours = reading.schedule.attentionFactor;
    if (mscale != 0.0 && allDim != 0.0 && reading.parameter("mla_softmax_scale") == 0.0 &&
        std::abs(ours - plain) > 1e-9)
        reading.rope.log().disagree(reading.rope.path("mscale"),
                                    "transformers divides the two magnitudes and takes " + shortNumber(ours) +
                                        ", vLLM's plain YaRN leaves them out and takes " + shortNumber(plain) + ".");
    const double alone = magnitude(reading.parameter("factor"), mscale);
    if (mscale != 0.0 && allDim == 0.0 && std::abs(ours - alone) > 1e-9)
        reading.rope.log().disagree(reading.rope.path("mscale"),
                                    "transformers leaves mscale out where mscale_all_dim is missing and takes " +
                                        shortNumber(ours) + ", mlx-lm and text-generation-inference take " +
                                        shortNumber(alone) + ".");
}

void betas(const Reading& reading)
{
    for (const char* key : {"beta_fast", "beta_slow"})
        if (reading.rope.has(key) && reading.parameter(key) == 0.0)
            reading.rope.log().disagree(reading.rope.path(key),
                                        "transformers takes 0 as not given, vLLM and mlx-lm fail "
                                        "with a division by zero.");
    RotarySettings plain = reading.layer;
    plain.parameters["beta_fast"] = 32.0;
    plain.parameters["beta_slow"] = 1.0;
    const Schedule theirs = scheduleOf(plain, 0).value_or(reading.schedule);
    if (const auto difference = largestDifference(reading.schedule.inverseFrequency, theirs.inverseFrequency))
        reading.rope.log().disagree(
            reading.rope.path("beta_fast"),
            "llama.cpp reads the two betas for few architectures and takes 32 and 1 for the rest: " + *difference +
                ".");
}

void dynamicGrowth(const Reading& reading)
{
    const double twice = 2.0 * reading.layer.maximumContext;
    const Schedule grown = with(reading, nullptr, 0.0, twice);
    const Eigen::Index last = grown.unscaled.size() - 1;
    reading.rope.log().disagree(
        reading.rope.path("factor"),
        "llama.cpp has no dynamic scaling: at " + shortNumber(twice) + " tokens our slowest pair turns " +
            shortNumber(grown.unscaled[last] / grown.inverseFrequency[last]) + " times slower than its.");
}

void factorLists(const Reading& reading)
{
    const Schedule beyond = with(reading, nullptr, 0.0, reading.layer.originalContext + 1.0);
    const auto difference = largestDifference(reading.schedule.inverseFrequency, beyond.inverseFrequency);
    if (difference)
        reading.rope.log().disagree(
            reading.rope.path("long_factor"),
            "transformers picks the list by the length of the call, vLLM by the maximum context, "
            "llama.cpp by the context it was given: between short and long " +
                *difference + ".");
}

void proportionalFactor(const Reading& reading)
{
    if (reading.parameter("factor") != 1.0)
        reading.rope.log().disagree(reading.rope.path("factor"), "transformers divides by the factor " +
                                                                     shortNumber(reading.parameter("factor")) +
                                                                     ", vLLM and llama.cpp leave it out.");
}

/// A place to look at, where the scheme has this parameter or this fact.
struct Check {
    std::string_view parameter;
    bool (*concerns)(const Scheme&);
    void (*report)(const Reading&);
};
bool always(const Scheme&)
{
    return true;
}
constexpr Check checks[] = {
    {"truncate", always, truncation},
    {"attention_factor", always, explicitAttention},
    {"truncate", always, attnFactor},
    {"mscale_all_dim", always, magnitudes},
    {"beta_fast", always, betas},
    {"factor", [](const Scheme& scheme) { return scheme.reads == ContextRead::Maximum; }, dynamicGrowth},
    {"", [](const Scheme& scheme) { return scheme.takesLists; }, factorLists},
    {"factor", [](const Scheme& scheme) { return scheme.turnsWholeHead; }, proportionalFactor},
};

void warnOfReach(const ConfigKeys& rope, const RotarySettings& layer, bool maximumGiven)
{
    if (!layer.parameters.contains("beta_fast") || !rope.has("factor") || !maximumGiven)
        return;
    const double reach = layer.originalContext * layer.parameters.at("factor");
    if (std::abs(reach - layer.maximumContext) > 1.0)
        rope.log().warn("The factor " + shortNumber(layer.parameters.at("factor")) + " reaches " + shortNumber(reach) +
                        " tokens from " + shortNumber(layer.originalContext) + ", but max_position_embeddings says " +
                        shortNumber(layer.maximumContext) + ".");
}

} // namespace

void reportDisagreements(const ConfigKeys& rope, const RotarySettings& layer)
{
    const auto schedule = scheduleOf(layer, 0);
    if (!schedule || !layer.rotates)
        return;
    const Reading reading{rope, layer, *schedule};
    for (const Check& check : checks)
        if ((check.parameter.empty() || reading.has(std::string(check.parameter).c_str())) &&
            check.concerns(*findScheme(layer.scheme)))
            check.report(reading);
}

void warnOfTrouble(const ConfigKeys& rope, const RotarySettings& layer, bool maximumGiven)
{
    const nlohmann::json* factor = rope.peek("factor");
    const bool hasFactor = factor != nullptr && factor->is_number() && *factor != 1.0;
    if (findScheme(layer.scheme)->isPlain && hasFactor)
        rope.log().warn("The factor " + factor->dump() + " has no effect, because the rope type is default.");
    if (const nlohmann::json* beta = rope.peek("llama_4_scaling_beta"); beta != nullptr && *beta != 0)
        rope.log().warn("llama_4_scaling_beta also lets the queries grow with their position, which is not shown.");
    if (const auto found = layer.parameters.find("attention_factor");
        found != layer.parameters.end() && found->second == 0.0)
        rope.log().warn("The attention factor is 0, so cos and sin and all rotated channels are 0.");
    if (maximumGiven && layer.originalContext > layer.maximumContext)
        rope.log().warn("The original context, " + shortNumber(layer.originalContext) +
                        " tokens, is longer than max_position_embeddings, " + shortNumber(layer.maximumContext) + ".");
    warnOfReach(rope, layer, maximumGiven);
}

} // namespace rope

#include "core/schemes/all_schemes.h"
#include "core/schemes/support.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace rope {
namespace {

constexpr Parameter parameters[] = {
    {"factor", "s", "Target context / original context.", 0.25, 1024.0, 4.0, Parameter::Kind::Real, true, "",
     Parameter::Missing::ContextRatio},
    {"beta_fast", "beta fast", "Pairs with more turns than this in the original context are kept; 0 means 32.", 0.0,
     1024.0, 32.0, Parameter::Kind::Real, false, "turns", Parameter::Missing::Default},
    {"beta_slow", "beta slow", "Pairs with fewer turns than this in the original context are fully scaled; 0 means 1.",
     0.0, 1024.0, 1.0, Parameter::Kind::Real, false, "turns", Parameter::Missing::Default},
    {"truncate", "truncate", "Round the two ends of the ramp outwards to whole pairs.", 0.0, 1.0, 1.0,
     Parameter::Kind::Switch, false, "", Parameter::Missing::Default},
    {"attention_factor", "attention factor", "Multiplies cos and sin; -1 computes it from s, and 0 is taken as 0.",
     -1.0, 100.0, -1.0, Parameter::Kind::Real, false, "", Parameter::Missing::Default, "", false, true},
    {"mscale", "mscale", "Numerator of the attention factor, m(s, mscale); 0 means not given.", 0.0, 10.0, 0.0,
     Parameter::Kind::Real, false, "", Parameter::Missing::Default},
    {"mscale_all_dim", "mscale all dim",
     "Denominator of the attention factor, m(s, mscale_all_dim); 0 means not given.", 0.0, 10.0, 0.0,
     Parameter::Kind::Real, false, "", Parameter::Missing::Default},
    {"mla_softmax_scale", "MLA softmax scale",
     "Multiply the softmax scale by m(s, mscale_all_dim)^2, as DeepSeek does.", 0.0, 1.0, 0.0, Parameter::Kind::Switch,
     false, "", Parameter::Missing::Default},
    {"paper_ramp", "paper ramp", "Ramp linear in L/lambda as in the paper, not in the pair as the reference code.", 0.0,
     1.0, 0.0, Parameter::Kind::Switch, false, "", Parameter::Missing::Default},
};

constexpr std::string_view typeNames[] = {"deepseek_yarn", "deepseek_llama_scaling"};

struct Settings {
    double factor, betaFast, betaSlow, attentionFactor, mscale, mscaleAllDim;
    bool truncate, mlaSoftmaxScale, paperRamp;
};

Settings settingsOf(const ScheduleInput& input)
{
    const auto value = [&](std::string_view id) {
        return valueOf(input, parameters, id);
    };
    const double betaFast = value("beta_fast");
    const double betaSlow = value("beta_slow");
    return {.factor = value("factor"),
            .betaFast = betaFast == 0.0 ? 32.0 : betaFast,
            .betaSlow = betaSlow == 0.0 ? 1.0 : betaSlow,
            .attentionFactor = value("attention_factor"),
            .mscale = value("mscale"),
            .mscaleAllDim = value("mscale_all_dim"),
            .truncate = value("truncate") != 0.0,
            .mlaSoftmaxScale = value("mla_softmax_scale") != 0.0,
            .paperRamp = value("paper_ramp") != 0.0};
}

/// The (fractional) pair that finishes `turns` turns in the original context: d ln(L/(2 pi r)) / (2 ln B).
double pairWithTurns(const ScheduleInput& input, double turns)
{
    const double share = input.originalContext / (2.0 * std::numbers::pi * turns);
    const double finite = std::min(share, std::numeric_limits<double>::max()); // of hardly any turns
    return input.rotaryDim * std::log(finite) / (2.0 * std::log(input.base));
}

/// Where the ramp lies, also where its ends are no pairs of the head or change places.
std::string rampNote(double low, double high, const Eigen::VectorXd& ramp)
{
    if ((ramp.array() == 0.0).all())
        return "Every pair is kept: the ramp lies outside the pairs.";
    if ((ramp.array() == 1.0).all())
        return "Every pair is divided by the factor: the ramp lies outside the pairs.";
    if (high < low)
        return "The ramp is turned round: pairs from " + shortNumber(low) + " on are kept, up to " + shortNumber(high) +
               " divided.";
    if (high - low <= 0.001)
        return "There is no ramp but a step: pairs up to " + shortNumber(low) + " are kept, later ones divided.";
    const auto last = static_cast<double>(ramp.size() - 1);
    return "The ramp runs from pair " + shortNumber(low) +
           (high > last ? " past the last pair, " + shortNumber(last) + "." : " to pair " + shortNumber(high) + ".");
}

/// Ramp over the pair index, as the authors' code and transformers have it.
Eigen::VectorXd pairRamp(const ScheduleInput& input, const Settings& settings, Schedule& result)
{
    const double fast = pairWithTurns(input, settings.betaFast);
    const double slow = pairWithTurns(input, settings.betaSlow);
    const double low = std::max(settings.truncate ? std::floor(fast) : fast, 0.0);
    double high = std::min(settings.truncate ? std::ceil(slow) : slow, input.rotaryDim - 1.0);
    if (low == high)
        high += 0.001;
    Eigen::VectorXd ramp(input.rotaryDim / 2);
    for (Eigen::Index j = 0; j < ramp.size(); ++j)
        ramp[j] = std::clamp((static_cast<double>(j) - low) / (high - low), 0.0, 1.0);
    result.notes.push_back(rampNote(low, high, ramp));
    return ramp;
}

/// Ramp linear in the number of turns L/lambda (Peng et al. 2023, section 3.2).
Eigen::VectorXd turnsRamp(const ScheduleInput& input, const Settings& settings, const Eigen::VectorXd& unscaled)
{
    return unscaled.unaryExpr([&](double theta) {
        const double turns = input.originalContext * theta / (2.0 * std::numbers::pi);
        if (settings.betaFast == settings.betaSlow)
            return turns > settings.betaFast ? 0.0 : 1.0;
        return std::clamp((settings.betaFast - turns) / (settings.betaFast - settings.betaSlow), 0.0, 1.0);
    });
}

/// m(s, k) = 0.1 k ln s + 1, and 1 for s <= 1.   (Peng et al. 2023, equation 22)
double magnitude(double factor, double weight)
{
    return factor <= 1.0 ? 1.0 : 0.1 * weight * std::log(factor) + 1.0;
}

double attentionFactorOf(const Settings& settings)
{
    if (settings.attentionFactor >= 0.0)
        return settings.attentionFactor;
    if (settings.mscale != 0.0 && settings.mscaleAllDim != 0.0)
        return magnitude(settings.factor, settings.mscale) / magnitude(settings.factor, settings.mscaleAllDim);
    return magnitude(settings.factor, 1.0);
}

double softmaxScaleFactorOf(const Settings& settings)
{
    if (!settings.mlaSoftmaxScale || settings.mscaleAllDim == 0.0)
        return 1.0;
    const double m = magnitude(settings.factor, settings.mscaleAllDim);
    return m * m;
}

Result<Schedule> schedule(const ScheduleInput& input)
{
    auto result = unscaledSchedule(input);
    if (!result)
        return result;
    const Settings settings = settingsOf(input);
    if (settings.factor <= 0.0)
        return refuse("scheme.factor", "is " + shortNumber(settings.factor) + "; it must be above 0");
    if (settings.betaFast < 0.0 || settings.betaSlow < 0.0)
        return refuse("scheme.beta_fast", "and scheme.beta_slow must be 0 or more");
    if (settings.betaFast < settings.betaSlow)
        result->notes.emplace_back("beta_fast is below beta_slow, so the ramp is turned round.");
    result->ramp =
        settings.paperRamp ? turnsRamp(input, settings, result->unscaled) : pairRamp(input, settings, *result);
    result->inverseFrequency = blendByRamp(result->unscaled, result->ramp, settings.factor);
    result->attentionFactor = attentionFactorOf(settings);
    result->softmaxScaleFactor = softmaxScaleFactorOf(settings);
    return result;
}

} // namespace

const Scheme yarnScheme{
    .id = "yarn",
    .title = "YaRN",
    .reference = "Peng et al. 2023, YaRN, sections 3.2 and 3.4; ramp over the pair as in the authors' code",
    .lesson =
        "Pairs that turn often within the training context are kept, pairs that never finish a turn are divided "
        "by the factor, and a ramp leads from one to the other. Sharpness near by and known phases far off are "
        "both saved, and little fine-tuning is needed. Longer rows spread the softmax thinner, so cos and sin are "
        "multiplied by an attention factor, by whose square the scores grow.",
    .parameters = parameters,
    .schedule = schedule,
    .reads = ContextRead::Original,
    .wantsOriginal = true,
    .typeNames = typeNames,
};

} // namespace rope

#include "core/model/config/config_layer.h"

#include "core/base/json_text.h"
#include "core/model/config/config_scheme.h"
#include "core/model/config/config_shape.h"
#include "core/model/config/disagreements.h"
#include "core/schemes/support.h"
#include "core/state/axes.h"
#include "core/state/derived.h"

#include <algorithm>
#include <cmath>

namespace rope {
namespace {

std::optional<double> topBase(const ConfigKeys& config, bool insideGiven)
{
    const std::string decided = insideGiven ? "base B, unless the rope dictionary has its own" : "base B";
    for (const char* key : {"rope_theta", "rotary_emb_base", "rope_base", "global_rope_theta", "rope_freq_constant"})
        if (const auto base = config.number(key, decided))
            return insideGiven ? *base : checkedBase(config, key, *base);
    return std::nullopt;
}

double readBase(const ConfigContext& context, const ConfigKeys& rope, const LayerPlan& plan)
{
    const ConfigKeys& config = context.config;
    const auto inside = rope.number("rope_theta", "base B");
    if (plan.base)
        return *plan.base;
    const auto top = topBase(config, inside.has_value());
    if (inside && top && *inside != *top)
        config.log().warn(
            "rope_theta stands at the top and in the rope dictionary with two values; the inner one wins.");
    if (inside || top)
        return inside ? checkedBase(rope, "rope_theta", *inside) : *top;
    if (const auto ratio = config.number("rope_ratio", "base B = 10000 * ratio"))
        return checkedBase(config, "rope_ratio", 10000.0 * *ratio);
    const double base = context.family.base != 0.0 ? context.family.base : 10000.0;
    config.log().note(config.path("rope_theta"), shortNumber(base),
                      "default of " + std::string(context.family.modelType), KeyReport::Use::Default);
    return base;
}

/// Whole numbers of pairs; anything else comes out as -1, which fits no axis.
std::vector<int> wholeNumbers(const std::vector<double>& values)
{
    std::vector<int> whole;
    for (const double value : values)
        whole.push_back(value >= 0.0 && value <= maximumHeadDim && value == std::floor(value) ? static_cast<int>(value)
                                                                                              : -1);
    return whole;
}

std::string sectionsProblem(const RotarySettings& layer, const nlohmann::json& written)
{
    const auto fits = requireAxesFit(layer);
    if (fits)
        return "";
    const std::string& message = fits.error().message;
    const std::size_t wanted = message.find("; ");
    return "is " + shortJson(written) + "; " + (wanted == std::string::npos ? message : message.substr(wanted + 2));
}

/// Positions with several axes: the sections of the dictionary, dealt as the family's code does, or its grid.
void readAxes(const ConfigContext& context, const ConfigKeys& rope, RotarySettings& layer)
{
    const std::vector<double> sections = rope.numbers("mrope_section", "pairs per axis", 8);
    const bool interleaved = rope.flag("mrope_interleaved", "axes alternate pair by pair").value_or(false);
    layer.axisRule = context.family.axes;
    if (sections.empty()) {
        dropUnfitAxes(layer);
        return;
    }
    if (layer.axisRule == AxisRule::None)
        layer.axisRule = interleaved ? AxisRule::Interleaved : AxisRule::Chunked;
    layer.axisSections = wholeNumbers(sections);
    if (const std::string problem = sectionsProblem(layer, *rope.peek("mrope_section")); !problem.empty())
        rope.fail("mrope_section", problem);
}

void readFactors(const ConfigKeys& rope, RotarySettings& layer)
{
    constexpr std::size_t maximumFactors = maximumHeadDim / 2;
    layer.shortFactors =
        rope.numbers("short_factor", "one divisor per pair up to the original context", maximumFactors);
    layer.longFactors = rope.numbers("long_factor", "one divisor per pair beyond the original context", maximumFactors);
    for (const std::string_view key : {"short_factor", "long_factor"})
        if (const nlohmann::json* list = rope.peek(key); list == nullptr || list->empty())
            rope.fail(key, std::string(list == nullptr ? "is missing" : "is empty") +
                               "; longrope needs one divisor for each of the " + std::to_string(layer.rotaryDim / 2) +
                               " pairs");
}

/// Lets the scheme itself refuse what does not fit together (number of factors, shapes).
void checkSchedule(const ConfigKeys& rope, const RotarySettings& layer)
{
    if (rope.log().failed())
        return;
    const auto schedule = scheduleOf(layer, 0);
    if (!schedule)
        rope.fail(schedule.error().field, schedule.error().message);
}

void readScheme(const ConfigContext& context, const ConfigKeys& rope, const LayerPlan& plan, RotarySettings& layer)
{
    const Scheme& named = readSchemeType(rope);
    const Scheme& scheme = named.id == "default" ? familyScheme(context) : named;
    const Contexts contexts = readContexts(context, rope, scheme);
    const HeadShape shape = readHeadShape(context, rope, scheme, plan.globalHeadDim);
    layer.scheme = scheme.id;
    layer.originalContext = contexts.original;
    layer.maximumContext = contexts.maximum;
    layer.headDim = shape.headDim;
    layer.rotaryDim = shape.rotaryDim;
    layer.rotatesTail = shape.rotatesTail;
    layer.base = readBase(context, rope, plan);
    layer.base = std::pow(layer.base, shape.baseExponent);
    layer.parameters = readParameters(context, rope, scheme, contexts);
    if (plan.unitAttentionFactor && layer.parameters.contains("attention_factor"))
        layer.parameters["attention_factor"] = 1.0;
    if (shape.isLatent && layer.parameters.contains("mla_softmax_scale"))
        layer.parameters["mla_softmax_scale"] = 1.0;
    if (scheme.id == "longrope")
        readFactors(rope, layer);
    readAxes(context, rope, layer);
    reportUnusedKeys(rope, scheme);
    checkSchedule(rope, layer);
    if (rope.log().failed())
        return;
    warnOfTrouble(rope, layer);
    reportDisagreements(rope, layer);
}

} // namespace

double checkedBase(const ConfigKeys& keys, std::string_view key, double base)
{
    if (base > 1.0 && base <= 1e15)
        return base;
    keys.fail(key, (key == "rope_ratio" ? "gives a base of " : "is ") + shortNumber(base) +
                       "; the base must lie above 1 and up to 1e15");
    return 10000.0;
}

RotarySettings readLayer(const ConfigContext& context, const LayerPlan& plan)
{
    static const nlohmann::json empty = nlohmann::json::object();
    const ConfigKeys rope(plan.rope != nullptr ? *plan.rope : empty, plan.ropePath, context.config.log());
    RotarySettings layer;
    layer.layerType = plan.layerType;
    layer.rotates = plan.rotates;
    layer.pairing = readPairing(context, rope);
    layer.negativeAngle = context.family.negativeAngle;
    readScheme(context, rope, plan, layer);
    return layer;
}

} // namespace rope

#include "core/model/config_layer.h"

#include "core/model/config_scheme.h"
#include "core/model/config_shape.h"
#include "core/model/disagreements.h"
#include "core/schemes/support.h"
#include "core/state/derived.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace rope {
namespace {

double readBase(const ConfigContext& context, const ConfigKeys& rope, const LayerPlan& plan)
{
    const ConfigKeys& config = context.config;
    constexpr std::string_view topKeys[] = {"rope_theta", "rotary_emb_base", "rope_base", "global_rope_theta"};
    const auto inside = rope.number("rope_theta", "base B");
    if (plan.base)
        return *plan.base;
    const auto top = config.firstNumber(topKeys, inside ? "base B, unless the rope dictionary has its own" : "base B");
    if (inside && top && *inside != *top)
        config.log().warn(
            "rope_theta stands at the top and in the rope dictionary with two values; the inner one wins.");
    if (inside || top)
        return inside ? *inside : *top;
    if (const auto ratio = config.number("rope_ratio", "base B = 10000 * ratio"))
        return 10000.0 * *ratio;
    const double base = context.family.base != 0.0 ? context.family.base : 10000.0;
    config.log().note(config.path("rope_theta"), shortNumber(base),
                      "default of " + std::string(context.family.modelType), KeyReport::Use::Default);
    return base;
}

void readAxes(const ConfigKeys& rope, RotarySettings& layer)
{
    const std::vector<double> sections = rope.numbers("mrope_section", "pairs per axis t, h, w", 8);
    const bool interleaved = rope.flag("mrope_interleaved", "axes alternate pair by pair").value_or(false);
    if (sections.empty())
        return;
    if (std::reduce(sections.begin(), sections.end()) != layer.rotaryDim / 2.0 ||
        std::ranges::any_of(sections, [](double s) { return s < 0.0 || s != std::floor(s); })) {
        rope.log().warn("The sections of mrope_section do not add up to " + std::to_string(layer.rotaryDim / 2) +
                        " pairs, so the axes are left out.");
        return;
    }
    layer.axisRule = interleaved ? AxisRule::Interleaved : AxisRule::Chunked;
    for (const double section : sections)
        layer.axisSections.push_back(static_cast<int>(section));
}

void readFactors(const ConfigKeys& rope, RotarySettings& layer)
{
    constexpr std::size_t maximumFactors = maximumHeadDim / 2;
    layer.shortFactors =
        rope.numbers("short_factor", "one divisor per pair up to the original context", maximumFactors);
    layer.longFactors = rope.numbers("long_factor", "one divisor per pair beyond the original context", maximumFactors);
    for (const std::string_view key : {"short_factor", "long_factor"})
        if (!rope.has(key))
            rope.fail(key, "is missing; longrope needs it");
}

void checkBase(const ConfigKeys& config, RotarySettings& layer)
{
    if (layer.base > 1.0 && layer.base <= 1e15)
        return;
    config.fail("rope_theta", "is " + shortNumber(layer.base) + "; it must lie above 1 and up to 1e15");
    layer.base = 10000.0;
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
    const Scheme& scheme = readSchemeType(rope);
    const Contexts contexts = readContexts(context, rope, scheme);
    const HeadShape shape = readHeadShape(context, rope, scheme, plan.globalHeadDim);
    layer.scheme = scheme.id;
    layer.originalContext = contexts.original;
    layer.maximumContext = contexts.maximum;
    layer.headDim = shape.headDim;
    layer.rotaryDim = shape.rotaryDim;
    layer.rotatesTail = shape.rotatesTail;
    layer.base = readBase(context, rope, plan);
    checkBase(context.config, layer);
    layer.base = std::pow(layer.base, shape.baseExponent);
    layer.parameters = readParameters(rope, scheme, contexts);
    if (plan.unitAttentionFactor && layer.parameters.contains("attention_factor"))
        layer.parameters["attention_factor"] = 1.0;
    if (shape.isLatent && layer.parameters.contains("mla_softmax_scale"))
        layer.parameters["mla_softmax_scale"] = 1.0;
    if (scheme.id == "longrope")
        readFactors(rope, layer);
    readAxes(rope, layer);
    reportUnusedKeys(rope, scheme);
    checkSchedule(rope, layer);
    if (rope.log().failed())
        return;
    warnOfTrouble(rope, layer);
    reportDisagreements(rope, layer);
}

} // namespace

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

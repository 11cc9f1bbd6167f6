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

constexpr std::string_view baseKeys[] = {"rope_theta",        "rotary_emb_base",         "rope_base",
                                         "global_rope_theta", "rope_freq_constant",      "rope_embedding_base",
                                         "rotary_base",       "position_embedding_base", "rope_freq_base",
                                         "rotary_theta",      "attn_config.rope_theta"};

std::optional<double> topBase(const ConfigKeys& config, bool insideGiven)
{
    const auto key = config.firstOf(baseKeys);
    const std::string decided = insideGiven ? "base B, unless the rope dictionary has its own" : "base B";
    const auto base = key ? config.number(*key, decided) : std::nullopt;
    if (!base || insideGiven)
        return base;
    config.settles("base", *key);
    return checkedBase(config, *key, *base);
}

double readBase(const ConfigContext& context, const ConfigKeys& rope, const LayerPlan& plan)
{
    const ConfigKeys& config = context.config;
    const auto inside = rope.number("rope_theta", "base B");
    if (plan.base) {
        plan.baseKey.empty() ? config.settles("base", context.familyDefault()) : config.settles("base", plan.baseKey);
        return *plan.base;
    }
    const auto top = topBase(config, inside.has_value());
    if (inside && top && *inside != *top)
        config.log().warn(
            "rope_theta stands at the top and in the rope dictionary with two values; the inner one wins.");
    if (inside)
        rope.settles("base", "rope_theta");
    if (inside || top)
        return inside ? checkedBase(rope, "rope_theta", *inside) : *top;
    if (const auto ratio = config.number("rope_ratio", "base B = 10000 * ratio")) {
        config.settles("base", Origin{"10000 * " + config.path("rope_ratio"), Origin::Kind::Rule});
        return checkedBase(config, "rope_ratio", 10000.0 * *ratio);
    }
    config.settles("base", context.familyDefault());
    const bool stated = context.family.states("rope_theta");
    const double base = stated ? context.family.number("rope_theta") : 10000.0;
    if (!stated)
        config.settles("base", Origin{"guessed after llama", Origin::Kind::Guess});
    config.log().note(config.path("rope_theta"), shortNumber(base), context.familyDefault().text,
                      KeyReport::Use::Default);
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
    if (context.axes != AxisRule::None) {
        layer.axisRule = context.axes;
        layer.axisSections = context.sections;
        if (const auto fits = requireAxesFit(layer); !fits)
            rope.fail("axes", fits.error().message);
        return;
    }
    const bool outside = context.whole != nullptr && context.whole->has("mrope_section");
    const ConfigKeys& keys = rope.has("mrope_section")                         ? rope
                             : context.config.has("mrope_section") || !outside ? context.config
                                                                               : *context.whole;
    const std::vector<double> sections = keys.numbers("mrope_section", "pairs per axis", 8);
    const bool interleaved = rope.flag("mrope_interleaved", "axes alternate pair by pair").value_or(false);
    layer.axisRule = context.family.axes;
    if (sections.empty()) {
        layer.axisSections = context.family.config.value("mrope_section", std::vector<int>{});
        if (!layer.axisSections.empty() && requireAxesFit(layer))
            keys.log().note(keys.path("mrope_section"), shortJson(context.family.config["mrope_section"]),
                            context.familyDefault().text, KeyReport::Use::Default);
        dropUnfitAxes(layer);
        return;
    }
    if (layer.axisRule == AxisRule::None)
        layer.axisRule = interleaved ? AxisRule::Interleaved : AxisRule::Chunked;
    layer.axisSections = wholeNumbers(sections);
    const std::string problem = sectionsProblem(layer, *keys.peek("mrope_section"));
    if (!problem.empty() && &keys == &rope)
        return keys.fail("mrope_section", problem);
    if (!problem.empty())
        keys.log().warn("The axes are left out, because " + keys.path("mrope_section") + " " + problem + ".");
    dropUnfitAxes(layer);
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

/// int(head dimension * share), where a list has a share for each layer.
int shareOf(const ConfigContext& context, double share, int headDim)
{
    const int rotary = static_cast<int>(headDim * std::clamp(share, 0.0, 1.0));
    if (rotary < 2 || rotary % 2 != 0)
        context.config.fail("partial_rotary_factors", "makes " + std::to_string(rotary) + " of " +
                                                          std::to_string(headDim) +
                                                          " channels turn; it must be an even number from 2 on");
    context.config.settles("rotary_dim",
                           Origin{"int(head dimension * partial_rotary_factors of the layer)", Origin::Kind::File});
    return std::max(rotary - rotary % 2, 2);
}

/// The indexer of sparse attention turns the first channels of heads of its own.
HeadShape indexerShape(const ConfigContext& context, HeadShape shape)
{
    const auto given = context.config.integer("index_head_dim", "head dimension of the indexer");
    shape.headDim = given.value_or(context.family.integer("index_head_dim"));
    given ? context.config.settles("head_dim", "index_head_dim")
          : context.config.settles("head_dim", context.familyDefault());
    if (shape.headDim < shape.rotaryDim || shape.headDim > maximumHeadDim || shape.headDim % 2 != 0)
        context.config.fail("index_head_dim", "is " + std::to_string(shape.headDim) +
                                                  "; it must be even and lie in the rotary dimension " +
                                                  std::to_string(shape.rotaryDim) + " ... " +
                                                  std::to_string(maximumHeadDim));
    shape.rotatesTail = false;
    shape.isLatent = false;
    return shape;
}

/// GLM's files say how the indexer pairs; DeepSeek's code has halves there.
PairLayout indexerPairing(const ConfigContext& context)
{
    if (const auto interleave = context.config.flag("indexer_rope_interleave", "how the indexer's channels pair")) {
        context.config.settles("pairing", "indexer_rope_interleave");
        return *interleave ? PairLayout::Interleaved : PairLayout::HalfSplit;
    }
    const bool neighbours = context.family.indexerInterleaves;
    context.config.settles(
        "pairing",
        Origin{neighbours ? "the indexer turns neighbours" : "the indexer turns halves", Origin::Kind::Rule,
               neighbours ? context.family.source : "deepseek-ai/DeepSeek-V3.2-Exp, inference/model.py, Indexer"});
    return neighbours ? PairLayout::Interleaved : PairLayout::HalfSplit;
}

/// The attention factor is a key of the file or follows from the scheme; the softmax factor always follows.
void settleFactors(const ConfigKeys& rope, const RotarySettings& layer)
{
    const auto given = layer.parameters.find("attention_factor");
    const bool isGiven = given != layer.parameters.end() && given->second >= 0.0;
    if (isGiven && rope.has("attention_factor"))
        rope.settles("attention_factor", "attention_factor");
    else
        rope.settles("attention_factor", Origin{"rule of the scheme " + layer.scheme, Origin::Kind::Rule});
    rope.settles("softmax_scale_factor", Origin{"rule of the scheme " + layer.scheme, Origin::Kind::Rule});
}

void readScheme(const ConfigContext& context, const ConfigKeys& rope, const LayerPlan& plan, RotarySettings& layer)
{
    const Scheme& named = readSchemeType(context, rope);
    const Scheme& scheme = named.isPlain ? familyScheme(context) : named;
    const Contexts contexts = readContexts(context, rope, scheme);
    HeadShape shape = readHeadShape(context, rope, scheme, plan.globalHeadDim);
    if (plan.share)
        shape.rotaryDim = shareOf(context, *plan.share, shape.headDim);
    if (plan.isIndexer)
        shape = indexerShape(context, shape);
    layer.scheme = scheme.id;
    layer.originalContext = contexts.original;
    layer.maximumContext = contexts.maximum;
    layer.headDim = shape.headDim;
    layer.rotaryDim = shape.rotaryDim;
    layer.rotatesTail = shape.rotatesTail;
    layer.base = readBase(context, rope, plan);
    layer.base = std::pow(layer.base, shape.baseExponent);
    layer.parameters = readParameters(context, rope, scheme, contexts);
    if (plan.unitAttentionFactor && layer.parameters.contains("attention_factor")) {
        layer.parameters["attention_factor"] = 1.0;
        rope.settles("scheme.attention_factor", Origin{"the family's code sets it to 1", Origin::Kind::FamilyDefault});
    }
    if (shape.isLatent && layer.parameters.contains("mla_softmax_scale")) {
        layer.parameters["mla_softmax_scale"] = 1.0;
        rope.settles(
            "scheme.mla_softmax_scale",
            Origin{"multi-head latent attention scales its scores by m(s, mscale_all_dim)^2", Origin::Kind::Rule});
    }
    settleFactors(rope, layer);
    if (scheme.takesLists)
        readFactors(rope, layer);
    readAxes(context, rope, layer);
    reportUnusedKeys(rope, scheme);
    checkSchedule(rope, layer);
    if (rope.log().failed())
        return;
    warnOfTrouble(rope, layer, contexts.maximumGiven);
    if (!context.translated)
        reportDisagreements(rope, layer);
}

} // namespace

Origin ConfigContext::familyDefault() const
{
    if (familyKnown)
        return {"default of " + family.modelType, Origin::Kind::FamilyDefault, family.source};
    return {"guessed after " + family.modelType, Origin::Kind::Guess};
}

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
    const nlohmann::json& own = plan.rope != nullptr ? *plan.rope : empty;
    const ConfigKeys rope(plan.merged.is_null() ? own : plan.merged, plan.ropePath, context.config.log());
    RotarySettings layer;
    context.config.log().beginPart(plan.layers);
    layer.layerType = plan.layerType;
    layer.rotates = plan.rotates;
    layer.pairing = plan.isIndexer ? indexerPairing(context) : readPairing(context, rope);
    layer.negativeAngle = context.family.negativeAngle;
    readScheme(context, rope, plan, layer);
    return layer;
}

} // namespace rope

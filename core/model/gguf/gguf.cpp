#include "core/model/gguf/gguf.h"

#include "core/base/plain_text.h"
#include "core/model/config/layer_scheme.h"
#include "core/model/gguf/gguf_arch.h"
#include "core/model/gguf/gguf_divisors.h"
#include "core/model/gguf/gguf_keys.h"
#include "core/schemes/registry.h"
#include "core/schemes/support.h"
#include "core/state/axes.h"

#include <algorithm>
#include <cmath>

namespace rope {
namespace {

using Kind = Origin::Kind;
constexpr const char* loader = "llama.cpp, src/llama-model.cpp";

/// A parameter of the scheme that this key of the file decides, or the loader's default.
void setParameter(const GgufKeys& keys, RotarySettings& layer, const std::string& id, double value,
                  const std::string& key)
{
    layer.parameters[id] = value;
    keys.settles("scheme." + id, key, {"default of llama.cpp", Kind::FamilyDefault, loader});
}

/// Where a head dimension that no key states came from.
Origin quotientOrigin(const GgufKeys& keys)
{
    const bool said = keys.has("embedding_length") && keys.has("attention.head_count");
    return {keys.path("embedding_length") + " / " + keys.path("attention.head_count"), said ? Kind::Rule : Kind::Guess};
}

int headDimOf(const GgufKeys& keys, const std::string& suffix)
{
    for (const std::string& key : {std::string("attention.key_length_mla"), "attention.key_length" + suffix,
                                   std::string("attention.key_length")})
        if (keys.has(key)) {
            keys.settles("head_dim", key, {});
            return keys.integerOr(key, "head dimension", 1);
        }
    keys.log().setOrigin("head_dim", quotientOrigin(keys));
    const int embedding = keys.integerOr("embedding_length", "head dimension = embedding / heads", 4096);
    const int heads = keys.integerOr("attention.head_count", "head dimension = embedding / heads", 32);
    return embedding / std::max(heads, 1);
}

void readShape(const GgufKeys& keys, const std::string& suffix, RotarySettings& layer)
{
    layer.headDim = headDimOf(keys, suffix);
    const std::string key =
        keys.has("rope.dimension_count" + suffix) ? "rope.dimension_count" + suffix : "rope.dimension_count";
    layer.rotaryDim = keys.integerOr(key, "rotary dimension", layer.headDim);
    keys.settles("rotary_dim", key, {"the head dimension, where no key says less", Kind::Rule, loader});
    const bool headFits = layer.headDim >= 2 && layer.headDim <= maximumHeadDim && layer.headDim % 2 == 0;
    const bool rotaryFits = layer.rotaryDim >= 2 && layer.rotaryDim <= layer.headDim && layer.rotaryDim % 2 == 0;
    if (!headFits)
        keys.log().fail(keys.path("attention.key_length"), "comes to " + std::to_string(layer.headDim) +
                                                               "; it must be even and lie in 2 ... " +
                                                               std::to_string(maximumHeadDim));
    else if (!rotaryFits)
        keys.log().fail(keys.path(key), "comes to " + std::to_string(layer.rotaryDim) +
                                            "; it must be even and at most the head dimension " +
                                            std::to_string(layer.headDim));
    layer.rotatesTail = keys.has("attention.kv_lora_rank") && layer.rotaryDim < layer.headDim;
}

void setFactor(const GgufKeys& keys, double factor, RotarySettings& layer)
{
    setParameter(keys, layer, "factor", factor,
                 keys.has("rope.scaling.factor") ? "rope.scaling.factor" : "rope.scale_linear");
}

void readYarn(const GgufKeys& keys, double factor, RotarySettings& layer)
{
    useScheme(layer, "yarn");
    setFactor(keys, factor, layer);
    for (const auto& [id, initial] : {std::pair{"beta_fast", 32.0}, {"beta_slow", 1.0}}) {
        const std::string key = std::string("rope.scaling.yarn_") + id;
        setParameter(keys, layer, id, keys.numberOr(key, std::string(id) + " of yarn", initial), key);
    }
    if (const auto multiplier = keys.number("rope.scaling.yarn_log_multiplier", "mscale of yarn / 10");
        multiplier && *multiplier > 0.0) {
        for (const char* id : {"mscale", "mscale_all_dim"})
            setParameter(keys, layer, id, *multiplier * 10.0, "rope.scaling.yarn_log_multiplier");
        setParameter(keys, layer, "mla_softmax_scale", keys.has("attention.kv_lora_rank") ? 1.0 : 0.0,
                     "attention.kv_lora_rank");
    } else if (const auto attention = keys.number("rope.scaling.attn_factor", "multiplies the attention factor")) {
        setParameter(keys, layer, "attention_factor", *attention * (factor <= 1.0 ? 1.0 : 0.1 * std::log(factor) + 1.0),
                     "rope.scaling.attn_factor");
        keys.settles("attention_factor", "rope.scaling.attn_factor", {});
    }
}

/// llama.cpp reads the two betas of few architectures.
void tellOfBetas(const GgufKeys& keys, const RotarySettings& layer)
{
    const bool isRead = keys.architecture() == "grok" || keys.architecture() == "mistral3";
    const bool isUsual = layer.parameters.at("beta_fast") == 32.0 && layer.parameters.at("beta_slow") == 1.0;
    if (!isRead && !isUsual)
        keys.log().disagree(keys.path("rope.scaling.yarn_beta_fast"),
                            "llama.cpp reads the two betas for grok and mistral3 only and takes 32 and 1 here.");
}

void readScaling(const GgufKeys& keys, RotarySettings& layer)
{
    useScheme(layer, "default");
    auto factor = keys.number("rope.scaling.factor", "factor s");
    if (!factor)
        factor = keys.number("rope.scale_linear", "factor s, old key");
    const std::string type = keys.text("rope.scaling.type", "scheme").value_or(factor ? "linear" : "none");
    keys.settles("scheme", "rope.scaling.type",
                 {factor ? "a factor without a type is linear" : "no scaling type is given, so nothing is scaled",
                  Kind::Rule, loader});
    const double s = factor.value_or(1.0) == 0.0 ? 1.0 : factor.value_or(1.0);
    if (type == "linear" && s != 1.0) {
        useScheme(layer, "linear");
        setFactor(keys, s, layer);
    } else if (type == "yarn") {
        readYarn(keys, s, layer);
        tellOfBetas(keys, layer);
    } else if (type != "linear" && type != "none" && type != "longrope") {
        keys.log().fail(keys.path("rope.scaling.type"),
                        "is " + printable(type) + "; it must be none, linear, yarn or longrope");
    }
}

/// Pairs per axis; the zeros that fill the list up to four are no axes.
std::vector<int> sectionsIn(const std::vector<double>& list)
{
    std::vector<int> sections;
    for (const double section : list)
        sections.push_back(section >= 0.0 && section <= maximumHeadDim ? static_cast<int>(section) : -1);
    while (!sections.empty() && sections.back() == 0)
        sections.pop_back();
    return sections;
}

void readAxes(const GgufKeys& keys, RotarySettings& layer)
{
    layer.axisSections = sectionsIn(keys.list("rope.dimension_sections"));
    if (layer.axisSections.empty())
        return;
    const bool alternate =
        rotationOfArchitecture(keys.architecture()).kind == ArchitectureRotation::Kind::InterleavedMultiAxis;
    layer.axisRule = alternate ? AxisRule::Interleaved : AxisRule::Chunked;
    if (const auto fits = requireAxesFit(layer); !fits) {
        keys.log().warn("The axes are left out, because " + keys.path("rope.dimension_sections") + " " +
                        fits.error().message + ".");
        return dropUnfitAxes(layer);
    }
    keys.log().note(keys.path("rope.dimension_sections"), "[" + std::to_string(layer.axisSections.size()) + " entries]",
                    "pairs per axis t, h, w");
}

void readContexts(const GgufKeys& keys, RotarySettings& layer)
{
    layer.maximumContext = keys.integerOr("context_length", "maximum context", 4096);
    layer.originalContext = layer.maximumContext;
    keys.settles("maximum_context", "context_length", {"nothing says it", Kind::Guess});
    keys.settles("original_context", "rope.scaling.original_context_length",
                 {"the same as the maximum context, for nothing else is said",
                  keys.has("context_length") ? Kind::Rule : Kind::Guess});
    if (keys.has("rope.scaling.original_context_length"))
        layer.originalContext = keys.integerOr("rope.scaling.original_context_length", "original context L", 4096);
}

/// Refuses models that turn nothing, and marks the pairing of an architecture that is in no list as a guess.
PairLayout readPairing(const GgufKeys& keys)
{
    const ArchitectureRotation rotation = rotationOfArchitecture(keys.architecture());
    const std::string name = printable(keys.architecture());
    if (!rotation.rotates())
        keys.log().fail("general.architecture", "is " + name + ", which has no rotary embedding");
    if (finetunedIsASwitch(keys.architecture()) &&
        keys.numberOr("rope.scaling.finetuned", "whether this model turns at all", 1.0) == 0.0)
        keys.log().fail(keys.path("rope.scaling.finetuned"),
                        "is false, and then llama.cpp turns nothing in a " + name + " model: it has no positions");
    const char* words = rotation.pairing() == PairLayout::Interleaved ? "interleaved" : "half-split";
    keys.log().setOrigin("pairing", rotation.isKnown ? Origin{"how llama.cpp runs " + name, Kind::Rule, loader}
                                                     : Origin{name + " is in no list of architectures", Kind::Guess});
    if (rotation.isKnown)
        keys.log().note("pairing", words, "as llama.cpp runs " + name, KeyReport::Use::Default);
    else {
        keys.log().note("pairing", words, "a guess: " + name + " is in no list of architectures",
                        KeyReport::Use::Default);
        keys.log().warn("The architecture " + name +
                        " is not known here: its pairs are taken as half-split, which is a guess; set model.pairing "
                        "where you know better.");
    }
    return rotation.pairing();
}

void checkLayer(const GgufKeys& keys, const RotarySettings& layer)
{
    if (!(layer.base > 1.0 && layer.base <= 1e15))
        return keys.log().fail(keys.path("rope.freq_base"),
                               "is " + shortNumber(layer.base) + "; it must lie above 1 and up to 1e15");
    for (const Parameter& parameter : findScheme(layer.scheme)->parameters) {
        const double value = layer.parameters.at(std::string(parameter.id));
        if (!(value >= parameter.minimum && value <= parameter.maximum))
            keys.log().fail(keys.path("rope.scaling"), std::string(parameter.id) + " is " + shortNumber(value) +
                                                           "; it must lie in " + shortNumber(parameter.minimum) +
                                                           " ... " + shortNumber(parameter.maximum));
    }
}

/// Names in one sentence what had to be assumed beside pairing and base, which have sentences of their own.
void tellOfGuesses(const GgufKeys& keys)
{
    for (const auto& [value, words] : {std::pair{"head_dim", "the head dimension"}, {"maximum_context", "the context"}})
        if (keys.log().isGuess(value))
            keys.log().warn(std::string("The file does not say ") + words + "; what is shown is a guess.");
}

/// What no key decided follows from the scheme.
void settleRest(const GgufKeys& keys, const RotarySettings& layer)
{
    const Origin rule{"rule of the scheme " + layer.scheme, Kind::Rule};
    for (const char* value : {"attention_factor", "softmax_scale_factor"})
        if (!keys.log().hasOrigin(value))
            keys.log().setOrigin(value, rule);
    for (const auto& [id, value] : layer.parameters)
        if (!keys.log().hasOrigin("scheme." + id))
            keys.log().setOrigin("scheme." + id, {"default of the scheme " + layer.scheme, Kind::Rule});
}

RotarySettings readMainLayer(const GgufKeys& keys, const GgufTensorReader& readTensor)
{
    RotarySettings layer;
    layer.pairing = readPairing(keys);
    readShape(keys, "", layer);
    readContexts(keys, layer);
    layer.base = keys.numberOr("rope.freq_base", "base B", 10000.0);
    keys.settles("base", "rope.freq_base", {"what llama.cpp takes where the file is silent", Kind::Guess, loader});
    if (!keys.has("rope.freq_base"))
        keys.log().warn("The file names no " + keys.path("rope.freq_base") +
                        ": the base 10000 is a guess, what llama.cpp takes then, not a reading of this file.");
    readScaling(keys, layer);
    if (!keys.log().failed())
        readDivisors(keys, readTensor, layer);
    readAxes(keys, layer);
    checkLayer(keys, layer);
    settleRest(keys, layer);
    return layer;
}

/// Sliding-window layers with a base of their own are never scaled.
RotarySettings slidingLayer(const GgufKeys& keys, RotarySettings layer, double base)
{
    layer.layerType = "sliding_attention";
    keys.log().repeatPart();
    if (const double own = slidingBaseOfArchitecture(keys.architecture()); own > 0.0)
        keys.log().setOrigin("base", {"base of sliding layers in llama.cpp", Kind::FamilyDefault, loader});
    if (keys.has("rope.freq_base_swa"))
        keys.settles("base", "rope.freq_base_swa", {});
    for (const char* value : {"scheme", "attention_factor", "softmax_scale_factor"})
        keys.log().setOrigin(value, {"sliding layers with a base of their own are not scaled", Kind::Rule, loader});
    layer.base = keys.numberOr("rope.freq_base_swa", "base B of sliding attention", base);
    readShape(keys, "_swa", layer);
    useScheme(layer, "default");
    layer.shortFactors.clear();
    layer.longFactors.clear();
    checkLayer(keys, layer);
    return layer;
}

std::vector<RotarySettings> readLayers(const GgufKeys& keys, const GgufTensorReader& readTensor)
{
    std::vector<RotarySettings> layers = {readMainLayer(keys, readTensor)};
    const double slidingBase = slidingBaseOfArchitecture(keys.architecture());
    const bool noRope = noRopeIntervalOfArchitecture(keys.architecture()) > 0;
    if (slidingBase > 0.0 || keys.has("rope.freq_base_swa")) {
        layers.front().layerType = "full_attention";
        layers.push_back(slidingLayer(keys, layers.front(), slidingBase > 0.0 ? slidingBase : layers.front().base));
    } else if (noRope || (fullAttentionHasNoRope(keys.architecture()) && keys.has("attention.sliding_window"))) {
        layers.push_back(layers.front());
        keys.log().repeatPart();
        layers[0].layerType = noRope ? "rope" : "sliding_attention";
        layers[1].layerType = noRope ? "no_rope" : "full_attention";
        layers[1].rotates = false;
    }
    return layers;
}

/// Names the remaining keys of rotation that decided nothing.
void reportIgnored(const GgufHeader& header, std::string_view architecture, ReadLog& log)
{
    constexpr std::string_view known[] = {"yarn_ext_factor", "yarn_attn_factor", "finetuned"};
    for (const auto& [key, value] : header.values)
        for (const std::string_view name : known)
            if (name == "finetuned" && finetunedIsASwitch(architecture))
                continue;
            else if (key.ends_with("rope.scaling." + std::string(name)))
                log.note(printable(key), "", "overwritten by llama.cpp when it loads", KeyReport::Use::Ignored);
}

} // namespace

Result<ModelFile> readGgufHeader(const GgufHeader& header, std::string name, const GgufTensorReader& readTensor)
{
    ReadLog log;
    const GgufKeys keys(header, log);
    ModelSettings model;
    const auto title = header.values.find("general.name");
    const auto* text = title == header.values.end() ? nullptr : std::get_if<std::string>(&title->second);
    model.name = printable(text != nullptr && !text->empty() ? *text : name);
    model.source = std::move(name);
    log.setFormat("GGUF", printable(keys.architecture()));
    model.layers = readLayers(keys, readTensor);
    tellOfGuesses(keys);
    reportIgnored(header, keys.architecture(), log);
    return std::move(log).finish(std::move(model));
}

Result<ModelFile> readGguf(std::string_view bytes, std::string name)
{
    const auto header = parseGgufHeader(bytes);
    if (!header)
        return tl::unexpected(header.error());
    const auto readTensor = [&](const GgufTensor& tensor) -> Result<std::vector<double>> {
        const auto range = floatRange(*header, tensor, bytes.size());
        if (!range)
            return tl::unexpected(range.error());
        return decodeFloats(bytes.substr(range->first, range->size), header->bigEndian);
    };
    return readGgufHeader(*header, std::move(name), readTensor);
}

} // namespace rope

#include "core/model/config/config_shape.h"

#include "core/schemes/support.h"

#include <algorithm>
#include <span>

namespace rope {
namespace {

constexpr double maximumConfigContext = 1e9; ///< tokens: far beyond any model

std::string defaultOf(const Family& family)
{
    return "default of " + std::string(family.modelType);
}

int given(const ConfigContext& context, std::span<const std::string_view> keys, int fallback, int llama,
          std::string_view decided)
{
    const ConfigKeys& config = context.config;
    if (const auto value = config.firstInteger(keys, decided)) {
        if (*value < 1)
            config.fail(keys.front(), "is " + std::to_string(*value) + "; it must be at least 1");
        return std::max(*value, 1);
    }
    const int value = fallback != 0 ? fallback : llama;
    config.log().note(config.path(keys.front()), std::to_string(value),
                      fallback != 0 ? defaultOf(context.family) : "default of llama", KeyReport::Use::Default);
    return value;
}

void warnOfMissingShape(const ConfigContext& context, std::span<const std::string_view> hiddenKeys,
                        std::span<const std::string_view> headKeys)
{
    const auto present = [&](std::string_view key) {
        return context.config.has(key);
    };
    if (std::ranges::none_of(hiddenKeys, present) || std::ranges::none_of(headKeys, present))
        context.config.log().warn("The file gives no head dimension, nor hidden size and heads; the defaults of " +
                                  std::string(context.family.modelType) + " are assumed.");
}

int hiddenOverHeads(const ConfigContext& context)
{
    constexpr std::string_view hiddenKeys[] = {"hidden_size", "n_embd", "d_model", "dim"};
    constexpr std::string_view headKeys[] = {"num_attention_heads", "n_head", "n_heads", "num_heads"};
    const int hidden =
        given(context, hiddenKeys, context.family.hiddenSize, 4096, "head dimension = hidden size / heads");
    warnOfMissingShape(context, hiddenKeys, headKeys);
    const int heads = given(context, headKeys, context.family.heads, 32, "head dimension = hidden size / heads");
    if (hidden % heads != 0)
        context.config.log().warn("The hidden size " + std::to_string(hidden) + " is not a multiple of " +
                                  std::to_string(heads) + " heads; the head dimension is rounded down.");
    return hidden / heads;
}

int plainHeadDim(const ConfigContext& context, bool global)
{
    if (global)
        if (const auto value = context.config.integer("global_head_dim", "head dimension of full attention"))
            return *value;
    constexpr std::string_view keys[] = {"head_dim", "kv_channels", "attention_head_dim"};
    if (const auto value = context.config.firstInteger(keys, "head dimension"))
        return *value;
    if (context.family.headDim != 0) {
        context.config.log().note(context.config.path("head_dim"), std::to_string(context.family.headDim),
                                  defaultOf(context.family), KeyReport::Use::Default);
        return context.family.headDim;
    }
    return hiddenOverHeads(context);
}

/// Multi-head latent attention: rotary channels stand behind the others in each head.
HeadShape latentShape(const ConfigContext& context, int rotary)
{
    const ConfigKeys& config = context.config;
    const int plain = config.integer("qk_nope_head_dim", "channels of the head that do not turn").value_or(0);
    const int stated = config.integer("head_dim", "head dimension, where it exceeds the rotary part").value_or(0);
    HeadShape shape;
    shape.rotaryDim = rotary;
    shape.headDim = stated > rotary ? stated : rotary + std::max(plain, 0);
    shape.rotatesTail = shape.headDim > rotary;
    shape.isLatent = config.has("kv_lora_rank") || plain > 0;
    return shape;
}

std::optional<double> partialFactor(const ConfigContext& context, const ConfigKeys& rope)
{
    constexpr std::string_view keys[] = {"partial_rotary_factor", "rotary_pct", "rope_pct", "rotary_percent",
                                         "rotary_emb_fraction"};
    constexpr std::string_view decided = "rotary dimension = int(head dimension * share)";
    if (const auto inside = rope.number("partial_rotary_factor", decided))
        return inside;
    if (const auto top = context.config.firstNumber(keys, decided))
        return top;
    if (context.family.partialRotaryFactor == 0.0)
        return std::nullopt;
    context.config.log().note(context.config.path("partial_rotary_factor"),
                              shortNumber(context.family.partialRotaryFactor), defaultOf(context.family),
                              KeyReport::Use::Default);
    return context.family.partialRotaryFactor;
}

int rotaryDimOf(const ConfigContext& context, const ConfigKeys& rope, int headDim)
{
    if (const auto rotary = context.config.integer("rotary_dim", "rotary dimension"))
        return *rotary;
    const auto share = partialFactor(context, rope);
    if (!share)
        return headDim;
    if (*share <= 0.0 || *share > 1.0) {
        rope.fail("partial_rotary_factor", "is " + shortNumber(*share) + "; it must lie above 0 and up to 1");
        return headDim;
    }
    return static_cast<int>(headDim * *share);
}

/// transformers turns d + 1 channels for an odd d with exponents over d: the same as d + 1 with base B^((d+1)/d).
void roundUpOddRotary(const ConfigContext& context, HeadShape& shape)
{
    if (shape.rotaryDim % 2 == 0 || shape.rotaryDim < 1 || shape.rotaryDim >= shape.headDim)
        return;
    shape.baseExponent = (shape.rotaryDim + 1.0) / shape.rotaryDim;
    context.config.log().warn(
        "The rotary dimension " + std::to_string(shape.rotaryDim) +
        " is odd: as in transformers one more channel turns, with exponents over the odd number.");
    ++shape.rotaryDim;
}

void checkShape(const ConfigContext& context, HeadShape& shape)
{
    const ConfigKeys& config = context.config;
    if (shape.headDim < 2 || shape.headDim > maximumHeadDim || shape.headDim % 2 != 0)
        config.fail("head_dim", "comes to " + std::to_string(shape.headDim) + "; it must be even and lie in 2 ... " +
                                    std::to_string(maximumHeadDim));
    else if (shape.rotaryDim < 2 || shape.rotaryDim > shape.headDim || shape.rotaryDim % 2 != 0)
        config.fail("rotary_dim", "comes to " + std::to_string(shape.rotaryDim) +
                                      "; it must be even and lie in 2 ... the head dimension " +
                                      std::to_string(shape.headDim));
    else
        return;
    shape = HeadShape{};
}

double checkedContext(const ConfigKeys& keys, std::string_view key, double value)
{
    if (value >= 1.0 && value <= maximumConfigContext)
        return value;
    keys.fail(key, "is " + shortNumber(value) + "; it must lie in 1 ... 1e9 tokens");
    return 2048.0;
}

bool needsOriginal(const Scheme& scheme)
{
    return scheme.id == "yarn" || scheme.id == "llama3" || scheme.id == "longrope";
}

} // namespace

HeadShape readHeadShape(const ConfigContext& context, const ConfigKeys& rope, const Scheme& scheme, bool globalHeadDim)
{
    HeadShape shape;
    const auto latent = context.config.integer("qk_rope_head_dim", "rotary dimension");
    if (latent && *latent < 0)
        context.config.fail("qk_rope_head_dim", "is " + std::to_string(*latent) + "; it must be even and at least 2");
    if (latent && *latent > 0) {
        shape = latentShape(context, *latent);
    } else {
        shape.headDim = plainHeadDim(context, globalHeadDim);
        shape.rotaryDim = scheme.id == "proportional" ? shape.headDim : rotaryDimOf(context, rope, shape.headDim);
        shape.rotatesTail = context.family.rotatesTail && shape.rotaryDim < shape.headDim;
    }
    roundUpOddRotary(context, shape);
    checkShape(context, shape);
    return shape;
}

Contexts readContexts(const ConfigContext& context, const ConfigKeys& rope, const Scheme& scheme)
{
    constexpr std::string_view maximumKeys[] = {
        "max_position_embeddings", "n_positions", "n_ctx", "seq_length", "max_sequence_length", "max_seq_len",
        "max_context_length"};
    constexpr std::string_view key = "original_max_position_embeddings";
    const ConfigKeys& config = context.config;
    const int maximum = given(context, maximumKeys, context.family.maximumContext, 2048, "maximum context");
    const double checked = checkedContext(config, "max_position_embeddings", maximum);
    const auto top = config.number(key, "original context L");
    const auto inside = rope.number(key, top ? "the value at the top of the file wins" : "original context L");
    if (top || inside)
        return {checkedContext(top ? config : rope, key, top ? *top : *inside), checked, true};
    if (scheme.id == "dynamic_steps")
        if (const auto trained = config.number("seq_length", "training context L, where the base begins to grow"))
            return {checkedContext(config, "seq_length", *trained), checked, true};
    if (needsOriginal(scheme))
        config.log().warn("No original_max_position_embeddings is given, so the original context is taken to be the "
                          "maximum, " +
                          std::to_string(maximum) + " tokens.");
    return {checked, checked, false};
}

PairLayout readPairing(const ConfigContext& context, const ConfigKeys& rope)
{
    const ConfigKeys& config = context.config;
    for (const char* key : {"rope_interleave", "rotary_emb_interleaved"})
        if (const auto interleave = config.flag(key, "how channels pair"))
            return *interleave ? PairLayout::Interleaved : PairLayout::HalfSplit;
    const nlohmann::json* type = rope.peek("rope_type");
    const bool gptj = type != nullptr && *type == "gptj";
    const PairLayout pairing = gptj ? PairLayout::Interleaved : context.family.pairing;
    config.log().note("pairing", pairing == PairLayout::Interleaved ? "interleaved" : "half-split",
                      gptj ? "rope_type gptj" : "as in the code of " + std::string(context.family.modelType),
                      KeyReport::Use::Default);
    return pairing;
}

} // namespace rope

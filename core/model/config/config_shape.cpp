#include "core/model/config/config_shape.h"

#include "core/schemes/support.h"
#include "core/state/axes.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace rope {
namespace {

constexpr double maximumConfigContext = 1e9; ///< tokens: far beyond any model

std::string defaultText(const ConfigContext& context, bool ofFamily)
{
    return ofFamily ? context.familyDefault().text : "guessed after llama";
}

/// Where a value came from that no key gives: the family's default, or llama's, which is a guess.
Origin defaultOrigin(const ConfigContext& context, bool ofFamily)
{
    return ofFamily ? context.familyDefault() : Origin{defaultText(context, false), Origin::Kind::Guess};
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
    config.log().note(config.path(keys.front()), std::to_string(value), defaultText(context, fallback != 0),
                      KeyReport::Use::Default);
    return value;
}

/// A value that the family's code has where the file is silent, noted as such.
template <class Number>
Number takeDefault(const ConfigContext& context, std::string_view value, const char* key, Number usual)
{
    context.config.log().note(context.config.path(key), shortNumber(usual), context.familyDefault().text,
                              KeyReport::Use::Default);
    context.config.settles(value, context.familyDefault());
    return usual;
}

void warnOfMissingShape(const ConfigContext& context, std::span<const std::string_view> hiddenKeys,
                        std::span<const std::string_view> headKeys)
{
    const auto present = [&](std::string_view key) {
        return context.config.has(key);
    };
    if (std::ranges::none_of(hiddenKeys, present) || std::ranges::none_of(headKeys, present))
        context.config.log().warn("The file gives no head dimension, nor hidden size and heads; the defaults of " +
                                  context.family.modelType + " are assumed.");
}

constexpr std::string_view usualHiddenKeys[] = {"hidden_size", "n_embd", "d_model", "dim"};
constexpr std::string_view towersHiddenKeys[] = {"embed_dim"};

/// Qwen2-VL's vision tower has its own width under embed_dim and the language model's under hidden_size.
std::span<const std::string_view> hiddenKeysOf(const ConfigContext& context)
{
    return context.family.states("embed_dim") ? std::span<const std::string_view>(towersHiddenKeys) : usualHiddenKeys;
}

const char* hiddenKeyOf(const ConfigContext& context)
{
    return context.family.states("embed_dim") ? "embed_dim" : "hidden_size";
}

constexpr std::string_view headKeys[] = {"num_attention_heads", "n_head", "n_heads", "num_heads"};

void settleHiddenOverHeads(const ConfigContext& context)
{
    const ConfigKeys& config = context.config;
    const auto hidden = config.firstOf(hiddenKeysOf(context));
    const auto heads = config.firstOf(headKeys);
    if (hidden && heads)
        return config.settles("head_dim", Origin{config.log().sourceOf(config.path(*hidden)).text + " / " +
                                                     config.log().sourceOf(config.path(*heads)).text,
                                                 Origin::Kind::Rule});
    const bool known = context.family.states(hiddenKeyOf(context)) && context.family.states("num_attention_heads");
    Origin origin = defaultOrigin(context, known);
    origin.text = "hidden size / heads, " + origin.text;
    config.settles("head_dim", std::move(origin));
}

int hiddenOverHeads(const ConfigContext& context)
{
    const int hidden = given(context, hiddenKeysOf(context), context.family.integer(hiddenKeyOf(context)), 4096,
                             "head dimension = hidden size / heads");
    warnOfMissingShape(context, hiddenKeysOf(context), headKeys);
    const int heads = given(context, headKeys, context.family.integer("num_attention_heads"), 32,
                            "head dimension = hidden size / heads");
    settleHiddenOverHeads(context);
    if (hidden % heads != 0)
        context.config.log().warn("The hidden size " + std::to_string(hidden) + " is not a multiple of " +
                                  std::to_string(heads) + " heads; the head dimension is rounded down.");
    return hidden / heads;
}

int plainHeadDim(const ConfigContext& context, bool global)
{
    if (global)
        if (const auto value = context.config.integer("global_head_dim", "head dimension of full attention")) {
            context.config.settles("head_dim", "global_head_dim");
            return *value;
        }
    constexpr std::string_view keys[] = {"head_dim", "kv_channels", "attention_head_dim"};
    if (const auto key = context.config.firstOf(keys)) {
        context.config.settles("head_dim", *key);
        return context.config.integer(*key, "head dimension").value_or(2);
    }
    if (const int usual = context.family.integer("head_dim"); usual != 0)
        return takeDefault(context, "head_dim", "head_dim", usual);
    return hiddenOverHeads(context);
}

/// Channels of a latent head, and the key or the sum they come from: qk_head_dim, else qk_nope + qk_rope, else head_dim
/// where it exceeds the rotary part.
int latentHeadDim(const ConfigContext& context, int rotary, int plain)
{
    const ConfigKeys& config = context.config;
    const auto whole = config.integer("qk_head_dim", "head dimension");
    const auto stated = config.integer("head_dim", plain > 0 ? "not the head's: the channels that turn are apart"
                                                             : "head dimension, where it exceeds the rotary part");
    const int sum = rotary + std::max(plain, 0);
    if (whole && plain > 0 && *whole != sum)
        config.log().warn("qk_head_dim is " + std::to_string(*whole) + ", but qk_nope_head_dim + qk_rope_head_dim is " +
                          std::to_string(sum) + "; the sum is taken.");
    if (stated && plain > 0 && *stated != sum && *stated != rotary)
        config.log().warn("head_dim is " + std::to_string(*stated) +
                          ", but the heads of queries and keys have qk_nope_head_dim + qk_rope_head_dim = " +
                          std::to_string(sum) + " channels; the sum is taken.");
    if (plain > 0) {
        const bool given = config.has("qk_nope_head_dim") || config.has("qk_rope_head_dim");
        Origin origin = given ? Origin{"", Origin::Kind::Rule} : context.familyDefault();
        origin.text = config.path("qk_nope_head_dim") + " + " + config.path("qk_rope_head_dim") +
                      (given ? "" : ", " + origin.text);
        config.settles("head_dim", std::move(origin));
        return sum;
    }
    const bool fromWhole = whole && *whole >= rotary;
    const bool fromStated = !fromWhole && stated && *stated > rotary;
    const int usual = context.family.integer("head_dim");
    if (!fromWhole && !stated && usual > rotary)
        return takeDefault(context, "head_dim", "head_dim", usual);
    config.settles("head_dim", fromWhole ? "qk_head_dim" : fromStated ? "head_dim" : "qk_rope_head_dim");
    return fromWhole ? *whole : fromStated ? *stated : rotary;
}

/// Multi-head latent attention: rotary channels stand behind the others in each head.
HeadShape latentShape(const ConfigContext& context, int rotary)
{
    const ConfigKeys& config = context.config;
    const bool given = config.has("qk_rope_head_dim");
    const int usual = given && !config.has("qk_nope_head_dim") ? 0 : context.family.integer("qk_nope_head_dim");
    const int plain = config.integer("qk_nope_head_dim", "channels of the head that do not turn").value_or(usual);
    HeadShape shape;
    shape.rotaryDim = rotary;
    shape.headDim = latentHeadDim(context, rotary, plain);
    shape.rotatesTail = shape.headDim > rotary;
    shape.isLatent = config.has("kv_lora_rank") || plain > 0;
    given ? config.settles("rotary_dim", "qk_rope_head_dim") : config.settles("rotary_dim", context.familyDefault());
    return shape;
}

std::optional<double> partialFactor(const ConfigContext& context, const ConfigKeys& rope)
{
    constexpr std::string_view keys[] = {"partial_rotary_factor", "rotary_pct",        "rope_pct",
                                         "rotary_percent",        "rotary_percentage", "rotary_emb_fraction",
                                         "rotary_ratio",          "rope_percentage"};
    constexpr std::string_view decided = "rotary dimension = int(head dimension * share)";
    const auto settle = [&](const std::string& key) {
        context.config.settles("rotary_dim", Origin{"int(head dimension * " + key + ")", Origin::Kind::File});
    };
    if (const auto inside = rope.number("partial_rotary_factor", decided)) {
        settle(rope.path("partial_rotary_factor"));
        if (const auto key = context.config.firstOf(keys); key && &rope.object() != &context.config.object())
            context.config.ignore(*key, "the rope dictionary has its own");
        return inside;
    }
    if (const auto key = context.config.firstOf(keys)) {
        settle(context.config.log().sourceOf(context.config.path(*key)).text);
        return context.config.number(*key, decided);
    }
    if (!context.family.states("partial_rotary_factor"))
        return std::nullopt;
    return takeDefault(context, "rotary_dim", "partial_rotary_factor", context.family.number("partial_rotary_factor"));
}

int rotaryDimOf(const ConfigContext& context, const ConfigKeys& rope, int headDim)
{
    constexpr std::string_view keys[] = {"rotary_dim", "rotary_dims", "rope_dim", "rotary_emb_dim", "rotary_ndims"};
    const auto key = context.config.firstOf(keys);
    if (const auto rotary = key ? context.config.integer(*key, "rotary dimension") : std::nullopt) {
        context.config.settles("rotary_dim", *key);
        return *rotary;
    }
    context.config.settles(
        "rotary_dim", Origin{"the whole head turns where nothing else is said",
                             context.familyKnown || context.translated ? Origin::Kind::Rule : Origin::Kind::Guess});
    const auto share = partialFactor(context, rope);
    if (!share && context.family.states("rotary_dim"))
        return takeDefault(context, "rotary_dim", "rotary_dim", context.family.integer("rotary_dim"));
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

constexpr std::string_view maximumKeys[] = {"max_position_embeddings",
                                            "n_positions",
                                            "n_ctx",
                                            "seq_length",
                                            "max_sequence_length",
                                            "max_seq_len",
                                            "max_context_length",
                                            "max_seq_length",
                                            "context_window_size",
                                            "encoder_seq_length",
                                            "context_length"};

double writtenFactor(const ConfigKeys& rope)
{
    const nlohmann::json* factor = rope.peek("factor");
    return factor != nullptr && factor->is_number() ? factor->get<double>() : 1.0;
}

/// The original context where the file states it; else originalGiven is false.
Contexts originalContext(const ConfigContext& context, const ConfigKeys& rope, const Scheme& scheme)
{
    constexpr std::string_view key = "original_max_position_embeddings";
    const ConfigKeys& config = context.config;
    const auto top = config.number(key, "original context L");
    const auto inside = rope.number(key, top ? "the value at the top of the file wins" : "original context L");
    if (top || inside) {
        (top ? config : rope).settles("original_context", key);
        return {checkedContext(top ? config : rope, key, top ? *top : *inside), 0.0, true, false};
    }
    const std::string_view own = scheme.trainingContextKey;
    if (const auto trained =
            own.empty() ? std::nullopt : config.number(own, "training context L, where the base begins to grow")) {
        config.settles("original_context", own);
        return {checkedContext(config, own, *trained), 0.0, true, false};
    }
    return {0.0, 0.0, false, false};
}

} // namespace

namespace {

/// The positions along one side of an image, where a grid of patches turns.
std::optional<double> patchesASide(const ConfigContext& context)
{
    if (!isGrid(context.family.axes) || !context.config.has("image_size") || !context.config.has("patch_size"))
        return std::nullopt;
    const nlohmann::json& size = *context.config.peek("image_size");
    const nlohmann::json& patch = *context.config.peek("patch_size");
    if (!size.is_number_integer() || !patch.is_number_integer() || patch < 1 || size < patch || size > 1000000)
        return std::nullopt;
    context.config.note("image_size", "patches a side = image / patch");
    context.config.note("patch_size", "patches a side = image / patch");
    return std::floor(size.get<double>() / patch.get<double>());
}

} // namespace

HeadShape readHeadShape(const ConfigContext& context, const ConfigKeys& rope, const Scheme& scheme, bool globalHeadDim)
{
    HeadShape shape;
    const int usual = context.family.integer("qk_rope_head_dim");
    auto latent = context.config.integer("qk_rope_head_dim", "rotary dimension");
    if (!latent && usual > 0)
        latent = takeDefault(context, "rotary_dim", "qk_rope_head_dim", usual);
    if (latent && *latent < 0)
        context.config.fail("qk_rope_head_dim", "is " + std::to_string(*latent) + "; it must be even and at least 2");
    if (latent && *latent == 0 && context.config.has("kv_lora_rank"))
        context.config.fail("qk_rope_head_dim", "is 0, so the latent attention of this model has no rotary embedding");
    if (latent && *latent > 0) {
        shape = latentShape(context, *latent);
    } else {
        shape.headDim = plainHeadDim(context, globalHeadDim);
        shape.rotaryDim = scheme.turnsWholeHead ? shape.headDim : rotaryDimOf(context, rope, shape.headDim);
        if (scheme.turnsWholeHead)
            context.config.settles("rotary_dim",
                                   Origin{"the scheme " + std::string(scheme.id) + " has the ladder of the whole head",
                                          Origin::Kind::Rule});
        shape.rotatesTail = context.family.rotatesTail && shape.rotaryDim < shape.headDim;
    }
    roundUpOddRotary(context, shape);
    checkShape(context, shape);
    return shape;
}

Contexts readContexts(const ConfigContext& context, const ConfigKeys& rope, const Scheme& scheme)
{
    const ConfigKeys& config = context.config;
    Contexts contexts = originalContext(context, rope, scheme);
    const auto key = config.firstOf(maximumKeys);
    const auto patches = key ? std::nullopt : patchesASide(context);
    contexts.maximumGiven = key && config.log().sourceOf(config.path(*key)).kind == Origin::Kind::File;
    if (patches) {
        contexts.maximum = *patches;
        config.settles("maximum_context", Origin{"image_size / patch_size: patches a side", Origin::Kind::Rule});
    } else if (!key && contexts.originalGiven &&
               !(context.familyKnown && context.family.states("max_position_embeddings"))) {
        contexts.maximum = contexts.original * std::max(1.0, writtenFactor(rope));
        config.settles("maximum_context", Origin{"original context * factor", Origin::Kind::Guess});
    } else {
        const int maximum =
            given(context, maximumKeys, context.family.integer("max_position_embeddings"), 2048, "maximum context");
        contexts.maximum = checkedContext(config, key.value_or("max_position_embeddings"), maximum);
        const bool isStated = context.family.states("max_position_embeddings");
        key ? config.settles("maximum_context", *key)
            : config.settles("maximum_context",
                             isGrid(context.family.axes) && !isStated
                                 ? Origin{"nothing says how many patches a side", Origin::Kind::Guess}
                                 : defaultOrigin(context, isStated));
    }
    if (contexts.originalGiven)
        return contexts;
    contexts.original = contexts.maximum;
    const bool stated = context.familyKnown && context.family.states("max_position_embeddings");
    config.settles("original_context", Origin{"the same as the maximum context, for nothing else is said",
                                              key || patches || stated ? Origin::Kind::Rule : Origin::Kind::Guess});
    if (scheme.wantsOriginal)
        config.log().warn("No original_max_position_embeddings is given, so the original context is taken to be the "
                          "maximum, " +
                          shortNumber(contexts.maximum) + " tokens.");
    return contexts;
}

PairLayout readPairing(const ConfigContext& context, const ConfigKeys& rope)
{
    const ConfigKeys& config = context.config;
    for (const char* key : {"rope_interleave", "rotary_emb_interleaved", "rotary_interleaved", "rope_interleaved"})
        if (const auto interleave = config.flag(key, "how channels pair")) {
            config.settles("pairing", key);
            return *interleave ? PairLayout::Interleaved : PairLayout::HalfSplit;
        }
    const nlohmann::json* type = rope.peek("rope_type");
    const bool gptj = type != nullptr && *type == "gptj";
    const PairLayout pairing = gptj ? PairLayout::Interleaved : context.family.pairing;
    Origin origin = context.familyDefault();
    if (context.familyKnown)
        origin.text = "as in the code of " + context.family.modelType;
    if (gptj)
        origin = {rope.path("rope_type") + " gptj", Origin::Kind::Rule};
    config.log().note("pairing", pairing == PairLayout::Interleaved ? "interleaved" : "half-split", origin.text,
                      KeyReport::Use::Default);
    config.settles("pairing", std::move(origin));
    return pairing;
}

} // namespace rope

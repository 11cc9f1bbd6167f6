#include "core/model/config_json.h"

#include "core/state/change.h"
#include "core/state/derived.h"

#include <algorithm>

namespace rope {
namespace {

ModelFile read(const std::string& text)
{
    auto file = readConfigJson(text, "test");
    if (!file)
        ADD_FAILURE() << describe(file.error()) << "\n" << text;
    return file ? *std::move(file) : ModelFile{};
}

RotarySettings onlyLayer(const std::string& text)
{
    const ModelFile file = read(text);
    EXPECT_EQ(file.model.layers.size(), 1U);
    return file.model.layers.front();
}

Error refusal(const std::string& text)
{
    const auto file = readConfigJson(text, "test");
    EXPECT_FALSE(file.has_value()) << text.substr(0, 200);
    return file ? Error{} : file.error();
}

const KeyReport* rowOf(const ModelFile& file, const std::string& key)
{
    const auto found = std::ranges::find(file.report, key, &KeyReport::key);
    return found == file.report.end() ? nullptr : &*found;
}

bool mentions(const std::vector<std::string>& sentences, const std::string& part)
{
    return std::ranges::any_of(sentences, [&](const auto& s) { return s.find(part) != std::string::npos; });
}

/// A llama of shape 4096 / 32 with more keys.
std::string llama(const std::string& more)
{
    return R"({"model_type": "llama", "hidden_size": 4096, "num_attention_heads": 32, "max_position_embeddings": 4096)" +
           (more.empty() ? "" : ", " + more) + "}";
}

// shapes of the head

TEST(HeadShape, IsHiddenSizeOverHeads)
{
    EXPECT_EQ(onlyLayer(llama("")).headDim, 128);
    EXPECT_EQ(onlyLayer(R"({"model_type": "gptj", "n_embd": 4096, "n_head": 16, "rotary_dim": 64})").headDim, 256);
}

TEST(HeadShape, IsNamedByHeadDimOrKvChannelsBeforeThat)
{
    EXPECT_EQ(onlyLayer(llama(R"("head_dim": 64)")).headDim, 64);
    EXPECT_EQ(onlyLayer(llama(R"("kv_channels": 256)")).headDim, 256);
    EXPECT_EQ(onlyLayer(llama(R"("head_dim": null)")).headDim, 128);
}

TEST(HeadShape, TurnsATruncatedShareOfTheHead)
{
    EXPECT_EQ(onlyLayer(llama(R"("head_dim": 36, "partial_rotary_factor": 0.9)")).rotaryDim, 32);
    EXPECT_EQ(onlyLayer(llama(R"("head_dim": 192, "partial_rotary_factor": 0.334)")).rotaryDim, 64);
    EXPECT_EQ(onlyLayer(llama(R"("rotary_pct": 0.25)")).rotaryDim, 32);
    EXPECT_EQ(onlyLayer(llama(R"("rotary_dim": 48)")).rotaryDim, 48);
    EXPECT_EQ(onlyLayer(llama(R"("rope_parameters": {"partial_rotary_factor": 0.5})")).rotaryDim, 64);
}

TEST(HeadShape, OfLatentAttentionHasItsRotaryChannelsLast)
{
    const RotarySettings layer = onlyLayer(R"({"model_type": "deepseek_v3", "qk_rope_head_dim": 64,
        "qk_nope_head_dim": 128, "kv_lora_rank": 512})");
    EXPECT_EQ(layer.headDim, 192);
    EXPECT_EQ(layer.rotaryDim, 64);
    EXPECT_TRUE(layer.rotatesTail);
    EXPECT_EQ(layer.pairing, PairLayout::Interleaved);
}

TEST(HeadShape, WithAnOddRotaryDimensionIsThatOfTransformers)
{
    const RotarySettings layer = onlyLayer(llama(R"("head_dim": 42, "partial_rotary_factor": 0.5)"));
    EXPECT_EQ(layer.rotaryDim, 22);
    EXPECT_NEAR(scheduleOf(layer, 0)->inverseFrequency[10], std::pow(1e4, -20.0 / 21.0), 1e-15);
}

TEST(HeadShape, IsLlamasWithAWarningWhereNothingIsSaid)
{
    const ModelFile file = read("{}");
    EXPECT_EQ(file.model.layers.front().headDim, 128);
    EXPECT_TRUE(mentions(file.warnings, "model_type"));
    EXPECT_TRUE(mentions(file.warnings, "head dimension"));
}

TEST(HeadShape, OutOfRangeIsRefused)
{
    for (const char* keys :
         {R"("head_dim": 2048)", R"("head_dim": 0)", R"("head_dim": -64)", R"("head_dim": 127)", R"("rotary_dim": 256)",
          R"("num_attention_heads": 0)", R"("partial_rotary_factor": 0)", R"("partial_rotary_factor": 1.5)",
          R"("hidden_size": 1e12)", R"("head_dim": 64.5)", R"("head_dim": "64")", R"("head_dim": [64])"})
        EXPECT_FALSE(refusal(llama(keys)).field.empty()) << keys;
}

// base

TEST(Base, StandsAtTheTopOrInTheDictionaryUnderSeveralNames)
{
    EXPECT_EQ(onlyLayer(llama(R"("rope_theta": 500000)")).base, 5e5);
    EXPECT_EQ(onlyLayer(llama(R"("rotary_emb_base": 25000)")).base, 25000);
    EXPECT_EQ(onlyLayer(llama(R"("rope_parameters": {"rope_type": "default", "rope_theta": 1e6})")).base, 1e6);
    EXPECT_EQ(onlyLayer(R"({"model_type": "chatglm", "kv_channels": 128, "rope_ratio": 500})").base, 5e6);
}

TEST(Base, InTheDictionaryWinsAndTheContradictionIsTold)
{
    const ModelFile file = read(llama(R"("rope_theta": 10000.0, "rope_parameters": {"rope_theta": 1e6})"));
    EXPECT_EQ(file.model.layers.front().base, 1e6);
    EXPECT_TRUE(mentions(file.warnings, "two values"));
}

TEST(Base, IsThatOfTheFamilyWhereTheFileIsSilentAndTheReportSaysSo)
{
    const ModelFile file = read(R"({"model_type": "cohere"})");
    EXPECT_EQ(file.model.layers.front().base, 5e5);
    ASSERT_NE(rowOf(file, "rope_theta"), nullptr);
    EXPECT_EQ(rowOf(file, "rope_theta")->use, KeyReport::Use::Default);
    EXPECT_EQ(rowOf(file, "rope_theta")->decided, "default of cohere");
}

TEST(Base, OutOfRangeIsRefused)
{
    for (const char* keys : {R"("rope_theta": 1)", R"("rope_theta": 0)", R"("rope_theta": -5)",
                             R"("rope_theta": 1e300)", R"("rope_theta": true)", R"("rope_theta": "10000")"})
        EXPECT_EQ(refusal(llama(keys)).field, "rope_theta") << keys;
}

// rope dictionaries

TEST(RopeDictionary, EmptyOrNullMeansNoScaling)
{
    for (const char* keys :
         {R"("rope_scaling": null)", R"("rope_scaling": {})", R"("rope_parameters": {})",
          R"("rope_scaling": {"rope_type": null, "factor": null})", R"("rope_scaling": {"type": "default"})"})
        EXPECT_EQ(onlyLayer(llama(keys)).scheme, "default") << keys;
}

TEST(RopeDictionary, OfAnotherKindIsRefusedWithAnExample)
{
    for (const char* keys : {R"("rope_scaling": "dynamic")", R"("rope_scaling": 4.0)", R"("rope_scaling": [1])",
                             R"("rope_parameters": true)"}) {
        const Error error = refusal(llama(keys));
        EXPECT_NE(error.message.find("object such as"), std::string::npos) << keys;
        EXPECT_EQ(describe(error).find('\n'), std::string::npos);
    }
}

TEST(RopeDictionary, NamesItsSchemeByRopeTypeBeforeType)
{
    EXPECT_EQ(onlyLayer(llama(R"("rope_scaling": {"type": "linear", "factor": 2})")).scheme, "linear");
    const ModelFile file = read(llama(R"("rope_scaling": {"type": "dynamic", "rope_type": "linear", "factor": 2})"));
    EXPECT_EQ(file.model.layers.front().scheme, "linear");
    EXPECT_TRUE(mentions(file.warnings, "rope_type wins"));
}

TEST(RopeDictionary, KnowsTheOlderNamesOfSchemes)
{
    EXPECT_EQ(onlyLayer(llama(R"("rope_scaling": {"type": "mrope", "mrope_section": [16, 24, 24]})")).scheme,
              "default");
    const RotarySettings static1000 =
        onlyLayer(llama(R"("rope_scaling": {"type": "dynamic", "alpha": 1000.0, "factor": 1})"));
    EXPECT_EQ(static1000.scheme, "ntk_aware");
    EXPECT_EQ(static1000.parameters.at("factor"), 1000.0);
    EXPECT_EQ(onlyLayer(llama(R"("head_dim": 4, "rope_scaling": {"type": "su", "short_factor": [1, 1],
        "long_factor": [2, 3]})"))
                  .scheme,
              "longrope");
}

TEST(RopeDictionary, OfAnUnknownTypeIsRefusedAndTheKnownAreNamed)
{
    const Error error = refusal(llama(R"("rope_scaling": {"rope_type": "sideways", "factor": 2})"));
    EXPECT_EQ(error.field, "rope_scaling.rope_type");
    EXPECT_NE(error.message.find("llama3"), std::string::npos);
}

TEST(RopeDictionary, WithoutANumberItNeedsIsRefused)
{
    EXPECT_EQ(refusal(llama(R"("rope_scaling": {"rope_type": "linear"})")).field, "rope_scaling.factor");
    EXPECT_EQ(refusal(llama(R"("rope_scaling": {"rope_type": "llama3", "factor": 8})")).field,
              "rope_scaling.low_freq_factor");
    EXPECT_EQ(refusal(llama(R"("rope_scaling": {"rope_type": "longrope"})")).field, "rope_scaling.short_factor");
}

TEST(RopeDictionary, WithAFactorListOfAnotherLengthIsRefused)
{
    const Error error = refusal(llama(R"("head_dim": 8, "rope_scaling": {"rope_type": "longrope",
        "short_factor": [1, 1, 1, 1], "long_factor": [1, 2]})"));
    EXPECT_EQ(error.field, "rope_scaling.long_factor");
    EXPECT_NE(error.message.find("4"), std::string::npos);
}

TEST(RopeDictionary, WithParametersOutOfRangeIsRefused)
{
    for (const char* entry : {R"("factor": 0)", R"("factor": -4)", R"("factor": "4")", R"("factor": 1e9)",
                              R"("factor": 4, "attention_factor": -2)", R"("factor": 4, "beta_fast": -1)",
                              R"("factor": 4, "truncate": "no")", R"("factor": [4])"})
        EXPECT_TRUE(refusal(llama(std::string(R"("rope_scaling": {"rope_type": "yarn", )") + entry + "}"))
                        .field.starts_with("rope_scaling."))
            << entry;
}

TEST(RopeDictionary, UnknownKeysAreNamedAndIgnored)
{
    const ModelFile file = read(llama(R"("rope_scaling": {"type": "yarn", "factor": 32, "finetuned": true,
        "original_max_position_embeddings": 4096})"));
    ASSERT_NE(rowOf(file, "rope_scaling.finetuned"), nullptr);
    EXPECT_EQ(rowOf(file, "rope_scaling.finetuned")->use, KeyReport::Use::Ignored);
    EXPECT_TRUE(mentions(file.warnings, "finetuned"));
    EXPECT_TRUE(mentions(file.warnings, "max_position_embeddings says 4096"));
}

TEST(RopeDictionary, AFactorWithoutEffectIsTold)
{
    const ModelFile file = read(llama(R"("rope_scaling": {"factor": 4.0})"));
    EXPECT_TRUE(mentions(file.warnings, "no effect"));
    EXPECT_EQ(rowOf(file, "rope_scaling.factor")->use, KeyReport::Use::Ignored);
}

TEST(Yarn, TakesTheContextsWhereNumbersAreMissing)
{
    const ModelFile file = read(llama(R"("rope_scaling": {"type": "yarn", "factor": null,
        "original_max_position_embeddings": 1024})"));
    EXPECT_EQ(file.model.layers.front().parameters.at("factor"), 4.0);
    const ModelFile without = read(llama(R"("rope_scaling": {"type": "yarn", "factor": 4})"));
    EXPECT_EQ(without.model.layers.front().originalContext, 4096);
    EXPECT_TRUE(mentions(without.warnings, "original_max_position_embeddings"));
}

TEST(OriginalContext, AtTheTopBeatsTheOneInTheDictionary)
{
    const RotarySettings layer = onlyLayer(llama(R"("original_max_position_embeddings": 1024, "rope_scaling":
        {"type": "yarn", "factor": 4, "original_max_position_embeddings": 2048})"));
    EXPECT_EQ(layer.originalContext, 1024);
}

// nesting and layers

TEST(Nesting, FollowsTextConfigAndItsOtherNames)
{
    for (const char* name : {"text_config", "llm_config", "language_config"}) {
        const ModelFile file = read(std::string(R"({"model_type": "vlm", "hidden_size": 64, ")") + name +
                                    R"(": {"model_type": "llama", "hidden_size": 2048, "num_attention_heads": 32,
                                        "rope_theta": 5e5}, "vision_config": {"hidden_size": 1280, "head_dim": 16}})");
        EXPECT_EQ(file.model.layers.front().headDim, 64);
        EXPECT_NE(rowOf(file, std::string(name) + ".rope_theta"), nullptr);
    }
    EXPECT_EQ(onlyLayer(R"({"thinker_config": {"text_config": {"model_type": "qwen3", "head_dim": 96}}})").headDim, 96);
}

TEST(Nesting, StaysAtTheTopWhereTheInnerConfigIsSilent)
{
    EXPECT_EQ(onlyLayer(llama(R"("head_dim": 80, "text_config": {"vocab_size": 9})")).headDim, 80);
}

TEST(Layers, OfGemma3HaveALocalBaseAndScaleTheGlobalOneOnly)
{
    const ModelFile file = read(R"({"model_type": "gemma3", "text_config": {"model_type": "gemma3_text",
        "head_dim": 128, "rope_theta": 1e6, "rope_local_base_freq": 10000.0,
        "rope_scaling": {"rope_type": "linear", "factor": 8.0}}})");
    ASSERT_EQ(file.model.layers.size(), 2U);
    EXPECT_EQ(file.model.layers[0].layerType, "full_attention");
    EXPECT_EQ(file.model.layers[0].scheme, "linear");
    EXPECT_EQ(file.model.layers[1].layerType, "sliding_attention");
    EXPECT_EQ(file.model.layers[1].scheme, "default");
    EXPECT_EQ(file.model.layers[1].base, 1e4);
}

TEST(Layers, OfGemma4HaveHeadsAndDictionariesOfTheirOwn)
{
    const ModelFile file = read(R"({"model_type": "gemma4_text", "head_dim": 256, "global_head_dim": 512,
        "rope_parameters": {"sliding_attention": {"rope_type": "default", "rope_theta": 10000.0},
        "full_attention": {"rope_type": "proportional", "partial_rotary_factor": 0.25, "rope_theta": 1e6}}})");
    ASSERT_EQ(file.model.layers.size(), 2U);
    EXPECT_EQ(file.model.layers[0].headDim, 512);
    EXPECT_EQ(file.model.layers[0].rotaryDim, 512);
    EXPECT_EQ(file.model.layers[0].scheme, "proportional");
    EXPECT_EQ(file.model.layers[1].headDim, 256);
}

TEST(Layers, OfOlmo3ScaleFullAttentionOnly)
{
    const ModelFile file = read(R"({"model_type": "olmo3", "rope_theta": 500000, "max_position_embeddings": 65536,
        "rope_scaling": {"rope_type": "yarn", "factor": 8, "original_max_position_embeddings": 8192}})");
    ASSERT_EQ(file.model.layers.size(), 2U);
    EXPECT_EQ(file.model.layers[0].scheme, "yarn");
    EXPECT_EQ(file.model.layers[1].scheme, "default");
    EXPECT_EQ(file.model.layers[1].base, 5e5);
}

TEST(Layers, OfModernBertHaveTwoBases)
{
    const ModelFile file =
        read(R"({"model_type": "modernbert", "global_rope_theta": 160000.0, "local_rope_theta": 10000.0})");
    ASSERT_EQ(file.model.layers.size(), 2U);
    EXPECT_EQ(file.model.layers[0].base, 160000.0);
    EXPECT_EQ(file.model.layers[1].base, 10000.0);
}

TEST(Layers, OfDeepSeekV4AreMainAndCompressed)
{
    const ModelFile file = read(R"({"model_type": "deepseek_v4", "head_dim": 512, "qk_rope_head_dim": 64,
        "rope_theta": 10000, "compress_rope_theta": 160000, "rope_scaling": {"type": "yarn", "factor": 16,
        "original_max_position_embeddings": 65536}})");
    ASSERT_EQ(file.model.layers.size(), 2U);
    EXPECT_EQ(file.model.layers[0].layerType, "main");
    EXPECT_EQ(file.model.layers[0].scheme, "default");
    EXPECT_EQ(file.model.layers[1].layerType, "compress");
    EXPECT_EQ(file.model.layers[1].base, 160000);
    EXPECT_EQ(scheduleOf(file.model.layers[1], 0)->attentionFactor, 1.0);
}

TEST(Layers, WithoutPositionsDoNotTurn)
{
    for (const char* text : {R"({"model_type": "smollm3", "num_hidden_layers": 36, "no_rope_layer_interval": 4})",
                             R"({"model_type": "llama4_text", "num_hidden_layers": 48})",
                             R"({"model_type": "llama", "no_rope_layers": [1, 1, 1, 0]})"}) {
        const ModelFile file = read(text);
        ASSERT_EQ(file.model.layers.size(), 2U) << text;
        EXPECT_TRUE(file.model.layers[0].rotates);
        EXPECT_FALSE(file.model.layers[1].rotates);
    }
    EXPECT_EQ(read(R"({"model_type": "llama", "no_rope_layers": [1, 1, 1]})").model.layers.size(), 1U);
}

TEST(Layers, OfCohere2TurnInSlidingAttentionOnly)
{
    const ModelFile file = read(R"({"model_type": "cohere2", "sliding_window": 4096})");
    ASSERT_EQ(file.model.layers.size(), 2U);
    EXPECT_EQ(file.model.layers[0].layerType, "sliding_attention");
    EXPECT_TRUE(file.model.layers[0].rotates);
    EXPECT_FALSE(file.model.layers[1].rotates);
}

TEST(Axes, AreChunkedOrInterleavedAndMustAddUp)
{
    const RotarySettings chunked =
        onlyLayer(llama(R"("rope_scaling": {"type": "mrope", "mrope_section": [16, 24, 24]})"));
    EXPECT_EQ(chunked.axisRule, AxisRule::Chunked);
    EXPECT_EQ(chunked.axisSections, (std::vector<int>{16, 24, 24}));
    const RotarySettings interleaved = onlyLayer(llama(R"("rope_parameters": {"mrope_interleaved": true,
        "mrope_section": [24, 20, 20], "rope_type": "default"})"));
    EXPECT_EQ(interleaved.axisRule, AxisRule::Interleaved);
    const ModelFile wrong = read(llama(R"("rope_scaling": {"type": "mrope", "mrope_section": [16, 24, 25]})"));
    EXPECT_EQ(wrong.model.layers.front().axisRule, AxisRule::None);
    EXPECT_TRUE(mentions(wrong.warnings, "mrope_section"));
}

// families

TEST(Pairing, FollowsTheFamily)
{
    for (const char* type : {"gptj", "glm", "chatglm", "cohere", "ernie4_5", "helium", "llama4_text", "deepseek_v3"})
        EXPECT_EQ(read(std::string(R"({"model_type": ")") + type + "\"}").model.layers.front().pairing,
                  PairLayout::Interleaved)
            << type;
    for (const char* type : {"llama", "qwen3", "gemma2", "phi3", "glm4_moe", "gpt_neox", "some_new_model"})
        EXPECT_EQ(read(std::string(R"({"model_type": ")") + type + "\"}").model.layers.front().pairing,
                  PairLayout::HalfSplit)
            << type;
}

TEST(Families, WithoutRotationAreRefusedByName)
{
    EXPECT_NE(refusal(R"({"model_type": "gpt2", "n_embd": 768, "n_head": 12})").message.find("learned table"),
              std::string::npos);
    EXPECT_NE(refusal(R"({"model_type": "bloom"})").message.find("ALiBi"), std::string::npos);
    EXPECT_EQ(refusal(R"({"model_type": "falcon", "alibi": true})").field, "alibi");
}

TEST(Families, MetasOwnParametersAreRead)
{
    const RotarySettings layer = onlyLayer(R"({"dim": 4096, "n_layers": 32, "n_heads": 32, "norm_eps": 1e-05,
        "rope_theta": 500000.0, "use_scaled_rope": true})");
    EXPECT_EQ(layer.pairing, PairLayout::Interleaved);
    EXPECT_EQ(layer.scheme, "llama3");
    EXPECT_EQ(layer.parameters.at("factor"), 8.0);
    EXPECT_EQ(layer.originalContext, 8192);
}

// disagreements

bool disagrees(const ModelFile& file, const std::string& key, const std::string& part)
{
    return std::ranges::any_of(file.disagreements, [&](const Disagreement& d) {
        return d.key == key && d.message.find(part) != std::string::npos;
    });
}

TEST(Disagreements, OnTruncateAreThoseOfGptOss)
{
    const ModelFile file = read(R"({"model_type": "gpt_oss", "head_dim": 64, "max_position_embeddings": 131072,
        "rope_theta": 150000, "rope_scaling": {"rope_type": "yarn", "factor": 32.0, "beta_fast": 32.0, "beta_slow": 1.0,
        "truncate": false, "original_max_position_embeddings": 4096}})");
    EXPECT_TRUE(disagrees(file, "rope_scaling.truncate", "pair 17 differs most, 0.000129319 against 0.000227948"));
}

TEST(Disagreements, OnTheAttentionFactorNameBothValues)
{
    const std::string start =
        R"("rope_scaling": {"rope_type": "yarn", "factor": 4, "original_max_position_embeddings": 1024, )";
    EXPECT_TRUE(
        disagrees(read(llama(start + R"("attention_factor": 0.8})")), "rope_scaling.attention_factor", "1.13863"));
    EXPECT_TRUE(
        disagrees(read(llama(start + R"("attn_factor": 0.8782488562869419})")), "rope_scaling.attn_factor", "gets 1."));
    EXPECT_TRUE(disagrees(read(llama(start + R"("mscale": 0.707})")), "rope_scaling.mscale", "1.09801"));
    EXPECT_TRUE(
        disagrees(read(llama(start + R"("mscale": 1, "mscale_all_dim": 1})")), "rope_scaling.mscale", "1.13863"));
    EXPECT_TRUE(read(llama(start + R"("attention_factor": 1.138629436111989})")).disagreements.empty());
}

TEST(Disagreements, OnDynamicAndLongropeAreTold)
{
    EXPECT_TRUE(disagrees(read(llama(R"("rope_scaling": {"type": "dynamic", "factor": 2})")), "rope_scaling.factor",
                          "llama.cpp has no dynamic scaling"));
    EXPECT_TRUE(disagrees(read(llama(R"("head_dim": 4, "original_max_position_embeddings": 1024, "rope_scaling":
        {"type": "longrope", "short_factor": [1, 1], "long_factor": [1, 8]})")),
                          "rope_scaling.long_factor", "pair 1"));
}

TEST(Disagreements, DoNotExistForPlainModels)
{
    EXPECT_TRUE(read(llama("")).disagreements.empty());
}

// pasted pieces

TEST(Fragment, OfALoneDictionaryKeepsTheShapeItIsLaidOn)
{
    const RotarySettings shape{.layerType = "x",
                               .headDim = 80,
                               .rotaryDim = 32,
                               .base = 12345.0,
                               .pairing = PairLayout::Interleaved,
                               .parameters = {},
                               .originalContext = 2048,
                               .maximumContext = 8192,
                               .shortFactors = {},
                               .longFactors = {},
                               .axisSections = {}};
    for (const char* text :
         {R"({"rope_type": "yarn", "factor": 4.0})", R"("rope_scaling": {"type": "yarn", "factor": 4.0},)",
          R"({"rope_scaling": {"type": "yarn", "factor": 4.0}})"}) {
        const auto file = readRopeFragment(text, shape);
        ASSERT_TRUE(file.has_value()) << describe(file.error());
        const RotarySettings& layer = file->model.layers.front();
        EXPECT_EQ(layer.scheme, "yarn");
        EXPECT_EQ(layer.headDim, 80);
        EXPECT_EQ(layer.rotaryDim, 32);
        EXPECT_EQ(layer.base, 12345.0);
        EXPECT_EQ(layer.pairing, PairLayout::Interleaved);
        EXPECT_EQ(layer.originalContext, 2048);
        EXPECT_EQ(layer.maximumContext, 8192);
    }
}

TEST(Fragment, MayBeAWholeConfig)
{
    const auto file = readRopeFragment(llama(R"("head_dim": 64)"), RotarySettings{});
    ASSERT_TRUE(file.has_value());
    EXPECT_EQ(file->model.layers.front().headDim, 64);
}

TEST(Fragment, ThatIsNoObjectIsRefused)
{
    for (const char* text : {"", "4", "\"rope_scaling\"", "[1]", "rope_scaling: {}"})
        EXPECT_FALSE(readRopeFragment(text, RotarySettings{}).has_value()) << text;
}

// hostile texts

TEST(HostileText, IsRefusedInOneLine)
{
    const std::string deepObject = [] {
        std::string text;
        for (int i = 0; i < 100000; ++i)
            text += R"({"a":)";
        return text;
    }();
    for (const std::string& text :
         {std::string(), std::string(" \n"), std::string(200000, '['), deepObject,
          std::string(R"({"rope_theta": 1e400, )"), std::string(R"({"rope_theta": 1e400})"), std::string("{"),
          std::string("[]"), std::string("null"), std::string("{\"a\": \"\x01\"}"), std::string("\0{}", 3),
          std::string("\xff\xfe{}"), "{\"model_type\": \"" + std::string(100000, 'x'),
          std::string((16U << 20U) + 1, ' ')}) {
        const Error error = refusal(text);
        EXPECT_FALSE(error.message.empty());
        EXPECT_LT(describe(error).size(), 300U);
        EXPECT_EQ(describe(error).find('\n'), std::string::npos);
    }
}

TEST(HostileText, InNamesAndValuesStaysShortAndPrintable)
{
    const ModelFile file = read(llama("\"rope_scaling\": {\"rope_type\": \"default\", \"" + std::string(5000, 'k') +
                                      "\": \"a\\nb\", \"x\\u0007y\": 1}"));
    for (const KeyReport& row : file.report)
        for (const std::string& text : {row.key, row.value, row.decided}) {
            EXPECT_LT(text.size(), 200U);
            EXPECT_TRUE(std::ranges::none_of(text, [](unsigned char c) { return c < 0x20; }));
        }
}

TEST(HostileText, WithListsOfAnyLengthIsBounded)
{
    std::string list = "[1";
    for (int i = 0; i < 100000; ++i)
        list += ",1";
    list += "]";
    EXPECT_EQ(refusal(llama("\"rope_scaling\": {\"type\": \"longrope\", \"short_factor\": " + list +
                            ", \"long_factor\": [1]}"))
                  .field,
              "rope_scaling.short_factor");
    EXPECT_EQ(refusal(llama("\"no_rope_layers\": " + list)).field, "no_rope_layers");
}

} // namespace
} // namespace rope

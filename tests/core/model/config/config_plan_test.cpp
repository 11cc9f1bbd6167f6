#include "core/model/config/config_plan.h"

#include "core/state/derived.h"
#include "tests/core/model/config/config_reading.h"

namespace rope {
namespace {

using testing::llama;
using testing::mentions;
using testing::onlyLayer;
using testing::read;
using testing::refusal;
using testing::rowOf;

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
    for (const char* wrong : {"[16, 24, 25]", "[80, -8, -8]", "[16.5, 24, 23.5]", "[64, 1e300, 0]", "64"}) {
        const std::string list = wrong;
        const Error error = refusal(llama(R"("rope_scaling": {"type": "mrope", "mrope_section": )" + list + "}"));
        EXPECT_EQ(error.field, "rope_scaling.mrope_section") << list;
    }
    EXPECT_NE(refusal(llama(R"("rope_scaling": {"type": "mrope", "mrope_section": [16, 24, 25]})"))
                  .message.find("is [16,24,25]; the parts must be 0 or more and add up to the 64 pairs"),
              std::string::npos);
}

TEST(Layers, AreNotNamedByTheKeysOfADictionary)
{
    const auto readWithDictionaryAs = [](const std::string& key) {
        return readConfigJson(
            R"({"model_type": "llama", "rope_parameters": {")" + key + R"(": {"rope_type": "default"}}})", "x");
    };
    for (const char* key : {"rope_theta", "rope_type", "type"})
        EXPECT_FALSE(readWithDictionaryAs(key).has_value()) << key;
    const Result<ModelFile> unscaled = readWithDictionaryAs("factor"); // no scheme that would read a factor
    ASSERT_TRUE(unscaled.has_value());
    ASSERT_EQ(unscaled->model.layers.size(), 1U);
    EXPECT_EQ(unscaled->model.layers.front().layerType, "");
    const ModelFile file = read(R"({"model_type": "llama", "rope_parameters": {"rope_theta": null,
        "full_attention": {"rope_theta": 1e6}, "sliding_attention": {"rope_theta": 1e4}}})");
    ASSERT_EQ(file.model.layers.size(), 2U);
    EXPECT_EQ(file.model.layers[0].base, 1e6);
}

/// Step-3.5: a scaling that counts for the kinds of layers in yarn_only_types alone.
TEST(Plans, AScalingMayBeOfSomeKindsOfLayersOnly)
{
    const ModelFile file = testing::read(R"({"model_type": "step3p5", "hidden_size": 4096, "num_attention_heads": 64,
        "head_dim": 128, "max_position_embeddings": 262144, "rope_theta": [5000000, 10000, 10000, 5000000],
        "rope_scaling": {"rope_type": "llama3", "factor": 2.0, "original_max_position_embeddings": 131072,
        "low_freq_factor": 1.0, "high_freq_factor": 32.0}, "yarn_only_types": ["full_attention"], "layer_types":
        ["full_attention", "sliding_attention", "sliding_attention", "full_attention"],
        "partial_rotary_factors": [0.5, 1.0, 1.0, 0.5]})");
    ASSERT_EQ(file.model.layers.size(), 2U);
    EXPECT_EQ(file.model.layers[0].scheme, "llama3");
    EXPECT_EQ(file.model.layers[0].rotaryDim, 64);
    EXPECT_EQ(file.parts[0].layers, (std::vector{0, 3}));
    EXPECT_EQ(file.model.layers[1].scheme, "default");
    EXPECT_EQ(file.model.layers[1].base, 10000.0);
}

TEST(Plans, MiMoSaysByAPatternWhichLayersSlide)
{
    const ModelFile file = testing::read(R"({"model_type": "mimo_v2", "hidden_size": 4096, "num_attention_heads": 64,
        "head_dim": 192, "num_hidden_layers": 4, "rope_theta": 10000000, "swa_rope_theta": 10000,
        "partial_rotary_factor": 0.334, "hybrid_layer_pattern": [0, 1, 1, 0]})");
    ASSERT_EQ(file.model.layers.size(), 2U);
    EXPECT_EQ(file.parts[0].layers, (std::vector{0, 3}));
    EXPECT_EQ(file.parts[1].layers, (std::vector{1, 2}));
    EXPECT_EQ(file.model.layers[0].rotaryDim, 64);
    EXPECT_EQ(file.model.layers[1].base, 10000.0);
    EXPECT_EQ(originOf(file, 0, "pairing").kind, Origin::Kind::FamilyDefault);
}

TEST(Plans, ABaseForEachLayerMayBeZero)
{
    const ModelFile file =
        testing::read(R"({"model_type": "granite_swa", "hidden_size": 2560, "num_attention_heads": 20,
        "num_hidden_layers": 4, "layer_rope_theta": [10000, 0, 50000, 0]})");
    ASSERT_EQ(file.model.layers.size(), 3U);
    for (std::size_t i = 0; i < 3; ++i) {
        const bool still = file.model.layers[i].layerType == "no_rope";
        EXPECT_EQ(file.model.layers[i].rotates, !still);
        if (still) {
            EXPECT_EQ(file.parts[i].layers, (std::vector{1, 3}));
        } else {
            EXPECT_EQ(originOf(file, i, "base").text, "layer_rope_theta");
        }
    }
}

TEST(Plans, TheCompressedBaseComesFromTheFileWhereItGivesOne)
{
    const ModelFile given = testing::read(R"({"model_type": "deepseek_v4", "compress_rope_theta": 170000})");
    EXPECT_EQ(given.model.layers.back().base, 170000.0);
    EXPECT_EQ(originOf(given, 1, "base"), (Origin{"compress_rope_theta", Origin::Kind::File}));
    const ModelFile bare = testing::read(R"({"model_type": "deepseek_v4"})");
    EXPECT_EQ(bare.model.layers.back().base, 160000.0);
    EXPECT_EQ(originOf(bare, 1, "base").kind, Origin::Kind::FamilyDefault);
}

} // namespace
} // namespace rope

#include "core/model/config/config_shape.h"

#include "core/state/derived.h"
#include "tests/core/model/config/config_reading.h"

#include <cmath>

namespace rope {
namespace {

using testing::llama;
using testing::mentions;
using testing::onlyLayer;
using testing::read;
using testing::refusal;
using testing::rowOf;

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
    const ModelFile file = read(R"({"rope_theta": 10000.0})");
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

} // namespace
} // namespace rope

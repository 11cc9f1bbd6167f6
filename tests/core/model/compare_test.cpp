#include "core/model/compare.h"

#include "core/model/presets.h"

#include <cmath>

namespace rope {
namespace {

RotarySettings layerOf(const char* preset)
{
    return loadPreset(preset)->model.layers.front();
}

TEST(Comparison, DroppingTheScalingOfLlama31IsOneRadianOffAfter1124Tokens)
{
    const RotarySettings scaled = layerOf("llama-3.1-8b");
    RotarySettings dropped = scaled;
    dropped.scheme = "default";
    dropped.parameters.clear();
    const auto comparison = compareRotary(scaled, dropped, 0);
    ASSERT_TRUE(comparison.has_value());
    EXPECT_EQ(std::lround(comparison->tokensToOne), 1124);
    EXPECT_NEAR(comparison->tokensToTenth, comparison->tokensToOne / 10, 1e-9);
    EXPECT_EQ(comparison->attentionFactorDifference, 0.0);
}

TEST(Comparison, AWrongBaseIsOneRadianOffAfterEightTokens)
{
    const RotarySettings right = layerOf("llama-3-8b");
    RotarySettings wrong = right;
    wrong.base = 10000.0;
    const auto comparison = compareRotary(right, wrong, 0);
    EXPECT_NEAR(comparison->tokensToOne, 7.7, 0.05);
    EXPECT_NEAR(comparison->difference[comparison->worstPair] * comparison->tokensToOne, 1.0, 1e-12);
}

TEST(Comparison, AModelDoesNotDifferFromItself)
{
    const ModelSettings model = loadPreset("gemma-3-27b")->model;
    const auto comparison = compareModels(model, model, 0);
    ASSERT_TRUE(comparison.has_value());
    ASSERT_EQ(comparison->size(), 2U);
    for (const LayerComparison& layer : *comparison) {
        EXPECT_EQ(layer.firstLayer, layer.secondLayer);
        EXPECT_EQ(layer.rotary.difference.cwiseAbs().maxCoeff(), 0.0);
        EXPECT_TRUE(std::isinf(layer.rotary.tokensToOne));
        EXPECT_TRUE(layer.rotary.notes.empty());
    }
}

TEST(Comparison, NamesOtherPairingAndOtherNumbersOfPairs)
{
    const auto comparison = compareRotary(layerOf("llama-2-7b"), layerOf("gpt-j-6b"), 0);
    ASSERT_TRUE(comparison.has_value());
    EXPECT_EQ(comparison->difference.size(), 32);
    EXPECT_EQ(comparison->notes.size(), 3U);
}

TEST(Comparison, SeesTheSoftmaxScaleOfLatentAttention)
{
    const RotarySettings deepseek = layerOf("deepseek-v3");
    RotarySettings without = deepseek;
    without.parameters["mla_softmax_scale"] = 0.0;
    const auto comparison = compareRotary(without, deepseek, 0);
    EXPECT_NEAR(comparison->softmaxScaleDifference, 0.1352337788608801 - 1.0 / std::sqrt(192.0), 1e-15);
}

} // namespace
} // namespace rope

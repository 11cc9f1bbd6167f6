#include "core/views/extension.h"

#include "core/model/presets.h"
#include "core/state/change.h"
#include "core/state/derived.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

namespace rope {
namespace {

ExplorerState stateOfPreset(const char* id)
{
    const auto file = loadPreset(id);
    EXPECT_TRUE(file.has_value()) << id;
    ExplorerState state;
    state.model = file->model;
    return state;
}

ExplorerState linearByEight()
{
    return *withChange({}, SetValues{{{"model.scheme", std::string("linear")}, {"scheme.factor", 8.0}}});
}

TEST(ExtensionNumbers, PairsThatNeverTurnFinishNoTurn)
{
    ExplorerState state = stateOfPreset("gemma-4-31b"); // 64 of the 256 pairs of a full-attention layer turn
    const auto& layers = state.model.layers;
    const auto full = std::ranges::find(layers, std::string("full_attention"), &RotarySettings::layerType);
    ASSERT_NE(full, layers.end());
    state.model.activeLayer = static_cast<int>(full - layers.begin());
    const ExtensionNumbers numbers = extensionNumbers(state);
    ASSERT_EQ(numbers.plain.pairs.size(), 256U);
    EXPECT_EQ(numbers.finished(), 64);
    EXPECT_EQ(numbers.still(), 192);
    EXPECT_EQ(numbers.plain.pairsWithNew(), 0);
    for (const CoveredScheme& scheme : numbers.schemes)
        for (std::size_t j = 64; j < 256; ++j) {
            EXPECT_EQ(scheme.pairs[j].reachedTurns, 0.0) << scheme.name;
            EXPECT_EQ(scheme.pairs[j].newShare, 0.0) << scheme.name;
            EXPECT_TRUE(std::isnan(scheme.pairs[j].stepRatio)) << scheme.name;
            EXPECT_FALSE(numbers.justBeyond(j));
        }
}

TEST(ExtensionNumbers, ALayerWithoutPositionsHasNoPairThatTurns)
{
    ExplorerState state;
    activeRotary(state).rotates = false;
    const ExtensionNumbers numbers = extensionNumbers(state);
    EXPECT_EQ(numbers.finished(), 0);
    EXPECT_EQ(numbers.still(), 64);
    EXPECT_EQ(numbers.highestNew(), 0.0);
}

TEST(ExtensionNumbers, LinearScalingMeetsNothingNewAndRoundingIsNotNew)
{
    const ExtensionNumbers numbers = extensionNumbers(linearByEight());
    const CoveredScheme& active = numbers.schemes[numbers.active];
    EXPECT_EQ(active.name, "Linear");
    EXPECT_EQ(active.pairsWithNew(), 0);
    EXPECT_EQ(active.meanNew(), 0.0);
    EXPECT_EQ(numbers.finished(), 46);           // d 128, base 10 000, L 4096
    EXPECT_EQ(numbers.plain.pairsWithNew(), 18); // the other 18 meet new phases at 8 L
    EXPECT_LE(numbers.lowestStep(), 1.0 / 8.0);
}

TEST(ExtensionNumbers, CountWhatTheirPairsSay)
{
    const ExtensionNumbers numbers = extensionNumbers(stateOfPreset("llama-3.1-8b"));
    EXPECT_EQ(numbers.finished(), 35);
    EXPECT_EQ(numbers.family.trained, 8192.0);
    double sum = 0.0;
    int fresh = 0;
    for (const PairCoverage& pair : numbers.plain.pairs) {
        sum += pair.newShare;
        fresh += pair.newShare > 0.0;
    }
    EXPECT_DOUBLE_EQ(numbers.plain.meanNew(), sum / 64.0);
    EXPECT_EQ(numbers.plain.pairsWithNew(), fresh);
    EXPECT_EQ(fresh, 64 - 35);
}

} // namespace
} // namespace rope

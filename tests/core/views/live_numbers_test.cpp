#include "core/views/live_numbers.h"

#include "core/state/change.h"

#include <cmath>
#include <gtest/gtest.h>
#include <numbers>

namespace rope {

namespace {

ExplorerState stateWith(const std::vector<SetValue>& values)
{
    const Result<ExplorerState> state = withChange(ExplorerState{}, SetValues{values});
    EXPECT_TRUE(state) << (state ? "" : describe(state.error()));
    return state.value_or(ExplorerState{});
}

} // namespace

TEST(LiveNumbers, BothSidesOfTheClaimAgreeAtAnyPosition)
{
    for (const double shift : {0.0, 1000.0, 999'000.0, 9'000'000.0}) {
        const LiveNumbers numbers =
            liveNumbers(stateWith({{"positions.query", 12.0 + shift}, {"positions.key", 5.0 + shift}}));
        EXPECT_NEAR(numbers.rotatedScore, numbers.relativeScore, 1e-12) << shift;
        EXPECT_NEAR(numbers.relativeScore, liveNumbers(ExplorerState{}).relativeScore, 1e-13) << shift;
    }
}

TEST(LiveNumbers, AlignedUnitContentScoresTheSumOfCosines)
{
    const LiveNumbers numbers = liveNumbers(stateWith({{"positions.query", 9.0}, {"positions.key", 1.0}}));
    EXPECT_EQ(numbers.offset, -8);
    // The mean cosine at distance 8 for d 128, B 1e4 is 0.714383; 64 pairs of unit content over sqrt(128).
    EXPECT_NEAR(numbers.relativeScore, 0.714383 * 64.0 / std::sqrt(128.0), 1e-5);
}

TEST(LiveNumbers, RotationKeepsTheNorms)
{
    const LiveNumbers numbers = liveNumbers(ExplorerState{});
    EXPECT_NEAR(numbers.queryNorm, 8.0, 1e-12);
    EXPECT_NEAR(numbers.rotatedQueryNorm, numbers.queryNorm, 1e-12);
    EXPECT_NEAR(numbers.rotatedKeyNorm, numbers.keyNorm, 1e-12);
}

TEST(LiveNumbers, AttentionFactorGrowsNormsByItselfAndScoresByItsSquare)
{
    const std::vector<SetValue> yarn = {{"model.scheme", std::string("yarn")}, {"scheme.factor", 8.0}};
    const LiveNumbers numbers = liveNumbers(stateWith(yarn));
    EXPECT_NEAR(numbers.attentionFactor, 1.207944, 1e-6);
    EXPECT_NEAR(numbers.rotatedQueryNorm / numbers.queryNorm, numbers.attentionFactor, 1e-12);
    EXPECT_NEAR(numbers.rotatedScore, numbers.relativeScore, 1e-12);
}

TEST(LiveNumbers, PhasesOfTheHighlightedPairComeWholeAndReduced)
{
    const LiveNumbers numbers =
        liveNumbers(stateWith({{"pair.highlighted", 0.0}, {"positions.query", 710.0}, {"positions.key", 0.0}}));
    EXPECT_DOUBLE_EQ(numbers.inverseFrequency, 1.0);
    EXPECT_DOUBLE_EQ(numbers.queryPhase.total, 710.0);
    EXPECT_NEAR(numbers.queryPhase.reduced, 710.0 - 226.0 * std::numbers::pi, 1e-12);
    EXPECT_NEAR(numbers.offsetPhase.reduced, -numbers.queryPhase.reduced, 1e-15);
    EXPECT_EQ(numbers.keyPhase, LivePhase{});
}

} // namespace rope

#include "core/studies/context_coverage.h"

#include "core/rotation/frequency.h"

#include <cmath>
#include <gtest/gtest.h>
#include <numbers>

namespace rope {
namespace {

constexpr double turn = 2.0 * std::numbers::pi;

TEST(PhaseCoverage, OfAFastPairIsTheWholeCircleAndNothingIsNew)
{
    const PairCoverage coverage = phaseCoverage(1.0, 1.0, 4096.0, 32768.0);
    EXPECT_NEAR(coverage.trainedTurns, 4096.0 / turn, 1e-9);
    EXPECT_EQ(coverage.trainedShare, 1.0);
    EXPECT_EQ(coverage.newShare, 0.0);
    EXPECT_EQ(coverage.stepRatio, 1.0);
}

TEST(PhaseCoverage, OfASlowPairGrowsWithTheContext)
{
    const double theta = turn / 8192.0; // half a turn in training
    EXPECT_NEAR(phaseCoverage(theta, theta, 4096.0, 6144.0).trainedShare, 0.5, 1e-15);
    EXPECT_NEAR(phaseCoverage(theta, theta, 4096.0, 6144.0).newShare, 0.25, 1e-15);
    EXPECT_NEAR(phaseCoverage(theta, theta, 4096.0, 65536.0).newShare, 0.5, 1e-15);
    EXPECT_NEAR(phaseCoverage(theta, theta, 4096.0, 65536.0).reachedTurns, 8.0, 1e-12);
}

TEST(PhaseCoverage, OfLinearScalingMeetsNothingNewAndShrinksEveryStep)
{
    for (const double theta : {1.0, 1e-2, 1e-4}) {
        const PairCoverage coverage = phaseCoverage(theta, theta / 8.0, 4096.0, 8.0 * 4096.0);
        EXPECT_NEAR(coverage.newShare, 0.0, 1e-12);
        EXPECT_DOUBLE_EQ(coverage.stepRatio, 0.125);
    }
}

TEST(PhaseCoverage, OfAPairThatStandsStillIsNothing)
{
    const PairCoverage coverage = phaseCoverage(0.0, 0.0, 4096.0, 32768.0);
    EXPECT_EQ(coverage.trainedShare, 0.0);
    EXPECT_EQ(coverage.newShare, 0.0);
    EXPECT_TRUE(std::isnan(coverage.stepRatio));
}

TEST(PhaseCoverage, PairsJustBeyondStartAfterThoseThatFinishATurn)
{
    // Llama-2: 46 of 64 pairs finish a turn within 4096 tokens
    const Eigen::VectorXd theta = inverseFrequencies(10000.0, 128);
    EXPECT_FALSE(liesJustBeyond(theta[45], 4096.0));
    EXPECT_TRUE(liesJustBeyond(theta[46], 4096.0));
    EXPECT_FALSE(liesJustBeyond(theta[63], 4096.0)); // 54 410 tokens
}

} // namespace
} // namespace rope

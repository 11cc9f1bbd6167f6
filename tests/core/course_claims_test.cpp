#include "core/rotation/frequency.h"
#include "core/rotation/rotation.h"
#include "core/studies/encodings.h"

#include <gtest/gtest.h>

#include <cmath>

// Claims of the course that no other test states with a number; tests/README.md lists them all.

namespace rope {
namespace {

constexpr double base = 1e4;

/// How much the cosine of a pair changes between two offsets.
double change(double theta, std::int64_t from, std::int64_t to)
{
    return std::abs(std::cos(phase(to, theta)) - std::cos(phase(from, theta)));
}

} // namespace

TEST(CourseClaims, FastPairsTellNeighboursApartAndSlowPairsFarOffsets)
{
    const Eigen::VectorXd theta = inverseFrequencies(base, 128);
    EXPECT_NEAR(change(theta[0], 0, 1), 0.4597, 5e-5);
    EXPECT_LT(change(theta[63], 0, 1), 1e-8) << "to the slowest pair neighbours are one";
    EXPECT_NEAR(change(theta[63], 0, 20'000), 1.673, 5e-4) << "it has turned by 132 degrees";
    EXPECT_LT(change(theta[63], 20'000, 20'001), 1e-4);
    for (int j = 1; j < 64; ++j)
        EXPECT_LT(change(theta[j], 0, 1), change(theta[j - 1], 0, 1)) << "each pair is slower than the one before";
}

TEST(CourseClaims, TheBaseStretchesTheLadderAndTheHeadDimensionSetsItsSteps)
{
    for (const double b : {1e4, 5e5})
        for (const int d : {64, 128}) {
            const Eigen::VectorXd theta = inverseFrequencies(b, d);
            EXPECT_EQ(theta.size(), d / 2);
            EXPECT_EQ(theta[0], 1.0) << "whatever the base";
            EXPECT_NEAR(std::log(theta[0] / theta[1]), 2.0 * std::log(b) / d, 1e-14);
            EXPECT_NEAR(theta[d / 2 - 1] / std::pow(b, -(d - 2.0) / d), 1.0, 1e-14);
        }
}

TEST(CourseClaims, AFixedFormulaGoesOnWhereALearnedTableEnds)
{
    constexpr std::int64_t farAway = 10'000'000;
    const RowMatrix rows = sinusoidalTable(farAway, 2, 64, SinusoidalLayout::Interleaved);
    EXPECT_TRUE(rows.allFinite());
    EXPECT_NEAR(rows.row(0).squaredNorm(), 32.0, 1e-12) << "sine and cosine of every pair";
    EXPECT_GT((rows.row(1) - rows.row(0)).norm(), 0.5) << "and every place has a vector of its own";
    EXPECT_FALSE(LearnedTable(512, 64, 1).at(farAway));
}

} // namespace rope

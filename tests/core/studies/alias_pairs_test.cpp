#include "core/studies/alias_pairs.h"

#include "core/rotation/frequency.h"
#include "core/rotation/rotation.h"

#include <cmath>
#include <gtest/gtest.h>

namespace rope {
namespace {

constexpr double twoDegrees = 0.03490658503988659;

TEST(PairsFooled, OneClockTakes44And710ForZeroAndTheNextTellsThemApart)
{
    const Eigen::VectorXd theta = inverseFrequencies(10000.0, 128);
    EXPECT_EQ(pairsFooled(theta, 0, 44, twoDegrees), 1);
    EXPECT_EQ(pairsFooled(theta, 0, 710, twoDegrees), 1);
    EXPECT_EQ(pairsFooled(theta, 0, 45, twoDegrees), 0);
    EXPECT_EQ(pairsFooled(theta, 0, 0, twoDegrees), 64); // offset 0 is itself for all
}

TEST(PairsFooled, CountsFromTheGivenPairOn)
{
    const Eigen::VectorXd theta = inverseFrequencies(10000.0, 128);
    const int fooled = pairsFooled(theta, 60, 20, twoDegrees); // slow pairs have hardly moved
    EXPECT_EQ(fooled, 4);
    for (int j = 60; j < 60 + fooled; ++j)
        EXPECT_LE(std::abs(phase(20, theta[j])), twoDegrees);
}

TEST(AliasesLeft, NeverGrowsAndBeginsWithAllOfThem)
{
    const Eigen::VectorXd theta = inverseFrequencies(10000.0, 128);
    const auto aliases = aliasesOfPair(theta[0], 100'000, twoDegrees);
    const std::vector<int> left = aliasesLeft(theta, 0, aliases, twoDegrees);
    ASSERT_EQ(left.size(), 64U);
    EXPECT_EQ(left[0], static_cast<int>(aliases.size()));
    for (std::size_t k = 1; k < left.size(); ++k)
        EXPECT_LE(left[k], left[k - 1]);
    EXPECT_EQ(left.back(), 0);
    EXPECT_LT(left[1], left[0]);
}

} // namespace
} // namespace rope

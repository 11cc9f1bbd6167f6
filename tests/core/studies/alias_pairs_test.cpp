#include "core/studies/alias_pairs.h"

#include "core/rotation/frequency.h"
#include "core/rotation/rotation.h"

#include <algorithm>
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
    const auto aliases = foundAliases(theta, 0, 100'000, twoDegrees);
    const std::vector<int> left = aliasesLeft(aliases, 64);
    ASSERT_EQ(left.size(), 64U);
    EXPECT_EQ(left[0], static_cast<int>(aliases.size()));
    for (std::size_t k = 1; k < left.size(); ++k)
        EXPECT_LE(left[k], left[k - 1]);
    EXPECT_EQ(left.back(), 0);
    EXPECT_LT(left[1], left[0]);
}

TEST(FoundAliases, AreWhatLookingAtEveryOffsetFinds)
{
    const Eigen::VectorXd theta = inverseFrequencies(500.0, 16);
    for (const double tolerance : {0.01, 0.3, 1.5})
        for (const int first : {0, 3, 7}) {
            std::vector<FoundAlias> expected;
            for (std::int64_t offset = 1; offset <= 5000; ++offset)
                if (const int fooled = pairsFooled(theta, first, offset, tolerance); fooled > 0)
                    expected.push_back({{offset, phase(offset, theta[first])}, fooled});
            EXPECT_EQ(foundAliases(theta, first, 5000, tolerance), expected);
            const std::vector<int> left = aliasesLeft(expected, 8 - first);
            for (int k = 1; k <= 8 - first; ++k)
                EXPECT_EQ(left[static_cast<std::size_t>(k - 1)],
                          std::ranges::count_if(expected, [k](const FoundAlias& one) { return one.fooled >= k; }));
        }
}

TEST(FoundAliases, APairThatDoesNotTurnHasNone)
{
    EXPECT_TRUE(foundAliases(Eigen::Vector2d(1.0, 0.0), 1, 1000, 1.0).empty());
    EXPECT_EQ(aliasesLeft({}, 1), std::vector<int>{0});
}

TEST(ClosestAliases, BeginWithTheSmallestErrorWhateverItsSign)
{
    const std::vector<FoundAlias> aliases = {{{5, 0.2}, 1}, {{6, -0.1}, 1}, {{7, 0.1}, 1}, {{8, -0.3}, 1}};
    const auto closest = closestAliases(aliases, 3);
    ASSERT_EQ(closest.size(), 3U);
    EXPECT_EQ(closest[0].alias.offset, 6);
    EXPECT_EQ(closest[1].alias.offset, 7);
    EXPECT_EQ(closest[2].alias.offset, 5);
    EXPECT_EQ(closestAliases(aliases, 9).size(), 4U);
}

} // namespace
} // namespace rope

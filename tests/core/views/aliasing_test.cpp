#include "core/views/aliasing.h"

#include "core/state/change.h"

#include <cmath>
#include <gtest/gtest.h>
#include <numbers>

namespace rope {
namespace {

ExplorerState longSequence(double pair, double pairs)
{
    const auto state = withChange({}, SetValues{{{"sequence.length", 100'000.0},
                                                 {"aliasing.tolerance", 15.0},
                                                 {"aliasing.pairs", pairs},
                                                 {"pair.highlighted", pair}}});
    EXPECT_TRUE(state.has_value());
    return *state;
}

TEST(AliasingNumbers, LookAtEveryOffsetOfALongSequence)
{
    EXPECT_EQ(aliasingNumbers(longSequence(0, 3)).together(), 55);
    const AliasingNumbers slow = aliasingNumbers(longSequence(51, 3));
    EXPECT_EQ(slow.together(), 464);
    EXPECT_EQ(closestAliases(slow.aliases, 1).front().alias.offset, 29'027);
}

/// The figure against a loop over all offsets in long double.
TEST(AliasingNumbers, AreWhatALoopOverAllOffsetsFinds)
{
    for (const double pair : {0.0, 7.0, 40.0}) {
        const AliasingNumbers numbers = aliasingNumbers(longSequence(pair, 2));
        std::vector<std::int64_t> offsets;
        for (std::int64_t offset = 1; offset <= 100'000; ++offset) {
            const long double angle = static_cast<long double>(offset) * numbers.theta[static_cast<int>(pair)];
            if (std::abs(std::remainder(angle, 2.0L * std::numbers::pi_v<long double>)) <= numbers.tolerance)
                offsets.push_back(offset);
        }
        ASSERT_EQ(numbers.aliases.size(), offsets.size());
        for (std::size_t i = 0; i < offsets.size(); ++i)
            EXPECT_EQ(numbers.aliases[i].alias.offset, offsets[i]);
        EXPECT_EQ(numbers.left.front(), static_cast<int>(offsets.size()));
    }
}

TEST(AliasingNumbers, NameThePairThatTellsAnAliasApart)
{
    const AliasingNumbers numbers = aliasingNumbers(longSequence(0, 1));
    EXPECT_EQ(tellingPair(numbers, {{710, 0.0}, 1}), 1);
    EXPECT_EQ(tellingPair(numbers, {{710, 0.0}, 64}), std::nullopt);
}

} // namespace
} // namespace rope

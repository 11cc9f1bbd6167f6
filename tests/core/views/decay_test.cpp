#include "core/views/decay.h"

#include "core/rotation/frequency.h"
#include "core/state/change.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace rope {
namespace {

TEST(DecayNumbers, FindTheFirstNegativeMeanCosineAndSayThatLaterOnesMayBePositive)
{
    const DecayNumbers numbers = decayNumbers({});
    ASSERT_EQ(numbers.firstNegative, 1707); // d 128, base 10 000
    const auto positiveBeyond =
        std::ranges::find_if(numbers.curves, [](const DecayAt& at) { return at.distance > 1707 && at.ones > 0.0; });
    EXPECT_NE(positiveBeyond, numbers.curves.end());
    for (const DecayAt& at : numbers.curves)
        EXPECT_TRUE(at.ones >= 0.0 || at.distance >= 1707) << at.distance;
}

TEST(DecayNumbers, HoldTheDistancesThatAreToldAndAgreeWithOneAlone)
{
    for (const bool logarithmic : {false, true}) {
        ExplorerState state;
        state.view.logOffsets = logarithmic;
        const DecayNumbers numbers = decayNumbers(state);
        EXPECT_TRUE(std::ranges::is_sorted(numbers.curves, std::less_equal<>(), &DecayAt::distance));
        for (const std::int64_t told : toldDistances) {
            const auto found = std::ranges::find(numbers.curves, told, &DecayAt::distance);
            ASSERT_NE(found, numbers.curves.end()) << told;
            EXPECT_EQ(found->ones, decayAt(state, told).ones);
            EXPECT_NEAR(found->ones, meanCosine(inverseFrequencies(10000.0, 128), told), 1e-14);
            EXPECT_EQ(found->bound, decayAt(state, told).bound);
            EXPECT_EQ(found->gaussian, 0.0);
        }
    }
}

TEST(DecayNumbers, AlignedKeysFollowTheQuerysEnergy)
{
    const auto state = withChange({}, SetPairContent{0, {3.0, 0.0, 1.0, 0.0}});
    ASSERT_TRUE(state.has_value());
    const DecayAt at = decayAt(*state, 100);
    EXPECT_NE(at.aligned, at.ones);
    EXPECT_EQ(decayAt({}, 100).aligned, decayAt({}, 100).ones); // all pairs alike
    EXPECT_LE(decayNumbers(*state).lowest(), 0.0);
}

} // namespace
} // namespace rope

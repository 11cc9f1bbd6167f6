#include "core/views/layout.h"

#include "core/state/change.h"
#include "core/state/derived.h"

#include <cmath>
#include <gtest/gtest.h>

namespace rope {
namespace {

TEST(MixingDamageOf, ScoresGrowByTheSquareOfTheAttentionFactor)
{
    const auto yarn = withChange({}, SetValues{{{"model.scheme", std::string("yarn")}, {"scheme.factor", 16.0}}});
    const auto without =
        yarn ? withChange(*yarn, SetValue{"scheme.attention_factor", 1.0}) : tl::unexpected(yarn.error());
    ASSERT_TRUE(yarn.has_value() && without.has_value());
    const double factor = activeSchedule(*yarn).attentionFactor;
    ASSERT_NEAR(factor, 0.1 * std::log(16.0) + 1.0, 1e-12);
    ASSERT_EQ(activeSchedule(*without).attentionFactor, 1.0);
    for (const PairLayout layout : layouts) {
        const MixingDamage damage = mixingDamageOf(*yarn, layout);
        const MixingDamage plain = mixingDamageOf(*without, layout);
        EXPECT_GT(damage.scoreChange, 0.1);
        EXPECT_NEAR(damage.score, factor * factor * plain.score, 1e-12);
        EXPECT_NEAR(damage.scoreChange, factor * factor * plain.scoreChange, 1e-12);
        EXPECT_EQ(damage.normRatio, plain.normRatio); // over that of a right rotation
    }
}

} // namespace
} // namespace rope

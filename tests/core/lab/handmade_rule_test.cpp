#include "core/lab/handmade_rule.h"

#include "core/rotation/frequency.h"

#include <gtest/gtest.h>

namespace rope {

TEST(HandmadeRule, ForRopeHoldsAtEveryPlaceAlike)
{
    const Eigen::VectorXd ladder = inverseFrequencies(10000.0, 128);
    for (const std::int64_t distance : {1, 2}) {
        const double here = relativeRuleShare(ladder, distance, 300);
        EXPECT_GT(here, 0.99);
        EXPECT_EQ(relativeRuleShare(ladder, distance, 1000), here);
        EXPECT_EQ(relativeRuleShare(ladder, distance, 1000000), here);
    }
}

TEST(HandmadeRule, OfOnePairIsTheSoftmaxOfACosine)
{
    const Eigen::VectorXd one = Eigen::VectorXd::Constant(1, 0.5);
    double sum = 0;
    for (int back = 0; back <= 3; ++back)
        sum += std::exp(4 * std::cos(0.5 * (1 - back)));
    EXPECT_NEAR(relativeRuleShare(one, 1, 3), std::exp(4.0) / sum, 1e-15);
}

TEST(HandmadeRule, LearnedFromATableHoldsWhereItWasLearnedAndNowhereElse)
{
    for (const std::int64_t distance : {1, 2}) {
        for (std::int64_t place = distance; place < ruleTrained; ++place)
            EXPECT_GT(tableRuleShare(distance, place), 0.99) << place;
        double largest = 0;
        for (const std::int64_t place : {60, 100, 1000, 100000})
            largest = std::max(largest, tableRuleShare(distance, place));
        EXPECT_LT(largest, 0.2);
    }
}

} // namespace rope

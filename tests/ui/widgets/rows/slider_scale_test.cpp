#include "ui/widgets/rows/slider_scale.h"

#include <cmath>
#include <gtest/gtest.h>

namespace rope {

namespace {

const SliderScale everyScale[] = {
    {0.0, 1.0, false, false},   {-180.0, 180.0, false, false}, {1.1, 1e9, true, false}, {2.0, 1024.0, true, true},
    {0.0, 1023.0, false, true}, {0.0, 1e7, false, true},       {0.0, 1e9, true, true},  {1.0, 1e7, true, true},
};

} // namespace

TEST(SliderScale, EndsAreExact)
{
    for (const SliderScale& scale : everyScale) {
        EXPECT_EQ(valueAt(scale, 0.0), scale.minimum);
        EXPECT_EQ(valueAt(scale, 1.0), scale.maximum);
        EXPECT_EQ(fractionOf(scale, scale.minimum), 0.0);
        EXPECT_EQ(fractionOf(scale, scale.maximum), 1.0);
    }
}

TEST(SliderScale, ValuesBeyondTheEndsStandAtTheEnds)
{
    EXPECT_EQ(fractionOf({1.1, 1e9, true, false}, 1e12), 1.0);
    EXPECT_EQ(fractionOf({1.1, 1e9, true, false}, 1.0), 0.0);
}

TEST(SliderScale, TravelIsMonotoneAndStaysInside)
{
    for (const SliderScale& scale : everyScale) {
        double before = scale.minimum;
        for (int place = 0; place <= 1000; ++place) {
            const double value = valueAt(scale, place / 1000.0);
            EXPECT_GE(value, before);
            EXPECT_LE(value, scale.maximum);
            EXPECT_TRUE(!scale.integer || value == std::round(value));
            before = value;
        }
    }
}

TEST(SliderScale, DecadesTakeEqualTravelOnALogarithmicScale)
{
    const SliderScale scale{1.0, 1e8, true, false};
    EXPECT_NEAR(fractionOf(scale, 1e4), 0.5, 1e-12);
    EXPECT_DOUBLE_EQ(valueAt(scale, 0.25), 100.0);
}

TEST(SliderScale, ValuesAreWhatAHandCanAimAt)
{
    EXPECT_DOUBLE_EQ(valueAt({1.1, 1e9, true, false}, 0.37123), 2330.0); // three digits of 2 328.6
    EXPECT_DOUBLE_EQ(valueAt({0.0, 1.0, false, false}, 0.12345), 0.123);
}

TEST(SliderScale, AStepAlwaysMoves)
{
    for (const SliderScale& scale : everyScale)
        for (const double place : {0.1, 0.37, 0.5, 0.9}) {
            const double value = valueAt(scale, place);
            EXPECT_GT(stepped(scale, value, 1.0), value);
            EXPECT_LT(stepped(scale, value, -1.0), value);
        }
    EXPECT_EQ(stepped({0.0, 1023.0, false, true}, 12.0, 1.0), 13.0);
    EXPECT_EQ(stepped({0.0, 1023.0, false, true}, 1023.0, 1.0), 1023.0);
}

} // namespace rope

#include "ui/widgets/rows/number_text.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>

namespace rope {

TEST(NumberText, GroupsTheWholePart)
{
    EXPECT_EQ(numberText(12), "12");
    EXPECT_EQ(numberText(131072), QString("131\u202F072"));
    EXPECT_EQ(numberText(-1000000), QString("\u2212"
                                            "1\u202F000\u202F000"));
}

TEST(NumberText, ReadsBackToTheSameValue)
{
    const StateKey key;
    for (const double value : {0.0, 1e-9, 0.1, 1.0 / 3.0, 12345.678, 1e15, 6.02e23, -7.25, 500000.0, 0x1p-40}) {
        const Result<Value> back = parseValue(key, numberText(value).toStdString());
        ASSERT_TRUE(back) << numberText(value).toStdString();
        EXPECT_EQ(std::get<double>(*back), value) << numberText(value).toStdString();
    }
}

TEST(NumberText, RoundsToSignificantDigits)
{
    EXPECT_EQ(significantText(0.713204812345678, 12), QString("0.713\u202F204\u202F812\u202F346"));
    EXPECT_EQ(significantText(8.0, 7), QString("8.000\u202F000"));
    EXPECT_EQ(significantText(0.0, 12), "0");
    EXPECT_EQ(numberText(1.0 / 3.0, 3), "0.333");
}

TEST(NumberText, SaysWhatIsNotFinite)
{
    EXPECT_EQ(numberText(std::numeric_limits<double>::infinity()), QString("∞"));
    EXPECT_EQ(numberText(-std::numeric_limits<double>::infinity()), QString("−∞"));
    EXPECT_EQ(numberText(std::nan("")), QString("–"));
}

} // namespace rope

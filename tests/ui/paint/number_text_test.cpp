#include "ui/paint/number_text.h"

#include "core/base/number_text.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>

namespace rope {

namespace {

std::string plain(QString text)
{
    return text.replace(numberSpace, " ").toStdString();
}

} // namespace

TEST(NumberText, GroupsTheWholePart)
{
    EXPECT_EQ(numberText(12), "12");
    EXPECT_EQ(numberText(131072), QString("131\u202F072"));
    EXPECT_EQ(numberText(-1000000), QString("\u2212"
                                            "1\u202F000\u202F000"));
}

TEST(NumberText, ReadsBackToTheSameValue)
{
    for (const double value : {0.0, 1e-9, 0.1, 1.0 / 3.0, 12345.678, 1e15, 6.02e23, -7.25, 500000.0, 0x1p-40}) {
        const Result<double> back = parseNumber(numberText(value).toStdString());
        ASSERT_TRUE(back) << numberText(value).toStdString();
        EXPECT_EQ(*back, value) << numberText(value).toStdString();
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

TEST(NumberText, AreGroupedAndSigned)
{
    EXPECT_EQ(plain(groupedNumber(131072)), "131 072");
    EXPECT_EQ(plain(groupedNumber(8192)), "8 192");
    EXPECT_EQ(plain(groupedNumber(-10000000)), "−10 000 000");
    EXPECT_EQ(plain(groupedNumber(0.5, 3)), "0.5");
    EXPECT_EQ(plain(groupedNumber(-0.0001, 2)), "0");
}

TEST(NumberText, KeepTheirSignificantDigits)
{
    EXPECT_EQ(plain(readableNumber(0.15811388)), "0.1581");
    EXPECT_EQ(plain(readableNumber(39.738)), "39.74");
    EXPECT_EQ(plain(readableNumber(2559195.5)), "2 559 196");
    EXPECT_EQ(plain(readableNumber(3.2e-5)), "3.2 × 10⁻⁵");
    EXPECT_EQ(plain(readableNumber(-1e-6)), "−10⁻⁶");
    EXPECT_EQ(plain(readableNumber(0)), "0");
    EXPECT_EQ(plain(readableNumber(std::numeric_limits<double>::infinity())), "∞");
    EXPECT_EQ(plain(readableNumber(std::nan(""))), "not a number");
}

TEST(NumberText, HaveAShortForm)
{
    EXPECT_EQ(plain(compactNumber(131072)), "131 k");
    EXPECT_EQ(plain(compactNumber(65536)), "65.5 k");
    EXPECT_EQ(plain(compactNumber(1048576)), "1.05 M");
    EXPECT_EQ(plain(compactNumber(999999)), "1 M");
    EXPECT_EQ(plain(compactNumber(512)), "512");
    EXPECT_EQ(plain(compactNumber(4096)), "4 096");
    EXPECT_EQ(plain(compactNumber(0.2)), "0.2");
    EXPECT_EQ(plain(compactNumber(-65536)), "−65.5 k");
}

} // namespace rope

#include "ui/paint/axes.h"
#include "ui/paint/ticks.h"

#include <QStringList>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>

namespace rope {
namespace {

const QString thin(QChar(0x202F));

/// Labels of the major ticks with plain spaces, joined by bars.
std::string labels(const std::vector<Tick>& ticks)
{
    QStringList list;
    for (const Tick& tick : ticks)
        if (tick.major)
            list << tick.label;
    return list.join('|').replace(thin, " ").toStdString();
}

TEST(Ticks, LinearOnesAreRoundNumbersInsideTheRange)
{
    EXPECT_EQ(labels(linearTicks(-128, 128, 5)), "−100|0|100");
    EXPECT_EQ(labels(linearTicks(-0.42, 1.05, 6)), "0.0|0.5|1.0");
    EXPECT_EQ(labels(linearTicks(0, 1, 5)), "0.0|0.2|0.4|0.6|0.8|1.0");
    EXPECT_EQ(labels(linearTicks(0, 63, 7)), "0|10|20|30|40|50|60");
    EXPECT_EQ(labels(linearTicks(0, 4096, 4)), "0|2000|4000");
    EXPECT_EQ(labels(linearTicks(0, 20000, 4)), "0|5000|10 000|15 000|20 000");
    EXPECT_EQ(labels(linearTicks(0, 131072, 3)), "0|50 k|100 k");
    EXPECT_EQ(labels(linearTicks(0, 1e7, 5)), "0|2 M|4 M|6 M|8 M|10 M");
    EXPECT_EQ(labels(linearTicks(0, 4e-6, 4)), "0|10⁻⁶|2 × 10⁻⁶|3 × 10⁻⁶|4 × 10⁻⁶");
}

TEST(Ticks, IntegerAxesHaveNoFractions)
{
    EXPECT_EQ(labels(linearTicks(0, 2, 8, true)), "0|1|2");
    EXPECT_EQ(labels(linearTicks(0, 3.5, 2, true)), "0|2");
}

TEST(Ticks, AreNeverManyMoreThanWanted)
{
    for (double range = 1e-7; range < 1e9; range *= 3.7)
        for (int wanted = 1; wanted < 12; ++wanted)
            EXPECT_LE(linearTicks(-0.3 * range, 0.7 * range, wanted).size(), static_cast<std::size_t>(wanted) + 2);
}

TEST(Ticks, EmptyOrBrokenRangesHaveNone)
{
    const double infinity = std::numeric_limits<double>::infinity();
    EXPECT_TRUE(linearTicks(1, 1, 5).empty());
    EXPECT_TRUE(linearTicks(2, 1, 5).empty());
    EXPECT_TRUE(linearTicks(0, infinity, 5).empty());
    EXPECT_TRUE(linearTicks(1e15, 1e15 + 0.25, 5).empty());
    EXPECT_TRUE(logTicks(0, 1, 5).empty());
    EXPECT_TRUE(logTicks(-1, 1, 5).empty());
    EXPECT_TRUE(logTicks(1, infinity, 5).empty());
}

TEST(Ticks, LogarithmicOnesAreDecades)
{
    EXPECT_EQ(labels(logTicks(1e-6, 1.5, 8)), "10⁻⁶|10⁻⁵|10⁻⁴|10⁻³|10⁻²|10⁻¹|10⁰");
    EXPECT_EQ(labels(logTicks(1e-6, 1.5, 4)), "10⁻⁶|10⁻⁴|10⁻²|10⁰");
    EXPECT_EQ(labels(logTicks(1e-300, 1, 5)).substr(0, 5), "10⁻"); // still a few, not 300
    EXPECT_LE(logTicks(1e-300, 1, 5).size(), 400U);
}

TEST(Ticks, FewDecadesAreSubdivided)
{
    EXPECT_EQ(labels(logTicks(0.09, 1.1, 5)), "0.1|0.2|0.5|1");
    EXPECT_EQ(labels(logTicks(1.2, 1.9, 4)), "1.2|1.4|1.6|1.8"); // inside one decade: linear
}

TEST(Ticks, LogarithmicMinorsHaveNoLabels)
{
    int minors = 0;
    for (const Tick& tick : logTicks(1, 1e4, 6))
        if (!tick.major) {
            ++minors;
            EXPECT_TRUE(tick.label.isEmpty());
        }
    EXPECT_EQ(minors, 4 * 8);
}

TEST(Axis, HasTwoNumbersWhereTheyHaveRoom)
{
    const PaintStyle style = styleOf(Theme::Print, 25.0);
    const AxisSpec offsets{.minimum = -1023.0, .maximum = 1023.0, .integers = true};
    for (const double length : {260.0, 330.0, 500.0, 1000.0}) {
        const std::vector<Tick> ticks = withTicks(offsets, length, true, style).ticks;
        EXPECT_GE(ticks.size(), 2U) << length;
        EXPECT_EQ(ticks.size() % 2, 1U) << length << ": as many on either side of 0";
    }
    EXPECT_EQ(withTicks({.minimum = -0.5, .maximum = 0.5, .integers = true}, 500.0, true, style).ticks.size(), 1U)
        << "a single place";
}

} // namespace
} // namespace rope

#include "ui/paint/colour_map.h"

#include <QColor>
#include <QImage>
#include <cmath>
#include <gtest/gtest.h>
#include <set>

namespace rope {
namespace {

double linear(int channel)
{
    const double c = channel / 255.0;
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}

/// CIE lightness L* of a colour.
double lightness(QRgb colour)
{
    const double y = 0.2126 * linear(qRed(colour)) + 0.7152 * linear(qGreen(colour)) + 0.0722 * linear(qBlue(colour));
    return y > 0.008856 ? 116.0 * std::cbrt(y) - 16.0 : 903.3 * y;
}

class EveryColourMap : public testing::TestWithParam<std::size_t> {
protected:
    const ColourMap& map() const { return colourMaps()[GetParam()]; }
};

TEST_P(EveryColourMap, IsFoundByItsId)
{
    EXPECT_EQ(findColourMap(QString(map().id)), &map());
}

TEST_P(EveryColourMap, IsOpaqueAndSmooth)
{
    for (std::size_t index = 1; index < 256; ++index) {
        EXPECT_EQ(qAlpha(map().colours[index]), 255);
        EXPECT_LT(std::abs(lightness(map().colours[index]) - lightness(map().colours[index - 1])), 2.0);
    }
}

TEST_P(EveryColourMap, LightnessFollowsItsKind)
{
    const auto light = [&](int index) {
        return lightness(map().colours[static_cast<std::size_t>(index)]);
    };
    const int rising = map().kind == ColourMap::Kind::Sequential ? 255 : 127;
    if (map().kind == ColourMap::Kind::Cyclic) {
        EXPECT_EQ(map().colours.front(), map().colours.back());
        return;
    }
    for (int index = 0; index < rising; ++index)
        EXPECT_GT(light(index + 1), light(index) - 0.25) << index;
    EXPECT_GT(light(rising) - light(0), 55.0);
    const int arm = map().kind == ColourMap::Kind::Diverging ? 128 : 0;
    for (int index = 0; index < arm; ++index)
        EXPECT_NEAR(light(127 - index), light(128 + index), 8.0) << index;
}

TEST_P(EveryColourMap, ClampsItsShare)
{
    EXPECT_EQ(map().at(-1.0), map().colours.front());
    EXPECT_EQ(map().at(0.0), map().colours.front());
    EXPECT_EQ(map().at(1.0), map().colours.back());
    EXPECT_EQ(map().at(1e300), map().colours.back());
    EXPECT_EQ(map().at(0.5), map().colours[128]);
}

INSTANTIATE_TEST_SUITE_P(ColourMap, EveryColourMap, testing::Range<std::size_t>(0, colourMaps().size()),
                         [](const auto& index) { return std::string(colourMaps()[index.param].id); });

TEST(ColourMap, ViridisHasItsPublishedEnds)
{
    EXPECT_EQ(colourMapOrDefault(u"viridis").colours.front(), qRgb(0x44, 0x01, 0x54));
    EXPECT_EQ(colourMapOrDefault(u"viridis").colours.back(), qRgb(0xfd, 0xe7, 0x25));
}

TEST(ColourMap, UnknownIdsAreNothingOrTheDefault)
{
    EXPECT_EQ(findColourMap(u"jet"), nullptr);
    EXPECT_STREQ(colourMapOrDefault(u"jet").id, "viridis");
}

TEST(ColourMap, DivergingRangesAreCentredOnZero)
{
    EXPECT_EQ(rangeFor(colourMapOrDefault(u"balance"), {-0.2, 1.0}), (ValueRange{-1.0, 1.0}));
    EXPECT_EQ(rangeFor(colourMapOrDefault(u"viridis"), {-0.2, 1.0}), (ValueRange{-0.2, 1.0}));
}

TEST(ColourMap, RangesAreNeverEmpty)
{
    for (const double value : {0.0, 1.0, -3e-20, 1e12}) {
        const ValueRange range = rangeFor(colourMapOrDefault(u"viridis"), {value, value});
        EXPECT_LT(range.minimum, range.maximum);
        EXPECT_LE(range.minimum, value);
        EXPECT_GE(range.maximum, value);
    }
}

TEST(ColourMap, RangeIgnoresWhatIsNotFinite)
{
    const std::vector<double> values{std::nan(""), -2.0, INFINITY, 3.0};
    EXPECT_EQ(rangeOf(values), (ValueRange{-2.0, 3.0}));
    EXPECT_EQ(rangeOf({}), (ValueRange{0.0, 1.0}));
}

} // namespace
} // namespace rope

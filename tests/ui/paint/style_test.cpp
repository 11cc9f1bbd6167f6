#include "ui/paint/style.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

namespace rope {
namespace {

double linear(double channel)
{
    return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

/// Relative luminance (WCAG 2.1).
double luminance(const QColor& colour)
{
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF());
}

double contrast(const QColor& a, const QColor& b)
{
    const double high = std::max(luminance(a), luminance(b));
    const double low = std::min(luminance(a), luminance(b));
    return (high + 0.05) / (low + 0.05);
}

using Matrix = double[3][3];
/// Full colour blindness in linear RGB (Machado, Oliveira and Fernandes 2009, severity 1.0).
constexpr Matrix protanopia{
    {0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}};
constexpr Matrix deuteranopia{
    {0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}};

/// CIELAB of a colour as seen through `matrix`, D65.
Eigen::Vector3d seenLab(const QColor& colour, const Matrix& matrix)
{
    const Eigen::Vector3d rgb(linear(colour.redF()), linear(colour.greenF()), linear(colour.blueF()));
    const Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>> seen(&matrix[0][0]);
    Eigen::Matrix3d xyz;
    xyz << 0.4124564, 0.3575761, 0.1804375, 0.2126729, 0.7151522, 0.0721750, 0.0193339, 0.1191920, 0.9503041;
    const Eigen::Vector3d v = (xyz * (seen * rgb)).cwiseMax(0.0).cwiseQuotient(Eigen::Vector3d(0.95047, 1.0, 1.08883));
    const auto f = [](double t) {
        return t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16.0 / 116.0;
    };
    return {116 * f(v[1]) - 16, 500 * (f(v[0]) - f(v[1])), 200 * (f(v[1]) - f(v[2]))};
}

class EveryTheme : public testing::TestWithParam<Theme> {};

TEST_P(EveryTheme, TextHasEnoughContrast)
{
    const PaintStyle style = styleOf(GetParam());
    for (const QColor& ground : {style.background, style.panel})
        for (const QColor& ink : {style.text, style.mutedText, style.query, style.key, style.value, style.primary,
                                  style.highlight, style.good, style.warning})
            EXPECT_GE(contrast(ink, ground), 4.5) << ink.name().toStdString() << " on " << ground.name().toStdString();
}

TEST_P(EveryTheme, LinesCanBeSeen)
{
    const PaintStyle style = styleOf(GetParam());
    EXPECT_GE(contrast(style.axis, style.background), 3.0);
    EXPECT_GE(contrast(style.secondary, style.background), 3.0);
    for (const QString& name : style.series)
        EXPECT_GE(contrast(QColor(name), style.background), 3.0) << name.toStdString();
    EXPECT_LT(contrast(style.grid, style.background), 1.6); // the grid stays behind the data
}

TEST_P(EveryTheme, QueryKeyPrimaryAndHighlightDifferForColourBlindReaders)
{
    const PaintStyle style = styleOf(GetParam());
    const std::vector<QColor> colours{style.query, style.key, style.primary, style.highlight};
    for (const Matrix* matrix : {&protanopia, &deuteranopia})
        for (std::size_t a = 0; a < colours.size(); ++a)
            for (std::size_t b = a + 1; b < colours.size(); ++b)
                EXPECT_GE((seenLab(colours[a], *matrix) - seenLab(colours[b], *matrix)).norm(), 15.0)
                    << colours[a].name().toStdString() << " and " << colours[b].name().toStdString();
}

TEST_P(EveryTheme, HasANameThatReadsBack)
{
    EXPECT_EQ(themeFromName(themeName(GetParam())), GetParam());
}

TEST_P(EveryTheme, LengthsFollowTheFontSize)
{
    const PaintStyle small = styleOf(GetParam(), 12.0);
    const PaintStyle large = styleOf(GetParam(), 120.0);
    EXPECT_DOUBLE_EQ(large.fontSize, 120.0);
    for (const auto length :
         {&PaintStyle::titleSize, &PaintStyle::lineWidth, &PaintStyle::hairline, &PaintStyle::margin})
        EXPECT_NEAR(large.*length, 10.0 * small.*length, 1e-9);
}

INSTANTIATE_TEST_SUITE_P(Style, EveryTheme, testing::Values(Theme::Light, Theme::Dark, Theme::Print, Theme::Presenter),
                         [](const auto& theme) { return themeName(theme.param).toStdString(); });

TEST(Style, UnknownThemeNameIsNothing)
{
    EXPECT_FALSE(themeFromName(u"sepia").has_value());
    EXPECT_FALSE(themeFromName(u"").has_value());
}

TEST(Style, FontHasTheAskedSize)
{
    const PaintStyle style = styleOf(Theme::Light, 37.0);
    EXPECT_EQ(fontOf(style).pixelSize(), 37);
    EXPECT_EQ(fontOf(style, 90.0).pixelSize(), 90);
    EXPECT_TRUE(fontOf(style, 0.0, true).bold());
}

} // namespace
} // namespace rope

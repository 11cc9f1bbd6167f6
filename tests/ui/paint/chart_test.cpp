#include "ui/paint/chart.h"

#include "tests/ui/messages.h"

#include <QBuffer>
#include <QImage>
#include <QSvgGenerator>
#include <cmath>
#include <gtest/gtest.h>

namespace rope {
namespace {

constexpr double scale = 2.0; // device pixels per unit
const QRectF area(0, 0, 400, 300);

ChartSpec wave(int points, double phase)
{
    ChartSpec spec;
    spec.frame.bottom = {0.0, 10.0, false, false, "x"};
    spec.frame.left = {-1.2, 1.2, false, false, "y"};
    ChartSeries series;
    series.name = "wave";
    series.colour = QColor(0, 0, 200);
    series.width = 2.0;
    for (int index = 0; index <= points; ++index)
        series.points.emplace_back(10.0 * index / points, std::sin(10.0 * index / points + phase));
    spec.series.push_back(series);
    return spec;
}

ChartSpec ladderLike()
{
    ChartSpec spec;
    spec.frame.bottom = {-1.0, 64.0, false, true, "pair j"};
    spec.frame.left = {1e-5, 2.0, true, false, "theta"};
    spec.frame.right = AxisSpec{6.28 / 1e-5, 3.14, true, false, "wavelength (tokens)"};
    ChartSeries series;
    series.colour = QColor(200, 0, 0);
    series.width = 1.5;
    series.markerSize = 4.0;
    for (int pair = 0; pair < 64; ++pair)
        series.points.emplace_back(pair, std::pow(10.0, -4.0 * pair / 64.0));
    spec.series = {series, series};
    spec.lines.push_back({Qt::Horizontal, 1e-3, {"one turn"}, QColor(0, 100, 0)});
    spec.points.push_back({{9.0, 0.27}, {"pair 9"}, QColor(200, 0, 200), 8.0});
    spec.bands.push_back({-0.5, 40.0, {"41 pairs"}, QColor(230, 240, 250)});
    return spec;
}

QImage painted(const ChartSpec& spec, Theme theme = Theme::Light, ChartScenes* kept = nullptr)
{
    QImage image((area.size() * scale).toSize(), QImage::Format_RGB32);
    const PaintStyle style = styleOf(theme);
    image.fill(style.background);
    QPainter painter(&image);
    painter.scale(scale, scale);
    paintChart(painter, area, spec, style, scale, kept);
    return image;
}

/// Whether a pixel near a value has about this colour.
bool isInk(const QImage& image, QPointF at, const QColor& colour)
{
    for (int dy = -2; dy <= 2; ++dy)
        for (int dx = -2; dx <= 2; ++dx) {
            const QColor pixel = image.pixelColor(qRound(at.x() * scale) + dx, qRound(at.y() * scale) + dy);
            if (std::abs(pixel.red() - colour.red()) + std::abs(pixel.green() - colour.green()) +
                    std::abs(pixel.blue() - colour.blue()) <
                60)
                return true;
        }
    return false;
}

TEST(Chart, PaintedTwiceIsTheSame)
{
    const ChartSpec spec = wave(100, 0.0);
    EXPECT_EQ(painted(spec), painted(spec));
    EXPECT_TRUE(takeWarnings().isEmpty());
}

TEST(Chart, OtherChartsInBetweenLeaveNoTrace)
{
    const QImage first = painted(wave(100, 0.0));
    const QImage ladder = painted(ladderLike());
    ChartScenes kept;
    for (int phase = 1; phase < 6; ++phase)
        painted(wave(100 + phase, phase), Theme::Dark, &kept);
    for (int times = 0; times < 2; ++times) {
        EXPECT_EQ(painted(wave(100, 0.0), Theme::Light, &kept), first);
        EXPECT_EQ(painted(ladderLike(), Theme::Light, &kept), ladder);
    }
}

TEST(Chart, EveryPointIsWhereTheFrameSays)
{
    const ChartSpec spec = wave(50, 0.3);
    const Frame frame = layoutChart(area, spec, styleOf(Theme::Light));
    const QImage image = painted(spec);
    for (std::size_t index = 1; index < 50; ++index) {
        const QPointF value = spec.series[0].points[index];
        EXPECT_TRUE(isInk(image, frame.toPosition(value.x(), value.y()), QColor(0, 0, 200))) << index;
    }
}

TEST(Chart, LogarithmicPointsAreWhereTheFrameSays)
{
    const ChartSpec spec = ladderLike();
    const Frame frame = layoutChart(area, spec, styleOf(Theme::Light));
    const QImage image = painted(spec);
    for (const std::size_t pair : {0U, 20U, 40U, 63U}) {
        const QPointF value = spec.series[0].points[pair];
        EXPECT_TRUE(isInk(image, frame.toPosition(value.x(), value.y()), QColor(200, 0, 0))) << pair;
    }
}

TEST(Chart, PositionsAndValuesAreInverse)
{
    const Frame frame = layoutChart(area, ladderLike(), styleOf(Theme::Light));
    for (const QPointF& value : {QPointF(0, 1), QPointF(9, 0.27), QPointF(63, 1e-4)}) {
        const QPointF back = frame.toValue(frame.toPosition(value.x(), value.y()));
        EXPECT_NEAR(back.x(), value.x(), 1e-9);
        EXPECT_NEAR(back.y() / value.y(), 1.0, 1e-9);
    }
    EXPECT_NEAR(frame.rightScale->toPosition(6.28 / 0.01), frame.y.toPosition(0.01), 1e-9);
}

TEST(Chart, PlotStaysInsideTheArea)
{
    for (const QSizeF size : {QSizeF(160, 110), QSizeF(240, 170), QSizeF(1600, 900)}) {
        const Frame frame = layoutChart(QRectF(QPointF(5, 7), size), ladderLike(), styleOf(Theme::Light));
        EXPECT_TRUE(QRectF(QPointF(5, 7), size).contains(frame.plot)) << size.width();
        EXPECT_GT(frame.plot.width(), 12.0);
        EXPECT_GT(frame.plot.height(), 12.0);
    }
}

TEST(Chart, CurvesDoNotLeaveThePlotInSvg)
{
    ChartSpec spec = wave(2000, 0.0);
    spec.frame.left.minimum = -0.2;
    spec.frame.left.maximum = 0.2;
    const Frame frame = layoutChart(area, spec, styleOf(Theme::Light));
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setSize(area.size().toSize());
    generator.setViewBox(area);
    QPainter painter(&generator);
    paintChart(painter, area, spec, styleOf(Theme::Light), 4.0);
    painter.end();
    EXPECT_TRUE(buffer.data().contains("<text"));
    EXPECT_FALSE(buffer.data().contains("<image"));
    QImage image((area.size() * scale).toSize(), QImage::Format_RGB32);
    image.fill(Qt::white);
    painted(spec);
    const QRectF above(frame.plot.left() + 2, frame.plot.top() - 6, frame.plot.width() - 4, 4);
    const QImage picture = painted(spec);
    for (double x = above.left(); x < above.right(); x += 0.5)
        EXPECT_FALSE(isInk(picture, {x, above.top()}, QColor(0, 0, 200)));
}

TEST(Chart, EmptyAndBrokenSeriesPaintWithoutWarnings)
{
    ChartSpec spec = ladderLike();
    spec.series[0].points.clear();
    for (QPointF& point : spec.series[1].points)
        point.setY(0.0); // nowhere on a logarithmic axis
    painted(spec);
    spec.series[1].points = {{NAN, NAN}, {1e300, 1e300}, {-1e300, 1.0}};
    painted(spec);
    spec.series.clear();
    painted(spec);
    EXPECT_TRUE(takeWarnings().isEmpty());
}

/// Stretches of a colour along a level line between two places.
int stretches(const QImage& image, double from, double to, double y, const QColor& colour)
{
    int count = 0;
    bool before = false;
    for (double x = from; x <= to; x += 1.0 / scale) {
        const QColor pixel = image.pixelColor(qRound(x * scale), qRound(y * scale));
        const bool ink = std::abs(pixel.red() - colour.red()) + std::abs(pixel.blue() - colour.blue()) < 120;
        count += ink && !before;
        before = ink;
    }
    return count;
}

TEST(Chart, ADashedSeriesHasGapsInThePlotAndInTheLegend)
{
    for (const QList<qreal>& dashes : {QList<qreal>{}, QList<qreal>{4, 2}, QList<qreal>{4, 2, 1, 2}}) {
        ChartSpec spec = wave(1, 0.0);
        spec.series[0].points = {{0.0, 0.5}, {10.0, 0.5}};
        spec.series[0].dashes = dashes;
        const Frame frame = layoutChart(area, spec, styleOf(Theme::Light));
        const QImage image = painted(spec);
        const double y = frame.toPosition(0.0, 0.5).y();
        const int inPlot = stretches(image, frame.plot.left() + 4, frame.plot.right() - 4, y, QColor(0, 0, 200));
        int inLegend = 0;
        for (double line = frame.area.top(); line < frame.plot.top() - 2; line += 0.5)
            inLegend = std::max(inLegend,
                                stretches(image, frame.plot.left(), frame.plot.left() + 28, line, QColor(0, 0, 200)));
        if (dashes.isEmpty()) {
            EXPECT_EQ(inPlot, 1);
            EXPECT_EQ(inLegend, 1);
        } else {
            EXPECT_GT(inPlot, 10);
            EXPECT_GT(inLegend, 1);
        }
    }
}

} // namespace
} // namespace rope

#include "ui/paint/chart.h"

#include "ui/paint/chart_labels.h"
#include "ui/paint/chart_scene.h"
#include "ui/paint/text.h"

#include <algorithm>
#include <cmath>

namespace rope {
namespace {

constexpr double legendLine = 1.45;   // height of a row of the legend, in font sizes
constexpr double legendSample = 1.9;  // width of a sample
constexpr double legendSpacing = 1.2; // between entries

bool inLegend(const ChartSeries& series)
{
    return !series.name.isEmpty();
}

struct LegendEntry {
    const ChartSeries* series;
    QRectF box; ///< sample and text
};

/// The entries of the legend in rows above the plot, from `topLeft`; rows are broken at `width`.
std::vector<LegendEntry> legendEntries(const ChartSpec& spec, QPointF topLeft, double width, const PaintStyle& style)
{
    std::vector<LegendEntry> entries;
    QPointF at = topLeft;
    for (const ChartSeries& series : spec.series) {
        if (!inLegend(series))
            continue;
        const double wide = (legendSample + 0.4) * style.fontSize + richTextSize(series.name, style).width();
        if (at.x() > topLeft.x() && at.x() + wide > topLeft.x() + width)
            at = {topLeft.x(), at.y() + legendLine * style.fontSize};
        entries.push_back({&series, QRectF(at, QSizeF(std::min(wide, width), legendLine * style.fontSize))});
        at.rx() += wide + legendSpacing * style.fontSize;
    }
    return entries;
}

double legendHeight(const ChartSpec& spec, double width, const PaintStyle& style)
{
    const std::vector<LegendEntry> entries = legendEntries(spec, {0.0, 0.0}, width, style);
    return entries.empty() ? 0.0 : entries.back().box.bottom();
}

void paintLegend(QPainter& painter, const Frame& frame, const ChartSpec& spec, const PaintStyle& style)
{
    const QPointF topLeft(frame.plot.left(), frame.area.top());
    for (const LegendEntry& entry : legendEntries(spec, topLeft, frame.area.right() - topLeft.x(), style)) {
        const ChartSeries& series = *entry.series;
        const double y = entry.box.center().y();
        const QPointF from(entry.box.left(), y);
        const QPointF to(entry.box.left() + legendSample * style.fontSize, y);
        painter.setPen(QPen(series.colour, series.width, series.dash, Qt::FlatCap));
        if (series.width > 0.0)
            painter.drawLine(from, to);
        painter.setPen(Qt::NoPen);
        painter.setBrush(series.colour);
        if (series.markerSize > 0.0)
            painter.drawEllipse((from + to) / 2.0, series.markerSize / 2.0, series.markerSize / 2.0);
        const QRectF text = entry.box.adjusted((legendSample + 0.4) * style.fontSize, 0.0, 0.0, 0.0);
        drawRichText(painter, text, series.name, style, {.colour = style.text});
    }
}

bool isInside(double position, double a, double b)
{
    return position >= std::min(a, b) - 0.5 && position <= std::max(a, b) + 0.5;
}

void paintBands(QPainter& painter, const Frame& frame, const ChartSpec& spec)
{
    for (const ChartBand& band : spec.bands) {
        const double a = std::clamp(frame.x.toPosition(band.from), frame.plot.left(), frame.plot.right());
        const double b = std::clamp(frame.x.toPosition(band.to), frame.plot.left(), frame.plot.right());
        if (a < b)
            painter.fillRect(QRectF(a, frame.plot.top(), b - a, frame.plot.height()), band.fill);
    }
}

/// Painter coordinates of a value, held inside the plot.
QPointF insidePlot(const Frame& frame, QPointF value)
{
    const QPointF at = frame.toPosition(value.x(), value.y());
    return {std::clamp(at.x(), frame.plot.left(), frame.plot.right()),
            std::clamp(at.y(), frame.plot.top(), frame.plot.bottom())};
}

/// The outline of a stretch of the area between two curves.
QPolygonF outlineOf(const Frame& frame, const ChartFill& area, std::size_t first, std::size_t last)
{
    QPolygonF outline;
    for (std::size_t index = first; index <= last; ++index)
        if (isFinite(area.lower[index]))
            outline << insidePlot(frame, area.lower[index]);
    for (std::size_t index = last + 1; index-- > first;)
        if (isFinite(area.upper[index]))
            outline << insidePlot(frame, area.upper[index]);
    return outline;
}

/// In short stretches, for one long outline takes tens of milliseconds; they overlap, so that no seam is seen.
void paintFills(QPainter& painter, const Frame& frame, const ChartSpec& spec)
{
    constexpr std::size_t stretch = 16;
    painter.setPen(Qt::NoPen);
    for (const ChartFill& area : spec.fills) {
        painter.setBrush(area.fill);
        for (std::size_t first = 0; first + 1 < area.lower.size(); first += stretch)
            painter.drawPolygon(outlineOf(frame, area, first, std::min(first + stretch + 1, area.lower.size() - 1)));
    }
}

QRectF stripCell(const Frame& frame, const ChartStrip::Cell& cell, const PaintStyle& style)
{
    const double from = std::max(frame.plot.left(), frame.x.toPosition(cell.from));
    const double to = std::min(frame.plot.right(), frame.x.toPosition(cell.to));
    return {from, frame.plot.bottom() - stripHeight(style), std::max(0.0, to - from), stripHeight(style)};
}

void paintStrip(QPainter& painter, const Frame& frame, const ChartStrip& strip, const PaintStyle& style)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false); // no seams between cells
    for (const ChartStrip::Cell& cell : strip.cells)
        painter.fillRect(stripCell(frame, cell, style), cell.fill);
    painter.restore();
}

void paintLine(QPainter& painter, const Frame& frame, const ChartLine& line, const PaintStyle& style)
{
    painter.setPen(QPen(line.colour, 0.8 * style.lineWidth, line.dash, Qt::FlatCap));
    if (line.orientation == Qt::Horizontal) {
        const double y = frame.y.toPosition(line.value);
        if (isInside(y, frame.plot.top(), frame.plot.bottom()))
            painter.drawLine(QPointF(frame.plot.left(), y), QPointF(frame.plot.right(), y));
    } else {
        const double x = frame.x.toPosition(line.value);
        if (isInside(x, frame.plot.left(), frame.plot.right()))
            painter.drawLine(QPointF(x, frame.plot.top()), QPointF(x, frame.plot.bottom()));
    }
}

void paintPoint(QPainter& painter, const Frame& frame, const ChartPoint& point, const PaintStyle& style)
{
    const QPointF at = frame.toPosition(point.value.x(), point.value.y());
    if (!isFinite(at) || !frame.plot.adjusted(-0.5, -0.5, 0.5, 0.5).contains(at) || point.size <= 0.0)
        return;
    painter.setPen(QPen(style.background, 0.6 * style.lineWidth));
    painter.setBrush(point.colour);
    painter.drawEllipse(at, point.size / 2.0, point.size / 2.0);
}

} // namespace

Frame layoutChart(const QRectF& whole, const ChartSpec& spec, const PaintStyle& style)
{
    const double edge = 0.3 * style.fontSize; // no letter touches the edge of the picture
    const QRectF area = whole.adjusted(edge, edge, -edge, -edge);
    FrameSpec frame = spec.frame;
    const Frame first = layoutFrame(area, frame, style); // the legend begins at the plot's left edge
    frame.topRoom += legendHeight(spec, area.right() - first.plot.left(), style);
    return layoutFrame(area, frame, style);
}

void paintChart(QPainter& painter, const QRectF& area, const ChartSpec& spec, const PaintStyle& style,
                double deviceScale)
{
    const Frame frame = layoutChart(area, spec, style);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    paintBands(painter, frame, spec);
    paintGrid(painter, frame, style);
    paintStrip(painter, frame, spec.strip, style);
    paintFills(painter, frame, spec);
    for (const ChartLine& line : spec.lines)
        paintLine(painter, frame, line, style);
    paintSeries(painter, frame, spec.series, deviceScale);
    paintAxes(painter, frame, style);
    for (const ChartPoint& point : spec.points)
        paintPoint(painter, frame, point, style);
    paintChartLabels(painter, frame, spec, style);
    paintLegend(painter, frame, spec, style);
    painter.restore();
}

} // namespace rope

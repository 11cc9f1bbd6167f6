#include "ui/paint/chart.h"

#include "ui/paint/chart_labels.h"
#include "ui/paint/text.h"

#include <algorithm>
#include <cmath>

namespace rope {
namespace {

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

QRectF stripCell(const Frame& frame, const ChartStrip::Cell& cell, bool atTop, const PaintStyle& style)
{
    const double from = std::max(frame.plot.left(), frame.x.toPosition(cell.from));
    const double to = std::min(frame.plot.right(), frame.x.toPosition(cell.to));
    const double top = atTop ? frame.plot.top() : frame.plot.bottom() - stripHeight(style);
    return {from, top, std::max(0.0, to - from), stripHeight(style)};
}

void paintStrip(QPainter& painter, const Frame& frame, const ChartStrip& strip, const PaintStyle& style)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false); // no seams between cells
    for (const ChartStrip::Cell& cell : strip.cells)
        painter.fillRect(stripCell(frame, cell, strip.atTop, style), cell.fill);
    painter.restore();
}

/// Side by side with a little air; without any where they are finer than a few hairlines, and never very wide.
void paintColumns(QPainter& painter, const Frame& frame, const ChartColumns& columns, const PaintStyle& style)
{
    const double cell = std::abs(frame.x.toPosition(columns.unit) - frame.x.toPosition(0.0));
    const double width =
        cell > 2.2 * style.hairline ? std::min(0.8 * cell, 3.0 * style.fontSize) : cell + 0.3 * style.hairline;
    for (const ChartColumns::Column& column : columns.columns) {
        const double at = frame.x.toPosition(column.at);
        const double from = frame.y.toPosition(column.from);
        const double to = frame.y.toPosition(column.to);
        const QRectF box = QRectF(at - width / 2, std::min(from, to), width, std::abs(to - from)) & frame.plot;
        if (box.isValid())
            painter.fillRect(box, columns.fill);
    }
}

void paintLine(QPainter& painter, const Frame& frame, const ChartLine& line, const PaintStyle& style)
{
    painter.setPen(QPen(line.colour, line.width > 0.0 ? line.width : 0.8 * style.lineWidth, line.dash, Qt::FlatCap));
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

namespace {

/// No letter touches the edge of the picture.
QRectF insideEdge(const QRectF& whole, const PaintStyle& style)
{
    const double edge = 0.3 * style.fontSize;
    return whole.adjusted(edge, edge, -edge, -edge);
}

std::vector<LegendEntry> ownLegend(const ChartSpec& spec)
{
    return spec.hasLegend ? legendOf(spec) : std::vector<LegendEntry>();
}

} // namespace

QPen ChartSeries::pen() const
{
    QPen pen(colour, width, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin);
    if (!dashes.isEmpty())
        pen.setDashPattern(dashes);
    return pen;
}

std::vector<LegendEntry> legendOf(const ChartSpec& spec)
{
    std::vector<LegendEntry> entries;
    const auto add = [&entries](LegendEntry entry) {
        const auto known = [&](const LegendEntry& other) {
            return other.name == entry.name;
        };
        if (!entry.name.isEmpty() && std::ranges::none_of(entries, known))
            entries.push_back(std::move(entry));
    };
    for (const ChartColumns& columns : spec.columns)
        if (!columns.columns.empty())
            add({columns.name, QPen(columns.fill, 1.0), true});
    if (!spec.strip.cells.empty())
        add({spec.strip.name, QPen(spec.strip.cells.front().fill, 1.0), true});
    for (const ChartSeries& series : spec.series)
        add({series.name, series.pen(), series.width <= 0.0, series.strong, series.markerSize});
    return entries;
}

Frame layoutChart(const QRectF& whole, const ChartSpec& spec, const PaintStyle& style)
{
    const QRectF area = insideEdge(whole, style);
    FrameSpec frame = spec.frame;
    const Frame first = layoutFrame(area, frame, style); // the legend begins at the plot's left edge
    const double legend = legendHeight(ownLegend(spec), style, area.right() - first.plot.left());
    if (legend == 0.0)
        return first;
    frame.topRoom += legend + 0.2 * style.fontSize;
    return layoutFrame(area, frame, style);
}

void paintChart(QPainter& painter, const QRectF& area, const ChartSpec& spec, const PaintStyle& style,
                double deviceScale, ChartScenes* kept)
{
    const Frame frame = layoutChart(area, spec, style);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    paintBands(painter, frame, spec);
    paintGrid(painter, frame, style);
    for (const ChartColumns& columns : spec.columns)
        paintColumns(painter, frame, columns, style);
    paintStrip(painter, frame, spec.strip, style);
    paintFills(painter, frame, spec);
    for (const ChartLine& line : spec.lines)
        paintLine(painter, frame, line, style);
    paintSeries(painter, frame, spec.series, deviceScale, kept);
    paintAxes(painter, frame, style);
    for (const ChartPoint& point : spec.points)
        paintPoint(painter, frame, point, style);
    paintChartLabels(painter, frame, spec, style);
    if (!spec.words.isEmpty())
        drawText(painter, frame.plot, spec.words, style, {.colour = style.mutedText, .alignment = Qt::AlignCenter});
    drawLegend(painter, ownLegend(spec), style,
               QRectF(QPointF(frame.plot.left(), frame.area.top()), frame.area.bottomRight()));
    painter.restore();
}

} // namespace rope

#include "ui/figures/kit/plot_parts.h"

#include "ui/paint/curve.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace rope {

namespace {

const std::vector<QList<qreal>>& dashes()
{
    static const std::vector<QList<qreal>> patterns = {
        {}, {6, 2}, {2, 2}, {7, 2, 1.5, 2}, {4, 1.5}, {1, 1.5}, {9, 2, 1.5, 2, 1.5, 2}, {3, 3},
    };
    return patterns;
}

} // namespace

QPen seriesPen(const PaintStyle& style, std::size_t index, double width)
{
    QStringList colors = style.series;
    colors.removeAll(style.highlight.name()); // kept for what is highlighted
    const QColor color(colors[static_cast<qsizetype>(index % static_cast<std::size_t>(colors.size()))]);
    QPen pen(color, width > 0.0 ? width : style.lineWidth, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin);
    if (const QList<qreal>& pattern = dashes()[index % dashes().size()]; !pattern.isEmpty())
        pen.setDashPattern(pattern);
    return pen;
}

ChartSeries plainSeries(const PaintStyle& style, std::size_t index, const QString& name)
{
    const QPen pen = seriesPen(style, index);
    return {.name = name,
            .points = {},
            .colour = pen.color(),
            .width = pen.widthF(),
            .dashes = dashes()[index % dashes().size()]};
}

void drawCurve(QPainter& painter, const Frame& frame, std::span<const QPointF> values, const QPen& pen)
{
    painter.setBrush(Qt::NoBrush);
    painter.setPen(pen);
    for (const std::vector<QPointF>& piece : clippedToPlot({values.begin(), values.end()}, frame.x, frame.y)) {
        QPolygonF line;
        for (const QPointF& share : piece)
            line << QPointF(frame.plot.left() + share.x() * frame.plot.width(),
                            frame.plot.bottom() - share.y() * frame.plot.height());
        painter.drawPolyline(line);
    }
}

void drawDots(QPainter& painter, const Frame& frame, std::span<const QPointF> values, const QColor& color,
              double radius)
{
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    const QRectF plot = frame.plot.adjusted(-1e-6, -1e-6, 1e-6, 1e-6);
    for (const QPointF& value : values)
        if (const QPointF at = frame.toPosition(value.x(), value.y()); isFinite(at) && plot.contains(at))
            painter.drawEllipse(at, radius, radius);
    painter.setBrush(Qt::NoBrush);
}

void drawVertical(QPainter& painter, const Frame& frame, double x, const QPen& pen)
{
    const double at = frame.x.toPosition(x);
    if (!(at >= frame.plot.left() - 1e-6 && at <= frame.plot.right() + 1e-6))
        return;
    painter.setPen(pen);
    painter.drawLine(QPointF(at, frame.plot.top()), QPointF(at, frame.plot.bottom()));
}

void drawHorizontal(QPainter& painter, const Frame& frame, double y, const QPen& pen)
{
    const double at = frame.y.toPosition(y);
    if (!(at >= frame.plot.top() - 1e-6 && at <= frame.plot.bottom() + 1e-6))
        return;
    painter.setPen(pen);
    painter.drawLine(QPointF(frame.plot.left(), at), QPointF(frame.plot.right(), at));
}

void drawColumn(QPainter& painter, const Frame& frame, double x, double low, double high, double width,
                const QColor& color)
{
    const double at = frame.x.toPosition(x);
    const double top = std::min(frame.y.toPosition(low), frame.y.toPosition(high));
    const double bottom = std::max(frame.y.toPosition(low), frame.y.toPosition(high));
    const QRectF box = QRectF(at - width / 2, top, width, bottom - top) & frame.plot;
    if (box.isValid())
        painter.fillRect(box, color);
}

std::vector<QPointF> thinned(std::span<const QPointF> values, double minimum, double maximum, int columns,
                             bool logarithmic)
{
    if (values.size() <= static_cast<std::size_t>(4 * columns))
        return {values.begin(), values.end()};
    const AxisScale scale{minimum, maximum, logarithmic, 0.0, static_cast<double>(columns)};
    std::vector<QPointF> result;
    for (std::size_t first = 0; first < values.size();) {
        const double column = std::floor(scale.toPosition(values[first].x()));
        std::size_t end = first + 1;
        while (end < values.size() && std::floor(scale.toPosition(values[end].x())) == column)
            ++end;
        const auto byValue = [&](QPointF a, QPointF b) {
            return a.y() < b.y();
        };
        const auto [low, high] = std::minmax_element(values.begin() + static_cast<std::ptrdiff_t>(first),
                                                     values.begin() + static_cast<std::ptrdiff_t>(end), byValue);
        const auto [left, right] = std::minmax(low, high);
        result.insert(result.end(), {values[first], *left, *right, values[end - 1]});
        first = end;
    }
    return result;
}

std::int64_t profileStep(std::int64_t span)
{
    constexpr std::int64_t mostOffsets = 2000; // of a side: some eight to a pixel column
    return std::max<std::int64_t>(1, (span + mostOffsets - 1) / mostOffsets);
}

std::vector<QPointF> sampledProfile(const RelativeScore& score, std::int64_t span)
{
    const std::int64_t step = profileStep(span);
    const std::int64_t side = span / step;
    const Eigen::VectorXd values = profile(score, -side * step, 2 * side + 1, step);
    std::vector<QPointF> points;
    points.reserve(static_cast<std::size_t>(values.size()));
    for (Eigen::Index i = 0; i < values.size(); ++i)
        points.emplace_back(static_cast<double>((i - side) * step), values[i]);
    return points;
}

void addRow(DataTable& table, std::initializer_list<double> values)
{
    assert(values.size() == table.columns.size());
    std::size_t column = 0;
    for (const double value : values)
        table.columns[column++].values.push_back(value);
}

} // namespace rope

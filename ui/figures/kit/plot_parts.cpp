#include "ui/figures/kit/plot_parts.h"

#include "ui/paint/text.h"

#include <QFontMetricsF>
#include <QPaintEngine>
#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace rope {

namespace {

const std::vector<QList<qreal>>& dashes()
{
    static const std::vector<QList<qreal>> patterns = {
        {}, {6, 2}, {2, 2}, {7, 2, 1.5, 2}, {4, 1.5}, {1, 1.5}, {9, 2, 1.5, 2, 1.5, 2}, {3, 3},
    };
    return patterns;
}

bool hasPlace(QPointF position)
{
    return std::isfinite(position.x()) && std::isfinite(position.y());
}

/// The part of a segment inside a box (Liang and Barsky); nothing when it misses the box.
std::optional<QLineF> cut(QPointF from, QPointF to, const QRectF& box)
{
    double enter = 0.0;
    double leave = 1.0;
    const QPointF along = to - from;
    const double steps[] = {-along.x(), along.x(), -along.y(), along.y()};
    const double rooms[] = {from.x() - box.left(), box.right() - from.x(), from.y() - box.top(),
                            box.bottom() - from.y()};
    for (int side = 0; side < 4; ++side) {
        if (steps[side] == 0.0) {
            if (rooms[side] < 0.0)
                return std::nullopt;
            continue;
        }
        const double share = rooms[side] / steps[side];
        if (steps[side] < 0.0)
            enter = std::max(enter, share);
        else
            leave = std::min(leave, share);
    }
    if (enter > leave)
        return std::nullopt;
    return QLineF(from + along * enter, from + along * leave);
}

double lengthOf(const QPolygonF& line)
{
    double length = 0.0;
    for (qsizetype i = 1; i < line.size(); ++i)
        length += QLineF(line[i - 1], line[i]).length();
    return length;
}

bool makesPixels(const QPainter& painter)
{
    const QPaintEngine* engine = painter.paintEngine();
    return engine != nullptr && engine->type() == QPaintEngine::Raster;
}

/// Dashes are counted in widths.
double dashUnit(const QPen& pen)
{
    return pen.widthF() > 0.0 ? pen.widthF() : 1.0;
}

/// On pixels a long path costs far more than its pieces. Each piece begins with the last segment of the one before, so
/// that the joint between them is drawn, and its dashes go on where they were. Vectors stay one path.
void drawInPieces(QPainter& painter, const QPolygonF& run, const QPen& pen)
{
    constexpr qsizetype segments = 6;
    constexpr double thinPen = 3.0; // pixels: round joints of finer ones cost a fifth more and cannot be seen
    if (run.size() <= 2 * segments || !makesPixels(painter)) {
        painter.drawPolyline(run);
        return;
    }
    QPen own = pen;
    if (pen.widthF() * painter.deviceTransform().m11() < thinPen)
        own.setJoinStyle(Qt::BevelJoin);
    const double unit = dashUnit(pen);
    double before = 0.0;
    for (qsizetype first = 0; first + 1 < run.size(); first += segments) {
        if (pen.style() != Qt::SolidLine)
            own.setDashOffset(pen.dashOffset() + before / unit);
        painter.setPen(own);
        const QPolygonF piece = run.mid(first, segments + 2);
        painter.drawPolyline(piece);
        before += lengthOf(piece.mid(0, segments + 1));
    }
}

/// The lines between the points, cut into dashes where the pen has some.
QList<QLineF> linesOf(const QPolygonF& run, const QPen& pen)
{
    const QList<qreal> pattern = pen.style() == Qt::SolidLine ? QList<qreal>() : pen.dashPattern();
    const double unit = dashUnit(pen);
    constexpr double leastDash = 1e-6; // what is left by rounding is no dash, and adds nothing to a large length
    QList<QLineF> lines;
    qsizetype part = 0; // even parts are drawn, odd ones are gaps
    double left = pattern.isEmpty() ? std::numeric_limits<double>::infinity() : pattern[0] * unit;
    for (qsizetype i = 1; i < run.size(); ++i) {
        const QLineF line(run[i - 1], run[i]);
        const double length = line.length();
        for (double at = 0.0; at < length;) {
            const double end = std::min(length, at + left);
            if (part % 2 == 0)
                lines << QLineF(line.pointAt(at / length), line.pointAt(end / length));
            left -= end - at;
            at = end;
            if (left < leastDash) {
                part = (part + 1) % pattern.size();
                left = pattern[part] * unit;
            }
        }
    }
    return lines;
}

/// What the rasteriser does many times faster than a path. Squares at the ends of full lines close the joints.
void drawLineByLine(QPainter& painter, const QPolygonF& run, QPen pen)
{
    const QList<QLineF> lines = linesOf(run, pen);
    pen.setCapStyle(pen.style() == Qt::SolidLine ? Qt::SquareCap : Qt::FlatCap);
    pen.setStyle(Qt::SolidLine);
    painter.setPen(pen);
    painter.drawLines(lines);
}

/// Dashes of a curve that swings up and down many times cannot be seen and take seconds: it is drawn full. On pixels a
/// curve of long segments is drawn line by line; one of short segments is not, since its lines would thicken it.
void drawRun(QPainter& painter, const QPolygonF& run, const QPen& pen, double plotWidth)
{
    constexpr qsizetype few = 48;
    constexpr double longSegment = 4.0; // widths
    const double length = lengthOf(run);
    const bool swings = length > 25.0 * plotWidth;
    const bool jagged = run.size() > few && makesPixels(painter) &&
                        length > longSegment * pen.widthF() * static_cast<double>(run.size());
    QPen own = pen;
    if (swings)
        own.setStyle(Qt::SolidLine);
    painter.setPen(own);
    if (swings || jagged)
        drawLineByLine(painter, run, own);
    else
        drawInPieces(painter, run, own);
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

void drawCurve(QPainter& painter, const Frame& frame, std::span<const QPointF> values, const QPen& pen)
{
    painter.setBrush(Qt::NoBrush);
    QPolygonF run;
    const auto flush = [&] {
        if (run.size() > 1)
            drawRun(painter, run, pen, frame.plot.width());
        run.clear();
    };
    for (std::size_t i = 1; i < values.size(); ++i) {
        const QPointF from = frame.toPosition(values[i - 1].x(), values[i - 1].y());
        const QPointF to = frame.toPosition(values[i].x(), values[i].y());
        const auto piece = hasPlace(from) && hasPlace(to) ? cut(from, to, frame.plot) : std::nullopt;
        if (!piece) {
            flush();
            continue;
        }
        if (run.isEmpty() || run.last() != piece->p1()) {
            flush();
            run << piece->p1();
        }
        run << piece->p2();
    }
    flush();
}

void drawDots(QPainter& painter, const Frame& frame, std::span<const QPointF> values, const QColor& color,
              double radius)
{
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    const QRectF plot = frame.plot.adjusted(-1e-6, -1e-6, 1e-6, 1e-6);
    for (const QPointF& value : values)
        if (const QPointF at = frame.toPosition(value.x(), value.y()); hasPlace(at) && plot.contains(at))
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

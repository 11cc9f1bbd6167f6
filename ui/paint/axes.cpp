#include "ui/paint/axes.h"

#include "ui/paint/text.h"

#include <QFontMetricsF>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace rope {
namespace {

constexpr double labelGap = 0.35;  // between tick and number, in font sizes
constexpr double titleGap = 0.35;  // between numbers and title
constexpr double lineHeight = 1.2; // of a title

QFontMetricsF metricsOf(const PaintStyle& style)
{
    return QFontMetricsF(fontOf(style));
}

double widestLabel(const AxisSpec& axis, const PaintStyle& style)
{
    const QFontMetricsF metrics = metricsOf(style);
    double width = 0.0;
    for (const Tick& tick : axis.ticks)
        width = std::max(width, metrics.horizontalAdvance(tick.label));
    return width;
}

/// Ticks of an axis of this length when about `wanted` labels are asked for.
std::vector<Tick> ticksOf(const AxisSpec& axis, int wanted)
{
    const double low = std::min(axis.minimum, axis.maximum);
    const double high = std::max(axis.minimum, axis.maximum);
    return axis.logarithmic ? logTicks(low, high, wanted) : linearTicks(low, high, wanted, axis.integers);
}

AxisScale scaleOf(const AxisSpec& axis, double from, double to)
{
    return {axis.minimum, axis.maximum, axis.logarithmic, from, to};
}

/// Half of what a label takes along its axis, with room to its neighbour.
double halfExtent(const QString& label, bool horizontal, const QFontMetricsF& metrics, const PaintStyle& style)
{
    return horizontal ? 0.5 * metrics.horizontalAdvance(label) + 0.5 * style.fontSize : 0.62 * style.fontSize;
}

bool labelsOverlap(const AxisSpec& axis, double length, bool horizontal, const PaintStyle& style)
{
    const QFontMetricsF metrics = metricsOf(style);
    const AxisScale scale = scaleOf(axis, 0.0, length);
    double end = -1e300;
    std::vector<Tick> ticks = axis.ticks;
    if (scale.minimum > scale.maximum)
        std::reverse(ticks.begin(), ticks.end());
    for (const Tick& tick : ticks) {
        if (tick.label.isEmpty())
            continue;
        const double centre = scale.toPosition(tick.value);
        const double half = halfExtent(tick.label, horizontal, metrics, style);
        if (centre - half < end)
            return true;
        end = centre + half;
    }
    return false;
}

double bottomHeight(const AxisSpec& axis, const PaintStyle& style)
{
    double height = 0.5 * style.fontSize;
    if (!axis.ticks.empty())
        height = tickLength(style) + (labelGap + 1.0) * style.fontSize;
    if (!axis.title.isEmpty())
        height += (titleGap + lineHeight) * style.fontSize;
    return height;
}

double sideWidth(const AxisSpec& axis, const PaintStyle& style)
{
    double width = tickLength(style) + labelGap * style.fontSize + widestLabel(axis, style);
    if (!axis.title.isEmpty())
        width += (titleGap + lineHeight) * style.fontSize;
    return width;
}

/// How far the last number of the bottom axis reaches beyond the plot at the right.
double bottomOverhang(const AxisSpec& axis, double length, const PaintStyle& style)
{
    const AxisScale scale = scaleOf(axis, 0.0, length);
    const QFontMetricsF metrics = metricsOf(style);
    double overhang = 0.0;
    for (const Tick& tick : axis.ticks)
        overhang =
            std::max(overhang, scale.toPosition(tick.value) + 0.5 * metrics.horizontalAdvance(tick.label) - length);
    return overhang;
}

QRectF plotRect(const QRectF& area, const FrameSpec& spec, const PaintStyle& style)
{
    const double right = spec.right ? sideWidth(*spec.right, style) : bottomOverhang(spec.bottom, area.width(), style);
    QRectF plot = area.adjusted(sideWidth(spec.left, style), 0.55 * style.fontSize + spec.topRoom,
                                -right - spec.rightRoom - 0.15 * style.fontSize, -bottomHeight(spec.bottom, style));
    plot.setSize(plot.size().expandedTo(QSizeF(style.fontSize, style.fontSize)));
    if (!spec.aspect)
        return plot;
    const double width = std::min(plot.width(), plot.height() * *spec.aspect);
    const QSizeF size(width, width / *spec.aspect);
    return {plot.left() + 0.5 * (plot.width() - size.width()), plot.top() + 0.5 * (plot.height() - size.height()),
            size.width(), size.height()};
}

FrameSpec fitted(FrameSpec spec, const FrameSpec& asked, const QRectF& plot, const PaintStyle& style)
{
    spec.bottom = withTicks(asked.bottom, plot.width(), true, style);
    spec.left = withTicks(asked.left, plot.height(), false, style);
    if (asked.right)
        spec.right = withTicks(*asked.right, plot.height(), false, style);
    return spec;
}

QPen linePen(const QColor& colour, double width)
{
    return QPen(colour, width, Qt::SolidLine, Qt::FlatCap);
}

void paintTitleBelow(QPainter& painter, const Frame& frame, const PaintStyle& style)
{
    if (frame.spec.bottom.title.isEmpty())
        return;
    const double top = frame.plot.bottom() + bottomHeight(frame.spec.bottom, style) - lineHeight * style.fontSize;
    const QRectF box(frame.area.left(), top, frame.area.width(), lineHeight * style.fontSize);
    QRectF centred = box;
    const double half = std::min(frame.plot.center().x() - box.left(), box.right() - frame.plot.center().x());
    centred.setLeft(frame.plot.center().x() - half);
    centred.setRight(frame.plot.center().x() + half);
    drawTitle(painter, centred, frame.spec.bottom.title, style, {.colour = style.text, .alignment = Qt::AlignCenter});
}

void paintBottomAxis(QPainter& painter, const Frame& frame, const PaintStyle& style)
{
    const double y = frame.plot.bottom();
    const double tick = tickLength(style);
    for (const Tick& mark : frame.spec.bottom.ticks) {
        const double x = frame.x.toPosition(mark.value);
        painter.setPen(linePen(style.axis, style.hairline));
        painter.drawLine(QPointF(x, y), QPointF(x, y + (mark.major ? tick : 0.6 * tick)));
        const QRectF box(x - 1e4, y + tick + labelGap * 0.5 * style.fontSize, 2e4, 1.1 * style.fontSize);
        if (!mark.label.isEmpty())
            drawText(painter, box, mark.label, style,
                     {.colour = style.mutedText, .alignment = Qt::AlignHCenter | Qt::AlignVCenter});
    }
    paintTitleBelow(painter, frame, style);
}

/// direction: -1 at the left of the edge, +1 at its right.
void paintSideTicks(QPainter& painter, double edge, double direction, const AxisSpec& axis, const AxisScale& scale,
                    const PaintStyle& style)
{
    const double tick = tickLength(style);
    const Qt::Alignment side = direction < 0.0 ? Qt::AlignRight : Qt::AlignLeft;
    for (const Tick& mark : axis.ticks) {
        const double y = scale.toPosition(mark.value);
        painter.setPen(linePen(style.axis, style.hairline));
        painter.drawLine(QPointF(edge, y), QPointF(edge + direction * (mark.major ? tick : 0.6 * tick), y));
        const double near = edge + direction * (tick + labelGap * style.fontSize);
        const double far = near + direction * 1e4;
        const QRectF box(std::min(near, far), y - style.fontSize, 1e4, 2.0 * style.fontSize);
        if (!mark.label.isEmpty())
            drawText(painter, box, mark.label, style,
                     {.colour = style.mutedText, .alignment = side | Qt::AlignVCenter});
    }
}

void paintLeftAxis(QPainter& painter, const Frame& frame, const PaintStyle& style)
{
    paintSideTicks(painter, frame.plot.left(), -1.0, frame.spec.left, frame.y, style);
    if (frame.spec.left.title.isEmpty())
        return;
    const double left = frame.plot.left() - sideWidth(frame.spec.left, style);
    const QRectF box(left, frame.area.top(), lineHeight * style.fontSize, frame.area.height());
    QRectF centred(box.left(), frame.plot.top(), box.width(), frame.plot.height());
    const double need = metricsOf(style).horizontalAdvance(frame.spec.left.title);
    if (need > centred.height())
        centred = box; // a small plot: the title may use the whole side
    drawVerticalText(painter, centred, frame.spec.left.title, style, {.colour = style.text});
}

void paintFrameLines(QPainter& painter, const Frame& frame, const PaintStyle& style)
{
    painter.setPen(QPen(style.axis, style.hairline, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
    painter.setBrush(Qt::NoBrush);
    if (frame.spec.closed) {
        painter.drawRect(frame.plot);
        return;
    }
    painter.drawLine(frame.plot.topLeft(), frame.plot.bottomLeft());
    painter.drawLine(frame.plot.bottomLeft(), frame.plot.bottomRight());
}

} // namespace

double AxisScale::toPosition(double value) const
{
    const double share =
        logarithmic ? std::log(value / minimum) / std::log(maximum / minimum) : (value - minimum) / (maximum - minimum);
    return from + share * (to - from);
}

double AxisScale::toValue(double position) const
{
    const double share = (position - from) / (to - from);
    return logarithmic ? minimum * std::pow(maximum / minimum, share) : minimum + share * (maximum - minimum);
}

double tickLength(const PaintStyle& style)
{
    return 0.4 * style.fontSize;
}

namespace {

std::ptrdiff_t labelCount(const AxisSpec& axis)
{
    return std::ranges::count_if(axis.ticks, [](const Tick& tick) { return !tick.label.isEmpty(); });
}

/// One number alone gives no scale: a step that `wanted` rounded up may still have room when it is smaller.
AxisSpec withFinerTicks(AxisSpec axis, double length, bool horizontal, const PaintStyle& style)
{
    constexpr int most = 5;
    for (int wanted = 2; wanted <= most; ++wanted) {
        AxisSpec finer = axis;
        finer.ticks = ticksOf(axis, wanted);
        if (labelCount(finer) > 1 && !labelsOverlap(finer, length, horizontal, style))
            return finer;
    }
    return axis;
}

} // namespace

namespace {

/// Given ticks whose numbers would touch the one before lose theirs, and become minor ones.
AxisSpec withoutTouching(AxisSpec axis, double length, bool horizontal, const PaintStyle& style)
{
    const QFontMetricsF metrics = metricsOf(style);
    const AxisScale scale = scaleOf(axis, 0.0, length);
    std::ranges::sort(axis.ticks, {}, [&](const Tick& tick) { return scale.toPosition(tick.value); });
    double end = -1e300;
    for (Tick& tick : axis.ticks) {
        if (tick.label.isEmpty())
            continue;
        const double half =
            horizontal ? 0.5 * metrics.horizontalAdvance(tick.label) + 0.35 * style.fontSize : 0.6 * style.fontSize;
        const double centre = scale.toPosition(tick.value);
        if (centre - half < end)
            tick = {tick.value, {}, false};
        else
            end = centre + half;
    }
    return axis;
}

} // namespace

AxisSpec withTicks(AxisSpec axis, double length, bool horizontal, const PaintStyle& style)
{
    if (!axis.ticks.empty())
        return withoutTouching(std::move(axis), length, horizontal, style);
    const double each = (horizontal ? 4.5 : 2.2) * style.fontSize;
    for (int wanted = std::max(2, static_cast<int>(length / each)); wanted >= 1; --wanted) {
        axis.ticks = ticksOf(axis, wanted);
        if (!labelsOverlap(axis, length, horizontal, style))
            break;
    }
    return labelCount(axis) < 2 ? withFinerTicks(std::move(axis), length, horizontal, style) : axis;
}

Frame layoutFrame(const QRectF& area, const FrameSpec& spec, const PaintStyle& style)
{
    Frame frame;
    frame.area = area;
    frame.spec = fitted(spec, spec, area, style);
    for (int round = 0; round < 2; ++round) { // labels decide the plot's size, and the size decides the labels
        frame.plot = plotRect(area, frame.spec, style);
        frame.spec = fitted(frame.spec, spec, frame.plot, style);
    }
    frame.plot = plotRect(area, frame.spec, style);
    frame.x = scaleOf(frame.spec.bottom, frame.plot.left(), frame.plot.right());
    frame.y = scaleOf(frame.spec.left, frame.plot.bottom(), frame.plot.top());
    if (frame.spec.right)
        frame.rightScale = scaleOf(*frame.spec.right, frame.plot.bottom(), frame.plot.top());
    return frame;
}

void paintGrid(QPainter& painter, const Frame& frame, const PaintStyle& style)
{
    if (!frame.spec.grid)
        return;
    painter.save();
    painter.setPen(linePen(style.grid, style.hairline));
    for (const Tick& tick : frame.spec.bottom.ticks)
        if (const double x = frame.x.toPosition(tick.value); tick.major)
            painter.drawLine(QPointF(x, frame.plot.top()), QPointF(x, frame.plot.bottom()));
    for (const Tick& tick : frame.spec.left.ticks)
        if (const double y = frame.y.toPosition(tick.value); tick.major)
            painter.drawLine(QPointF(frame.plot.left(), y), QPointF(frame.plot.right(), y));
    painter.restore();
}

void paintAxes(QPainter& painter, const Frame& frame, const PaintStyle& style)
{
    painter.save();
    paintFrameLines(painter, frame, style);
    paintBottomAxis(painter, frame, style);
    paintLeftAxis(painter, frame, style);
    if (frame.rightScale)
        paintRightAxis(painter, frame.plot, frame.area, *frame.spec.right, *frame.rightScale, style);
    painter.restore();
}

void paintRightAxis(QPainter& painter, const QRectF& plot, const QRectF& area, const AxisSpec& axis,
                    const AxisScale& scale, const PaintStyle& style)
{
    painter.save();
    painter.setPen(QPen(style.axis, style.hairline, Qt::SolidLine, Qt::SquareCap));
    painter.drawLine(plot.topRight(), plot.bottomRight());
    paintSideTicks(painter, plot.right(), 1.0, axis, scale, style);
    if (!axis.title.isEmpty()) {
        const double right = plot.right() + sideWidth(axis, style);
        QRectF box(right - lineHeight * style.fontSize, plot.top(), lineHeight * style.fontSize, plot.height());
        if (metricsOf(style).horizontalAdvance(axis.title) > box.height()) {
            box.setTop(area.top());
            box.setBottom(area.bottom());
        }
        drawVerticalText(painter, box, axis.title, style, {.colour = style.text});
    }
    painter.restore();
}

double rightAxisWidth(const AxisSpec& axis, double height, const PaintStyle& style)
{
    return sideWidth(withTicks(axis, height, false, style), style);
}

} // namespace rope

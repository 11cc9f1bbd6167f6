#include "ui/figures/scores/score_layout.h"

#include "ui/figures/kit/figure_text.h"
#include "ui/paint/heatmap.h"
#include "ui/paint/ticks.h"

#include <algorithm>
#include <cmath>

namespace rope {

namespace {

AxisSpec positionAxis(std::int64_t first, std::int64_t span, const QString& title)
{
    AxisSpec axis;
    axis.minimum = static_cast<double>(first) - 0.5;
    axis.maximum = static_cast<double>(first + span) - 0.5;
    axis.integers = true;
    axis.title = title;
    return axis;
}

/// A frame whose plot does not depend on the zoom: room for the widest number that any window may show.
Frame steadyFrame(const QRectF& area, const ScoreWindow& window, std::int64_t length, double topRoom, double rightRoom,
                  const PaintStyle& style)
{
    const AxisSpec bottom = positionAxis(window.firstColumn, window.span, QStringLiteral("key position n (tokens)"));
    AxisSpec left = positionAxis(window.firstRow, window.span, QStringLiteral("query position m (tokens)"));
    std::swap(left.minimum, left.maximum);
    FrameSpec spec;
    spec.bottom = bottom;
    spec.left = left;
    const double last = static_cast<double>(std::max<std::int64_t>(length - 1, 1000));
    spec.bottom.ticks = {{bottom.minimum, QStringLiteral("0"), true}};
    spec.left.ticks = {{left.minimum, groupedNumber(last), true}};
    spec.grid = false;
    spec.closed = true;
    spec.aspect = 1.0;
    spec.topRoom = topRoom;
    spec.rightRoom = rightRoom;
    Frame frame = layoutFrame(area, spec, style);
    frame.spec.bottom = withTicks(bottom, frame.plot.width(), true, style);
    frame.spec.left = withTicks(left, frame.plot.height(), false, style);
    return frame;
}

/// Room for the usual numbers, so that the plot stays where it is while the colours change; more where they need it.
double barRoom(ValueRange range, const QString& title, double height, const PaintStyle& style)
{
    constexpr ValueRange usual{-0.05, 0.05};
    return std::max(colourBarWidth(usual, title, height, style), colourBarWidth(range, title, height, style));
}

/// The plot on whole device pixels, so that an image of as many pixels is drawn one to one.
void snap(Frame& frame, double deviceScale)
{
    const auto whole = [deviceScale](double value) {
        return std::round(value * deviceScale) / deviceScale;
    };
    const double side = std::max(1.0 / deviceScale, std::floor(frame.plot.width() * deviceScale) / deviceScale);
    frame.plot = QRectF(whole(frame.plot.left()), whole(frame.plot.top()), side, side);
    frame.x.from = frame.plot.left();
    frame.x.to = frame.plot.right();
    frame.y.from = frame.plot.bottom();
    frame.y.to = frame.plot.top();
}

/// One line from 13 lines of height on, and one more for every three further.
std::size_t captionLines(const QRectF& area, double line, std::size_t wanted)
{
    const double room = (area.height() / line - 10.0) / 3.0;
    return room > 1.0 ? std::min(wanted, static_cast<std::size_t>(std::ceil(room)) - 1) : 0;
}

std::int64_t cellOn(const AxisScale& scale, double position, std::int64_t first, std::int64_t span)
{
    const double value = std::round(scale.toValue(position));
    return std::clamp(static_cast<std::int64_t>(value), first, first + span - 1);
}

} // namespace

std::optional<ScoreCell> ScoreLayout::cellAt(QPointF point) const
{
    return frame.plot.contains(point) ? std::optional(nearestCell(point)) : std::nullopt;
}

ScoreCell ScoreLayout::nearestCell(QPointF point) const
{
    return {cellOn(frame.y, point.y(), window.firstRow, window.span),
            cellOn(frame.x, point.x(), window.firstColumn, window.span)};
}

QRectF ScoreLayout::boxOf(const ScoreCell& cell) const
{
    const auto m = static_cast<double>(cell.query);
    const auto n = static_cast<double>(cell.key);
    return {frame.toPosition(n - 0.5, m - 0.5), frame.toPosition(n + 0.5, m + 0.5)};
}

ScoreLayout scoreLayout(const QRectF& area, const PaintStyle& style, const ScoreWindow& window, ValueRange range,
                        const QString& barTitle, std::int64_t length, double deviceScale, std::size_t lines)
{
    ScoreLayout layout;
    layout.window = window;
    const double line = captionHeight(1, style, style.fontSize);
    const QRectF inner = area.adjusted(style.margin, 0.5 * style.margin, -style.margin, -style.margin);
    const double caption = static_cast<double>(captionLines(area, line, lines)) * line;
    layout.caption = QRectF(inner.left(), inner.bottom() - caption, inner.width(), caption);
    const QRectF plot(inner.topLeft(),
                      QPointF(inner.right(), layout.caption.top() - (caption > 0 ? 0.5 * style.margin : 0)));
    const bool narrow = plot.width() < 1.3 * plot.height(); // what stands beside the plot limits it, not its height
    const double room = barRoom(range, narrow ? QString() : barTitle, plot.height(), style);
    layout.frame = steadyFrame(plot, window, length, narrow ? 1.2 * line : 0.0, room, style);
    snap(layout.frame, deviceScale);
    layout.bar = QRectF(layout.frame.plot.right() + colourBarGap(style), layout.frame.plot.top(),
                        colourBarThickness(style), layout.frame.plot.height());
    if (narrow)
        layout.barTitle = QRectF(inner.left(), layout.frame.plot.top() - 1.4 * line, inner.width(), line);
    layout.pixels =
        static_cast<int>(std::min<std::int64_t>(heatmapPixels(layout.frame.plot.width(), deviceScale), window.span));
    return layout;
}

} // namespace rope

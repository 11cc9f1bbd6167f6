#include "ui/figures/kit/marks.h"

#include "ui/figures/kit/moves.h"
#include "ui/figures/kit/plot_parts.h"
#include "ui/figures/kit/turned_pair.h"

#include <algorithm>
#include <cmath>

namespace rope {

namespace {

QPen fullPen(const PaintStyle& style)
{
    return QPen(style.text, style.hairline, Qt::SolidLine, Qt::FlatCap);
}

QPen dashedPen(const PaintStyle& style)
{
    QPen pen(style.highlight, 1.2 * style.hairline, Qt::SolidLine, Qt::FlatCap);
    pen.setDashPattern({4.0, 3.0});
    return pen;
}

} // namespace

AxisSpec pairAxis(int count, const QString& title)
{
    return {.minimum = -0.5, .maximum = count - 0.5, .integers = true, .title = title, .ticks = {}};
}

AxisSpec roomyAxis(double low, double high, const QString& title, bool logarithmic)
{
    AxisSpec axis{.minimum = low, .maximum = high, .logarithmic = logarithmic, .title = title, .ticks = {}};
    if (logarithmic) {
        const double room = std::max(1.3, std::pow(high / low, 0.04));
        axis.minimum = low / room;
        axis.maximum = high * room;
        return axis;
    }
    const double room = high > low ? 0.05 * (high - low) : std::max(0.05, 0.1 * std::abs(high));
    axis.minimum = low - room;
    axis.maximum = high + room;
    return axis;
}

std::vector<QPointF> pointsOverPairs(const Eigen::VectorXd& values)
{
    std::vector<QPointF> points;
    for (Eigen::Index j = 0; j < values.size(); ++j)
        points.emplace_back(static_cast<double>(j), values[j]);
    return points;
}

std::optional<int> pairUnder(const Frame& frame, QPointF point, int count)
{
    if (!frame.plot.contains(point))
        return std::nullopt;
    return std::clamp(static_cast<int>(std::lround(frame.x.toValue(point.x()))), 0, count - 1);
}

void markPairs(QPainter& painter, const Frame& frame, const FigureContext& context)
{
    const int selected = shownPlace(context.state, {}).pair;
    drawVertical(painter, frame, selected, dashedPen(context.style));
    if (context.highlight.pair && *context.highlight.pair != selected)
        drawVertical(painter, frame, *context.highlight.pair, fullPen(context.style));
}

void markOffsets(QPainter& painter, const Frame& frame, const FigureContext& context, bool distance)
{
    const auto place = [distance](std::int64_t offset) {
        return distance ? std::abs(static_cast<double>(offset)) : static_cast<double>(offset);
    };
    const std::int64_t own = context.state.positions.key - context.state.positions.query;
    drawVertical(painter, frame, place(own), dashedPen(context.style));
    if (context.highlight.offset && *context.highlight.offset != own)
        drawVertical(painter, frame, place(*context.highlight.offset), fullPen(context.style));
}

void addMarks(ChartSpec& chart, double own, std::optional<double> pointedAt, const PaintStyle& style)
{
    chart.lines.push_back({Qt::Vertical, own, {}, style.highlight, Qt::DashLine, 1.2 * style.hairline});
    if (pointedAt && *pointedAt != own)
        chart.lines.push_back({Qt::Vertical, *pointedAt, {}, style.text, Qt::SolidLine, style.hairline});
}

void addPairMarks(ChartSpec& chart, const FigureContext& context)
{
    addMarks(chart, shownPlace(context.state, {}).pair, context.highlight.pair, context.style);
}

void addOffsetMarks(ChartSpec& chart, const FigureContext& context, bool distance)
{
    const auto place = [distance](std::int64_t offset) {
        return distance ? std::abs(static_cast<double>(offset)) : static_cast<double>(offset);
    };
    const auto& at = context.highlight.offset;
    addMarks(chart, place(context.state.positions.key - context.state.positions.query),
             at ? std::optional(place(*at)) : std::nullopt, context.style);
}

int pairAt(const PanelPoint& point, int count)
{
    return std::clamp(static_cast<int>(std::lround(point.value.x())), 0, count - 1);
}

std::optional<Change> pickPairUnder(const PanelPoint&, const PanelPoint& to, const ExplorerState& start)
{
    return pickPair(start, pairAt(to, pairCount(start)));
}

std::optional<Change> pickOffsetUnder(const PanelPoint&, const PanelPoint& to, const ExplorerState& start)
{
    return pickOffset(start, to.value.x());
}

std::optional<Change> pickDistanceUnder(const PanelPoint&, const PanelPoint& to, const ExplorerState& start)
{
    return pickOffset(start, -to.value.x());
}

std::optional<Change> pickPair(const ExplorerState& state, std::optional<int> pair)
{
    return pair ? moveTo(state, "pair.highlighted", *pair) : std::nullopt;
}

std::optional<Change> pickOffset(const ExplorerState& state, double offset)
{
    if (state.positions.keepOffset)
        return std::nullopt;
    const std::int64_t key = state.positions.query + static_cast<std::int64_t>(std::llround(offset));
    return moveTo(state, "positions.key", static_cast<double>(key));
}

} // namespace rope

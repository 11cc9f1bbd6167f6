#include "ui/paint/curve.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <set>
#include <utility>

namespace rope {
namespace {

/// Shares of the plot's width and height; unit scales of both axes.
QPointF toShare(QPointF point, const AxisScale& x, const AxisScale& y)
{
    return {(x.toPosition(point.x()) - x.from) / (x.to - x.from), (y.toPosition(point.y()) - y.from) / (y.to - y.from)};
}

/// The part of a segment inside the unit square (Liang and Barsky 1984), as shares of the segment.
std::optional<std::pair<double, double>> insideShares(QPointF a, QPointF b)
{
    double enter = 0.0;
    double leave = 1.0;
    const QPointF d = b - a;
    const double slopes[4] = {-d.x(), d.x(), -d.y(), d.y()};
    const double distances[4] = {a.x(), 1.0 - a.x(), a.y(), 1.0 - a.y()};
    for (int side = 0; side < 4; ++side) {
        if (slopes[side] == 0.0) {
            if (distances[side] < 0.0)
                return std::nullopt;
            continue;
        }
        const double at = distances[side] / slopes[side];
        if (slopes[side] < 0.0)
            enter = std::max(enter, at);
        else
            leave = std::min(leave, at);
    }
    if (enter > leave)
        return std::nullopt;
    return std::pair(enter, leave);
}

bool isInside(QPointF point)
{
    return point.x() >= 0.0 && point.x() <= 1.0 && point.y() >= 0.0 && point.y() <= 1.0;
}

/// A point of the segment a, b; rounding of far away ends does not leave the plot.
QPointF pointOn(QPointF a, QPointF b, double share)
{
    const QPointF point = a + share * (b - a);
    return {std::clamp(point.x(), 0.0, 1.0), std::clamp(point.y(), 0.0, 1.0)};
}

/// Adds the visible part of a segment to the pieces, joined to the last piece when `continues`. Returns whether the
/// segment ends inside, so that the next one may continue it.
bool appendSegment(Pieces& pieces, QPointF a, QPointF b, bool continues)
{
    if (continues && isInside(b)) {
        pieces.back().push_back(b);
        return true;
    }
    const auto shares = insideShares(a, b);
    if (!shares)
        return false;
    if (!continues)
        pieces.push_back({pointOn(a, b, shares->first)});
    pieces.back().push_back(pointOn(a, b, shares->second));
    return shares->second >= 1.0;
}

/// Points of one pixel column.
struct Column {
    QPointF first, low, high, last;

    void include(QPointF point)
    {
        if (point.y() < low.y())
            low = point;
        if (point.y() > high.y())
            high = point;
        last = point;
    }
    void appendTo(std::vector<QPointF>& points) const
    {
        points.push_back(first);
        const bool lowFirst = low.x() <= high.x();
        for (const QPointF& point : {lowFirst ? low : high, lowFirst ? high : low, last})
            if (point != points.back())
                points.push_back(point);
    }
};

} // namespace

Pieces clippedToPlot(const std::vector<QPointF>& points, const AxisScale& x, const AxisScale& y)
{
    Pieces pieces;
    bool continues = false;
    QPointF last(std::numeric_limits<double>::quiet_NaN(), 0.0);
    for (const QPointF& point : points) {
        const QPointF here = toShare(point, x, y);
        continues = isFinite(last) && isFinite(here) && appendSegment(pieces, last, here, continues);
        last = here;
    }
    return pieces;
}

std::vector<QPointF> thinnedToColumns(const std::vector<QPointF>& points, int columns)
{
    if (columns < 1 || points.size() <= 4 * static_cast<std::size_t>(columns))
        return points;
    const auto byX = [](QPointF a, QPointF b) {
        return a.x() < b.x();
    };
    if (!std::is_sorted(points.begin(), points.end(), byX))
        return points;
    std::vector<QPointF> thinned;
    Column column{points[0], points[0], points[0], points[0]};
    double present = std::floor(points[0].x() * columns);
    for (const QPointF& point : points) {
        const double index = std::floor(point.x() * columns);
        if (index != present) {
            column.appendTo(thinned);
            column = {point, point, point, point};
            present = index;
        }
        column.include(point);
    }
    column.appendTo(thinned);
    return thinned;
}

std::vector<QPointF> pointsApart(const std::vector<QPointF>& points, double side)
{
    std::set<std::pair<std::int64_t, std::int64_t>> taken;
    std::vector<QPointF> apart;
    for (const QPointF& point : points)
        if (taken.insert({std::llround(point.x() / side), std::llround(point.y() / side)}).second)
            apart.push_back(point);
    return apart;
}

} // namespace rope

#pragma once

#include "ui/paint/axes.h"

#include <QPointF>
#include <vector>

namespace rope {

/// Unbroken pieces of a curve.
using Pieces = std::vector<std::vector<QPointF>>;

/// The parts of a polyline that lie inside [0, 1] x [0, 1] of a plot, in those coordinates (y upwards): cut at the
/// edges, broken where a point is not finite or has no place on a logarithmic axis.
Pieces clippedToPlot(const std::vector<QPointF>& points, const AxisScale& x, const AxisScale& y);

/// The same picture with at most four points in each of `columns` pixel columns: first, lowest, highest, last.
/// Requires points in [0, 1] ordered by x; others are returned unchanged.
std::vector<QPointF> thinnedToColumns(const std::vector<QPointF>& points, int columns);

/// Points of which no two lie in the same square of that side: dots on one another are drawn once.
std::vector<QPointF> pointsApart(const std::vector<QPointF>& points, double side);

} // namespace rope

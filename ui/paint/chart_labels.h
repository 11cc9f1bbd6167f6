#pragma once

#include "ui/paint/chart.h"

namespace rope {

/// Writes the labels of points, lines, the strip and bands: each at the free place that hides least of the curves, in
/// the longest wording that finds room.
void paintChartLabels(QPainter& painter, const Frame& frame, const ChartSpec& spec, const PaintStyle& style);

/// Height of a ChartStrip.
double stripHeight(const PaintStyle& style);

} // namespace rope

#pragma once

#include "ui/paint/chart.h"

namespace rope {

/// Draws the series of a chart into its plot with Qt Charts. The one place that knows Qt Charts.
void paintSeries(QPainter& painter, const Frame& frame, const std::vector<ChartSeries>& series, double deviceScale);

} // namespace rope

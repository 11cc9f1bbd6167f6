#pragma once

#include "core/views/ladder.h"
#include "ui/paint/chart.h"

#include <optional>

namespace rope {

/// The ladder as a chart: theta_j on a logarithmic axis, wavelength on the other side.
/// `hovered`: a pair that another figure points at.
ChartSpec ladderChart(const LadderNumbers& numbers, int highlightedPair, std::optional<int> hovered,
                      const PaintStyle& style);

} // namespace rope

#pragma once

#include "core/schemes/scheme.h"
#include "core/state/state.h"
#include "ui/paint/chart.h"

#include <optional>

namespace rope {

/// What the ladder shows, as numbers.
struct LadderNumbers {
    Schedule schedule;
    double originalContext = 0.0; ///< tokens
    double maximumContext = 0.0;  ///< tokens
    int finished = 0;             ///< pairs that finish a turn within the original context, before scaling
    bool scaled = false;          ///< the scheme changes at least one frequency
    int still = 0;                ///< pairs that do not rotate

    int pairs() const { return static_cast<int>(schedule.inverseFrequency.size()); }
};

LadderNumbers ladderNumbers(const ExplorerState& state);

/// The ladder as a chart: theta_j on a logarithmic axis, wavelength on the other side.
/// `hovered`: a pair that another figure points at.
ChartSpec ladderChart(const LadderNumbers& numbers, int highlightedPair, std::optional<int> hovered,
                      const PaintStyle& style);

} // namespace rope

#pragma once

#include "core/state/state.h"
#include "ui/figures/profile/profile_numbers.h"
#include "ui/paint/chart.h"

#include <cstdint>
#include <optional>

namespace rope {

/// The profile as a chart. `hovered`: an offset that another figure points at.
ChartSpec profileChart(const ProfileNumbers& numbers, const ExplorerState& state, std::optional<std::int64_t> hovered,
                       const PaintStyle& style);

} // namespace rope

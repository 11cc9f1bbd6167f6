#pragma once

#include "core/state/change.h"
#include "core/state/state.h"

#include <cstdint>
#include <optional>
#include <string>

namespace rope {

/// One key set to a value inside the range that a slider would offer now; nothing when that changes nothing.
std::optional<Change> moveTo(const ExplorerState& state, const std::string& key, double value);

/// The key moved by so many units.
std::optional<Change> moveBy(const ExplorerState& state, const std::string& key, double units);

/// Query to m and key to n, both inside the sequence. With the offset kept, the place on its diagonal nearest to (m,
/// n).
Change moveCell(const ExplorerState& state, std::int64_t queryPosition, std::int64_t keyPosition);

} // namespace rope

#pragma once

#include "core/state/change.h"

#include <string>
#include <string_view>
#include <vector>

namespace rope {

/// Assignments of a link or a starting line: `positions.query=12&positions.keep_offset=on`.
/// `%20` and the like stand for characters that a link cannot hold. Refuses a part without a key or without `=`.
Result<std::vector<Assignment>> parseAssignments(std::string_view text);

/// The state after the assignments, validated as a whole.
Result<ExplorerState> withAssignments(const ExplorerState& state, const std::vector<Assignment>& assignments);

} // namespace rope

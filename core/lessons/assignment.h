#pragma once

#include "core/state/change.h"

#include <string>
#include <string_view>
#include <vector>

namespace rope {

/// `positions.query=12` in a lesson: a key of the state and the text of its value.
struct Assignment {
    std::string key;
    std::string text;

    bool operator==(const Assignment&) const = default;
};

/// Assignments of a link or a starting line: `positions.query=12&positions.keep_offset=on`.
/// `%20` and the like stand for characters that a link cannot hold. Refuses a part without a key or without `=`.
Result<std::vector<Assignment>> parseAssignments(std::string_view text);

/// The change that sets all of them at once. Every text is read with the key as it is after the assignments before it,
/// so `model.scheme=yarn&scheme.factor=8` works. Refuses unknown keys and values that a key does not take.
Result<SetValues> changeOf(const ExplorerState& state, const std::vector<Assignment>& assignments);

/// The state after the assignments, validated as a whole.
Result<ExplorerState> withAssignments(const ExplorerState& state, const std::vector<Assignment>& assignments);

} // namespace rope

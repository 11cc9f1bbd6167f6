#pragma once

#include "core/state/state.h"

#include <cstdint>

namespace rope {

/// A place in the matrix of scores: query position m, key position n.
struct ScoreCell {
    std::int64_t query;
    std::int64_t key;

    std::int64_t offset() const { return key - query; }
    bool operator==(const ScoreCell&) const = default;
};

/// The square window of the matrix that the state shows, inside the sequence.
struct ScoreWindow {
    std::int64_t firstRow = 0;
    std::int64_t firstColumn = 0;
    std::int64_t span = 1;

    bool contains(const ScoreCell& cell) const;
    bool operator==(const ScoreWindow&) const = default;
};
ScoreWindow scoreWindow(const ExplorerState& state);

/// The window after zooming by `factor` (below 1: closer) about a place given as shares of the window from its left
/// and its top. The cell at that place stays there, as far as the sequence reaches.
ScoreWindow zoomed(const ScoreWindow& window, double factor, double shareX, double shareY, std::int64_t length);

} // namespace rope

#pragma once

#include "core/scores/attention.h"
#include "core/state/state.h"

namespace rope {

/// Visibility and displacement for a window of positions, each layer by itself and both together. Identical content.
/// Rows are query positions first, first + 1, ...; columns key positions first, first + 1, ...
struct MaskLayers {
    std::int64_t first = 0;
    int count = 0;               ///< rows and columns
    Eigen::Index queryRow = 0;   ///< row of query m; the last one when m lies past the end of the sequence
    bool wholeSequence = false;  ///< nothing of the sequence lies outside the window
    RowMatrix visible{};         ///< 1 where the state's mask lets query m see key n, else 0
    RowMatrix scores{};          ///< scaled scores, before any mask: what displacement does
    RowMatrix attention{};       ///< softmax of the scores over the visible keys of the window
    Eigen::VectorXd causalRow{}; ///< the row of query m with the causal mask, whatever the state's mask is
    Eigen::VectorXd openRow{};   ///< the row of query m without a mask
};

/// The layers around the state's query position, at most `most` positions. Softmax runs over the window's keys alone,
/// so it is that of the sequence where wholeSequence is true. Without a relative encoding every score is q . k scaled.
/// Requires a validated state and most >= 1.
MaskLayers maskLayers(const ExplorerState& state, int most = 64);

} // namespace rope

#include "core/views/mask_layers.h"

#include "core/state/derived.h"

#include <algorithm>

namespace rope {

namespace {

/// First position of a window that has the query at three quarters of its width: a causal row looks back.
std::int64_t windowStart(std::int64_t query, std::int64_t length, int count)
{
    const std::int64_t wanted = query - (3 * static_cast<std::int64_t>(count)) / 4;
    return std::clamp<std::int64_t>(wanted, 0, length - count);
}

/// Scores at offsets -(count - 1) ... count - 1.
Eigen::VectorXd offsetScores(ExplorerState state, int count)
{
    state.sequence.quantity = Quantity::Score;
    if (state.encoding.relative == RelativeEncoding::Rotary)
        return profile(activeScore(state), 1 - count, 2 * count - 1);
    const double content = queryVector(state).dot(keyVector(state)) * scoreScale(state, activeSchedule(state));
    return Eigen::VectorXd::Constant(2 * count - 1, content);
}

} // namespace

MaskLayers maskLayers(const ExplorerState& state, int most)
{
    MaskLayers layers;
    const std::int64_t length = state.sequence.length;
    layers.count = static_cast<int>(std::min<std::int64_t>(most, length));
    layers.first = windowStart(state.positions.query, length, layers.count);
    layers.wholeSequence = layers.count == length;
    const Eigen::VectorXd scores = offsetScores(state, layers.count);
    layers.scores.resize(layers.count, layers.count);
    layers.visible.resize(layers.count, layers.count);
    for (Eigen::Index row = 0; row < layers.count; ++row)
        for (Eigen::Index column = 0; column < layers.count; ++column) {
            layers.scores(row, column) = scores[column - row + layers.count - 1];
            layers.visible(row, column) = state.sequence.mask == Mask::None || column <= row ? 1.0 : 0.0;
        }
    layers.attention = softmaxRows(layers.scores, state.sequence.mask, layers.first, layers.first);
    layers.queryRow = std::clamp<std::int64_t>(state.positions.query - layers.first, 0, layers.count - 1);
    const RowMatrix own = layers.scores.row(layers.queryRow);
    layers.causalRow = softmaxRows(own, Mask::Causal, layers.first + layers.queryRow, layers.first).row(0);
    layers.openRow = softmaxRows(own, Mask::None).row(0);
    return layers;
}

} // namespace rope

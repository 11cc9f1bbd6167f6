#pragma once

#include "core/scores/block_means.h"
#include "ui/figures/scores/score_source.h"

#include <memory>
#include <optional>

namespace rope {

/// The part of the matrix that a picture of so many pixels shows; never more pixels than cells.
ImageWindow imageWindow(const ScoreWindow& window, int pixels, Mask mask);

/// The same q and the same k at every position: products or scores in closed form.
std::shared_ptr<const ScoreSource> identicalScores(const ExplorerState& state);

/// Softmax of identical content, made when asked: O(length) a picture.
std::shared_ptr<const ScoreSource> identicalAttentionScores(const ExplorerState& state);

/// A picture of one window, made ahead of painting.
struct ReadyPicture {
    ScoreWindow window;
    ScoreImage image;
};

/// Content that differs from position to position. `ready`: the picture of the window on show where it takes long;
/// smaller pictures of that window are made from it, larger ones there are none.
std::shared_ptr<const ScoreSource> contentScores(std::shared_ptr<const BlockMeans> means, double scale, Mask mask,
                                                 std::optional<ReadyPicture> ready = std::nullopt);

/// Nothing but the reason why there is nothing.
std::shared_ptr<const ScoreSource> noScores(const QString& problem);

/// A picture of attention that was made ahead, with the scores under it.
std::shared_ptr<const ScoreSource> attentionScores(ScoreImage image, const ScoreWindow& window,
                                                   std::shared_ptr<const ScoreSource> scores);

} // namespace rope

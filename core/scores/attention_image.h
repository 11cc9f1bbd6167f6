#pragma once

#include "core/base/work.h"
#include "core/scores/block_means.h"
#include "core/scores/score_image.h"

#include <optional>

namespace rope {

/// Softmax does not factor over blocks, so a picture of attention samples its rows and averages its columns: pixel row
/// i shows the query at firstRow + floor((i + 1/2) w), w = span / pixels, and pixel column j the mean weight of its
/// visible keys [floor(j w), floor((j + 1) w)), exactly. Every weight is divided by the sum over all keys of the
/// sequence that the query sees, whatever the window. The note says so.

/// Attention of identical content in a sequence of `length` tokens: running sums of exp(score) over the offsets,
/// O(length * pairs) once and O(pixels^2); stable at any size of score,
/// weights within 1e-15 of the row's sum. Nothing when cancelled.
/// Requires the window inside the sequence.
std::optional<ScoreImage> identicalAttention(const RelativeScore& score, std::int64_t length, const ImageWindow& window,
                                             const WorkControl& control = {});

/// Attention of any content: `pixels` full rows of softmax, O(pixels * length * headDim), in one pass over the keys.
/// Nothing when cancelled. Requires the window inside the sequence.
std::optional<ScoreImage> contentAttention(const ContentRows& content, const RowRotation& rotation, double scale,
                                           const ImageWindow& window, const WorkControl& control = {});

/// One full row of attention weights of identical content, shape (length): the softmax of the scores that the query
/// sees, 0 for masked keys. Requires 0 <= queryPosition < length.
Eigen::VectorXd attentionRow(const RelativeScore& score, std::int64_t length, Mask mask, std::int64_t queryPosition);

} // namespace rope

#pragma once

#include "core/scores/score_image.h"

namespace rope {

/// Exact area means of a picture of identical content, in double: every pixel of the window is the mean of the score
/// over its area, cells that its edge cuts taken by the share inside. A pixel that the causal mask cuts is the mean
/// over the visible part of its area; not a number where nothing is visible. O(pixels^2 pairs).
RowMatrix identicalAreaMeans(const RelativeScore& score, const ImageWindow& window);

/// The same in float32, for pictures: quicker, and right to 1e-6 of the largest score.
RowMatrixF identicalAreaMeansF(const RelativeScore& score, const ImageWindow& window);

} // namespace rope

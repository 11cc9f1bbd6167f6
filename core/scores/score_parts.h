#pragma once

#include "core/scores/score_image.h"

namespace rope {

/// A picture of scores as the course splits it. At every visible pixel positional + content is the picture.
struct ScoreImageParts {
    ScoreImage positional; ///< every pixel has the mean of its diagonal's visible pixels: what the offset alone decides
    ScoreImage content;    ///< what is left: what content adds
};

/// Splits a picture, at any length: the diagonals are those of its pixels, which are cells where the window is no
/// larger than the picture, else exact means of blocks of cells. A Toeplitz picture is all positional, and so is one of
/// identical content whose pixels cut cells (`isPositional`). Hidden pixels stay hidden in both parts.
ScoreImageParts splitScores(const ScoreImage& image, bool isPositional = false);

} // namespace rope

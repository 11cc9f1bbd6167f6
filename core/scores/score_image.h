#pragma once

#include "core/scores/attention.h"
#include "core/scores/score.h"

#include <string>

namespace rope {

/// A square window of the T x T matrix of scores and the resolution at which it is drawn.
struct ImageWindow {
    std::int64_t firstRow = 0;    ///< query position of the top row
    std::int64_t firstColumn = 0; ///< key position of the left column
    std::int64_t span = 1;        ///< rows and columns shown, tokens; >= 1
    int pixels = 1;               ///< pixels wanted per side; >= 1
    Mask mask = Mask::None;
};

/// What a picture of scores shows: one value per pixel, NaN where the mask hides the whole pixel.
/// Row 0 is the first query, column 0 the first key.
struct ScoreImage {
    int pixels = 0; ///< per side: window.pixels, or window.span where that is less (a pixel is then a cell)
    double tokensPerPixel = 1.0; ///< window.span / pixels
    Eigen::VectorXd diagonals;   ///< Toeplitz picture: 2 pixels - 1 values, entry column - row + pixels - 1; else empty
    RowMatrixF cells;            ///< any other picture: (pixels, pixels); else empty
    double minimum = 0.0;        ///< smallest visible value; 0 when nothing is visible
    double maximum = 0.0;        ///< largest visible value
    std::string note;            ///< one sentence: what a pixel is (a cell, a mean over so many cells, a sampled row)

    bool isToeplitz() const { return diagonals.size() > 0; }
    double at(int row, int column) const
    {
        return isToeplitz() ? diagonals[column - row + pixels - 1] : static_cast<double>(cells(row, column));
    }
};

/// The picture of identical content, exact at any length in O(pixels * pairs): every row of it is the row above moved
/// by one pixel, so 2 pixels - 1 values are all there is.
///
/// A pixel is w x w cells, w = span / pixels. Pair j enters with the mean of its cosine over the block,
///     (sin(w theta_j / 2) / (w sin(theta_j / 2)))^2 cos((firstColumn - firstRow + k w) theta_j + angle_j)
/// on the diagonal k of the picture, theta_j reduced to (-pi, pi]. For a whole w this is the mean of the cells,
/// exactly. For a broken w it is the mean over the pixel's area of the smooth function whose integral over every cell
/// is the cell's score: the picture stays Toeplitz, without moire, and pixels add up to coarser pixels. Between 1 and 3
/// tokens a pixel it differs from a mean that shares cut cells out evenly by up to 4 % of the largest score; the note
/// says that cut cells are interpolated.
///
/// A causal mask hides pixels without a visible cell; those that it cuts are the mean over their visible cells.
ScoreImage identicalImage(const RelativeScore& score, const ImageWindow& window);

/// A picture of cells at fewer pixels per side: each is the mean of the visible pixels that it covers, weighted by the
/// share that it covers of them. Requires a picture of cells and 1 <= pixels <= image.pixels.
ScoreImage coarserImage(const ScoreImage& image, int pixels);

/// Sets minimum and maximum from the visible pixels.
void findRange(ScoreImage& image);

/// "9765.6 x 9765.6": the cells of a pixel, in words for a note.
std::string cellsOfPixel(const ScoreImage& image);

} // namespace rope

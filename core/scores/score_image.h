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

/// The picture of identical content, exact at any length. A pixel is the mean over its area, w x w cells with
/// w = span / pixels; cells that its edge cuts count by the share inside.
///
/// Where w is whole, every row of the picture is the row above moved by one pixel, so 2 pixels - 1 values are all there
/// is, O(pixels * pairs): pair j enters with the mean of its cosine over the block,
///     (sin(w theta_j / 2) / (w sin(theta_j / 2)))^2 cos((firstColumn - firstRow + k w) theta_j + angle_j)
/// on the diagonal k of the picture. Where w is broken, pixels cut cells differently and each is computed
/// (identicalAreaMeansF).
///
/// A causal mask hides pixels without a visible cell; those that it cuts are the mean over their visible area.
ScoreImage identicalImage(const RelativeScore& score, const ImageWindow& window);

/// A picture of cells or of area means of a window of so many tokens, with its range and its note.
ScoreImage imageOfCells(RowMatrixF cells, std::int64_t span);

/// Sets minimum and maximum from the visible pixels.
void findRange(ScoreImage& image);

/// "78.125 x 78.125": the cells of a pixel, in words for a note.
std::string cellsOfPixel(double tokensPerPixel);

/// What a pixel of area means is, one sentence: "each pixel is the mean over its area of 78.125 x 78.125 cells".
std::string areaNote(double tokensPerPixel);

} // namespace rope

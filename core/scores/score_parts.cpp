#include "core/scores/score_parts.h"

#include <algorithm>
#include <cmath>

namespace rope {

namespace {

/// Calls action(row, column) for the visible pixels of the diagonal column - row = d.
template <class Action> void forVisible(const ScoreImage& image, int d, Action action)
{
    for (int row = std::max(0, -d); row < std::min(image.pixels, image.pixels - d); ++row)
        if (!std::isnan(image.at(row, row + d)))
            action(row, row + d);
}

void splitDiagonal(const ScoreImage& image, int d, ScoreImageParts& parts)
{
    double sum = 0.0;
    int count = 0;
    forVisible(image, d, [&](int row, int column) {
        sum += image.at(row, column);
        ++count;
    });
    const double mean = count > 0 ? sum / count : 0.0;
    forVisible(image, d, [&](int row, int column) {
        parts.positional.cells(row, column) = static_cast<float>(mean);
        parts.content.cells(row, column) = static_cast<float>(image.at(row, column) - mean);
    });
}

} // namespace

ScoreImageParts splitScores(const ScoreImage& image, bool isPositional)
{
    ScoreImageParts parts{image, image};
    if (image.isToeplitz())
        parts.content.diagonals -= image.diagonals; // 0, and hidden pixels stay NaN
    else if (isPositional)
        parts.content.cells -= image.cells;
    else
        for (int d = 1 - image.pixels; d < image.pixels; ++d)
            splitDiagonal(image, d, parts);
    const std::string diagonal = image.tokensPerPixel == 1.0 ? "diagonal" : "diagonal of blocks";
    parts.positional.note = "the mean of every " + diagonal + "; " + image.note;
    parts.content.note = "what is left beside the mean of the " + diagonal + "; " + image.note;
    findRange(parts.positional);
    findRange(parts.content);
    return parts;
}

} // namespace rope

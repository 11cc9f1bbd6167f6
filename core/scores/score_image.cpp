#include "core/scores/score_image.h"

#include "core/base/number_text.h"
#include "core/rotation/phase.h"
#include "core/scores/area_means.h"
#include "core/scores/profile.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace rope {

namespace {

/// The score of a picture: every pair damped by the mean over a pixel, its turns counted in 1/pixels of a token.
struct PixelScore {
    RelativeScore score;
    std::vector<TurnFraction> turns;
};

PixelScore pixelScore(const RelativeScore& score, std::int64_t span, std::int64_t pixels)
{
    PixelScore result{score, turnFractions(score.inverseFrequency)};
    const double width = static_cast<double>(span) / static_cast<double>(pixels);
    for (std::size_t j = 0; j < result.turns.size(); ++j) {
        const double sine = std::sin(result.turns[j].dividedBy(2).phase(1));
        const double sineOfWidth = std::sin(result.turns[j].dividedBy(2 * pixels).phase(span));
        const double mean = sine == 0.0 ? 1.0 : sineOfWidth / (width * sine);
        result.score.cosine[static_cast<Eigen::Index>(j)] *= mean * mean;
        result.score.sine[static_cast<Eigen::Index>(j)] *= mean * mean;
        result.turns[j] = result.turns[j].dividedBy(pixels);
    }
    return result;
}

/// Mean over the visible cells (offset <= 0) of a pixel whose centre has offset `centre`: an offset occurs
/// width - |offset - centre| times.
double visibleMean(const RelativeScore& score, double centre, double width)
{
    const auto first = static_cast<std::int64_t>(std::floor(centre - width)) + 1;
    const Eigen::VectorXd scores = profile(score, first, std::max<std::int64_t>(0, 1 - first));
    double sum = 0.0;
    double weights = 0.0;
    for (Eigen::Index i = 0; i < scores.size(); ++i) {
        const double weight = std::max(0.0, width - std::abs(static_cast<double>(first + i) - centre));
        sum += weight * scores[i];
        weights += weight;
    }
    return weights > 0.0 ? sum / weights : std::numeric_limits<double>::quiet_NaN();
}

/// Hides what a causal mask hides. centre(k) = first offset + k w grows along the diagonals.
void hideFutureDiagonals(ScoreImage& image, const RelativeScore& score, const ImageWindow& window)
{
    const double width = image.tokensPerPixel;
    const auto start = static_cast<double>(window.firstColumn - window.firstRow);
    for (Eigen::Index i = 0; i < image.diagonals.size(); ++i) {
        const double centre = start + static_cast<double>(i - image.pixels + 1) * width;
        if (centre + width > 1.0)
            image.diagonals[i] =
                centre - width >= 0.0 ? std::numeric_limits<double>::quiet_NaN() : visibleMean(score, centre, width);
    }
}

template <class Values> void extend(double& minimum, double& maximum, const Values& values)
{
    for (Eigen::Index i = 0; i < values.size(); ++i) {
        const auto value = static_cast<double>(values.data()[i]);
        if (std::isnan(value))
            continue;
        minimum = std::min(minimum, value);
        maximum = std::max(maximum, value);
    }
}

} // namespace

ScoreImage identicalImage(const RelativeScore& score, const ImageWindow& window)
{
    assert(window.span >= 1 && window.pixels >= 1);
    const std::int64_t pixels = std::min<std::int64_t>(window.pixels, window.span);
    if (window.span % pixels != 0)
        return imageOfCells(identicalAreaMeansF(score, window), window.span);
    ScoreImage image;
    image.pixels = static_cast<int>(pixels);
    image.tokensPerPixel = static_cast<double>(window.span / pixels);
    const PixelScore damped = pixelScore(score, window.span, pixels);
    const std::int64_t first = (window.firstColumn - window.firstRow) * pixels - (pixels - 1) * window.span;
    image.diagonals = profileOfTurns(damped.score, damped.turns, first, 2 * pixels - 1, window.span);
    if (window.mask == Mask::Causal)
        hideFutureDiagonals(image, score, window);
    findRange(image);
    image.note = areaNote(image.tokensPerPixel);
    return image;
}

ScoreImage imageOfCells(RowMatrixF cells, std::int64_t span)
{
    ScoreImage image;
    image.pixels = static_cast<int>(cells.rows());
    image.tokensPerPixel = static_cast<double>(span) / static_cast<double>(cells.rows());
    image.cells = std::move(cells);
    findRange(image);
    image.note = areaNote(image.tokensPerPixel);
    return image;
}

void findRange(ScoreImage& image)
{
    double minimum = std::numeric_limits<double>::infinity();
    double maximum = -minimum;
    extend(minimum, maximum, image.diagonals);
    extend(minimum, maximum, image.cells);
    const bool visible = minimum <= maximum;
    image.minimum = visible ? minimum : 0.0;
    image.maximum = visible ? maximum : 0.0;
}

std::string cellsOfPixel(double tokensPerPixel)
{
    const std::string side = shortNumber(tokensPerPixel);
    return side + " x " + side;
}

std::string areaNote(double tokensPerPixel)
{
    if (tokensPerPixel == 1.0)
        return "each pixel is one cell";
    const bool cuts = tokensPerPixel != std::floor(tokensPerPixel);
    return "each pixel is the mean over its area of " + cellsOfPixel(tokensPerPixel) + " cells" +
           (cuts ? ", cut cells by the share inside" : "");
}

} // namespace rope

#include "core/scores/score_image.h"

#include "core/rotation/phase.h"
#include "core/scores/profile.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <locale>
#include <sstream>
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
void hideFuture(ScoreImage& image, const RelativeScore& score, const ImageWindow& window)
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

/// A fine pixel that lies, wholly or in part, under a coarse one.
struct Share {
    Eigen::Index fine;
    float weight; ///< the part of it, in (0, 1]
};

/// The fine pixels under each of `pixels` coarse ones.
std::vector<std::vector<Share>> sharesOf(int fine, int pixels)
{
    std::vector<std::vector<Share>> shares(static_cast<std::size_t>(pixels));
    const double width = static_cast<double>(fine) / pixels;
    for (int i = 0; i < pixels; ++i) {
        const double first = i * width;
        const double last = std::min<double>(first + width, fine);
        for (auto k = static_cast<Eigen::Index>(first); static_cast<double>(k) < last; ++k) {
            const auto at = static_cast<double>(k);
            const double weight = std::min(last, at + 1.0) - std::max(first, at);
            if (weight > 1e-6)
                shares[static_cast<std::size_t>(i)].push_back({k, static_cast<float>(weight)});
        }
    }
    return shares;
}

/// Rows of `values` summed up to coarse rows; the same is done to the columns by a transposed call.
RowMatrixF summedRows(const RowMatrixF& values, const std::vector<std::vector<Share>>& shares)
{
    RowMatrixF sums = RowMatrixF::Zero(static_cast<Eigen::Index>(shares.size()), values.cols());
    for (std::size_t row = 0; row < shares.size(); ++row)
        for (const Share& share : shares[row])
            sums.row(static_cast<Eigen::Index>(row)) += share.weight * values.row(share.fine);
    return sums;
}

RowMatrixF summed(const RowMatrixF& values, const std::vector<std::vector<Share>>& shares)
{
    return summedRows(summedRows(values, shares).transpose(), shares).transpose();
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
    ScoreImage image;
    const std::int64_t pixels = std::min<std::int64_t>(window.pixels, window.span);
    image.pixels = static_cast<int>(pixels);
    image.tokensPerPixel = static_cast<double>(window.span) / static_cast<double>(pixels);
    const PixelScore damped = pixelScore(score, window.span, pixels);
    const std::int64_t first = (window.firstColumn - window.firstRow) * pixels - (pixels - 1) * window.span;
    image.diagonals = profileOfTurns(damped.score, damped.turns, first, 2 * pixels - 1, window.span);
    if (window.mask == Mask::Causal)
        hideFuture(image, score, window);
    findRange(image);
    const bool cut = window.span % pixels != 0;
    image.note = window.span == pixels ? "each pixel is one cell"
                                       : "each pixel is the mean over its " + cellsOfPixel(image) + " cells" +
                                             (cut ? ", those that its edge cuts interpolated" : "");
    return image;
}

ScoreImage coarserImage(const ScoreImage& image, int pixels)
{
    assert(!image.isToeplitz() && pixels >= 1 && pixels <= image.pixels);
    const std::vector<std::vector<Share>> shares = sharesOf(image.pixels, pixels);
    const RowMatrixF visible = image.cells.unaryExpr([](float value) { return std::isnan(value) ? 0.0F : 1.0F; });
    const RowMatrixF values = image.cells.unaryExpr([](float value) { return std::isnan(value) ? 0.0F : value; });
    ScoreImage coarse;
    coarse.pixels = pixels;
    coarse.tokensPerPixel = image.tokensPerPixel * image.pixels / pixels;
    coarse.cells = summed(values, shares).cwiseQuotient(summed(visible, shares)); // 0/0 where nothing is visible
    findRange(coarse);
    coarse.note = "each pixel is the mean over its " + cellsOfPixel(coarse) + " cells";
    return coarse;
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

std::string cellsOfPixel(const ScoreImage& image)
{
    std::ostringstream text;
    text.imbue(std::locale::classic());
    text.precision(1);
    if (image.tokensPerPixel == std::floor(image.tokensPerPixel))
        text.precision(0);
    text << std::fixed << image.tokensPerPixel << " x " << image.tokensPerPixel;
    return text.str();
}

} // namespace rope

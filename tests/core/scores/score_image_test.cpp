#include "core/scores/score_image.h"

#include "core/rotation/frequency.h"
#include "tests/core/property.h"
#include "tests/core/samples.h"
#include "tests/core/scores/area_picture.h"

#include <cmath>
#include <limits>

namespace rope {

using testing::anyReal;
using testing::holds;

namespace {

RelativeScore ladderScore()
{
    const Eigen::VectorXd q = Eigen::VectorXd::LinSpaced(128, -1.0, 1.3);
    const Eigen::VectorXd k = Eigen::VectorXd::LinSpaced(128, 0.9, -0.4);
    return relativeScore(q, k, inverseFrequencies(10000.0, 128), PairLayout::HalfSplit, 1.0, 0.25);
}

/// The mean of the visible cells of one pixel, cell by cell; NaN when none is visible. Needs whole tokens per pixel.
double meanOfCells(const RelativeScore& score, const ImageWindow& window, int row, int column)
{
    const std::int64_t width = window.span / window.pixels;
    double sum = 0.0;
    int count = 0;
    for (std::int64_t m = window.firstRow + row * width; m < window.firstRow + (row + 1) * width; ++m)
        for (std::int64_t n = window.firstColumn + column * width; n < window.firstColumn + (column + 1) * width; ++n)
            if (window.mask == Mask::None || n <= m) {
                sum += scoreAt(score, n - m);
                ++count;
            }
    return count > 0 ? sum / count : std::numeric_limits<double>::quiet_NaN();
}

bool sameOrBothHidden(double a, double b, double tolerance)
{
    return (std::isnan(a) && std::isnan(b)) || std::abs(a - b) < tolerance;
}

} // namespace

TEST(ScoreImage, PixelsAreMeansOfTheirCellsExactlyMaskIncluded)
{
    const RelativeScore score = ladderScore();
    EXPECT_TRUE(holds(
        [&] {
            ImageWindow window;
            window.firstRow = *rc::gen::inRange(0, 60);
            window.firstColumn = *rc::gen::inRange(0, 60);
            window.pixels = *rc::gen::inRange(1, 9);
            window.span = window.pixels * *rc::gen::inRange(1, 8);
            window.mask = *rc::gen::element(Mask::None, Mask::Causal);
            const ScoreImage image = identicalImage(score, window);
            RC_ASSERT(image.pixels == window.pixels);
            for (int r = 0; r < image.pixels; ++r)
                for (int c = 0; c < image.pixels; ++c)
                    RC_ASSERT(sameOrBothHidden(image.at(r, c), meanOfCells(score, window, r, c), 1e-13));
        },
        200));
}

TEST(ScoreImage, PixelsOfBrokenWidthTakeTheAreasOfTheCellsThatTheyCut)
{
    const RelativeScore score = ladderScore();
    for (const Mask mask : {Mask::None, Mask::Causal}) {
        const ImageWindow window{5, 17, 40, 28, mask};
        const ScoreImage image = identicalImage(score, window);
        const auto at = [&](int r, int c) {
            return image.at(r, c);
        };
        const auto cell = [&](std::int64_t m, std::int64_t n) {
            return scoreAt(score, n - m);
        };
        EXPECT_LT(worstPixel(at, window, cell), 2e-5);
    }
}

TEST(ScoreImage, AWindowSmallerThanThePixelsShowsCells)
{
    const RelativeScore score = ladderScore();
    const ScoreImage image = identicalImage(score, {1000, 990, 20, 600, Mask::None});
    EXPECT_EQ(image.pixels, 20);
    EXPECT_EQ(image.tokensPerPixel, 1.0);
    EXPECT_NEAR(image.at(3, 12), scoreAt(score, 990 + 12 - 1003), 1e-13);
}

TEST(ScoreImage, OfTenMillionTokensEqualsBlockMeans)
{
    const RelativeScore score = ladderScore();
    const ScoreImage image = identicalImage(score, {0, 0, 10'000'000, 1000, Mask::None});
    for (const int k : {-999, -1, 0, 1, 500, 999})
        EXPECT_NEAR(image.diagonals[k + 999], blockMean(score, 10'000 * k, 10'000, 10'000), 1e-14);
}

TEST(ScoreImage, RangeCoversTheVisiblePixels)
{
    const RelativeScore score = ladderScore();
    const ScoreImage image = identicalImage(score, {0, 0, 64, 64, Mask::Causal});
    double low = 1e9;
    double high = -1e9;
    for (std::int64_t offset = -63; offset <= 0; ++offset) {
        low = std::min(low, scoreAt(score, offset));
        high = std::max(high, scoreAt(score, offset));
    }
    EXPECT_NEAR(image.minimum, low, 1e-13);
    EXPECT_NEAR(image.maximum, high, 1e-13);
    const ScoreImage hidden = identicalImage(score, {0, 100, 50, 50, Mask::Causal});
    EXPECT_TRUE(std::isnan(hidden.at(49, 0)));
    EXPECT_EQ(hidden.minimum, 0.0);
    EXPECT_EQ(hidden.maximum, 0.0);
}

TEST(ScoreImage, NotesSayWhatAPixelIs)
{
    const RelativeScore score = ladderScore();
    EXPECT_EQ(identicalImage(score, {0, 0, 8, 8, Mask::None}).note, "each pixel is one cell");
    EXPECT_EQ(identicalImage(score, {0, 0, 64, 8, Mask::None}).note,
              "each pixel is the mean over its area of 8 x 8 cells");
    EXPECT_EQ(identicalImage(score, {0, 0, 100, 8, Mask::None}).note,
              "each pixel is the mean over its area of 12.5 x 12.5 cells, cut cells by the share inside");
}

} // namespace rope

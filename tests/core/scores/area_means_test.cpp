#include "core/scores/area_means.h"

#include "core/rotation/frequency.h"
#include "core/scores/pixel_span.h"
#include "tests/core/property.h"
#include "tests/core/scores/area_picture.h"

namespace rope {

using testing::holds;

namespace {

RelativeScore ladderScore()
{
    const Eigen::VectorXd q = Eigen::VectorXd::LinSpaced(40, -1.0, 1.3);
    const Eigen::VectorXd k = Eigen::VectorXd::LinSpaced(40, 0.9, -0.4);
    return relativeScore(q, k, inverseFrequencies(10000.0, 32), PairLayout::HalfSplit, 1.0, 0.25);
}

} // namespace

TEST(PixelSpan, PixelsShareOutEveryCellOnce)
{
    EXPECT_TRUE(holds([] {
        const std::int64_t pixels = *rc::gen::inRange(1, 40);
        const std::int64_t span = pixels + *rc::gen::inRange(0, 100);
        const std::vector<PixelSpan> spans = pixelSpans(7, span, pixels);
        std::vector<double> taken(static_cast<std::size_t>(span), 0.0);
        for (const PixelSpan& pixel : spans) {
            double width = 0.0;
            for (std::int64_t cell = pixel.first; cell < pixel.last; ++cell) {
                const double share = cell == pixel.first      ? pixel.firstShare
                                     : cell == pixel.last - 1 ? pixel.lastShare
                                                              : 1.0;
                taken[static_cast<std::size_t>(cell - 7)] += share;
                width += share;
            }
            RC_ASSERT(std::abs(width - static_cast<double>(span) / static_cast<double>(pixels)) < 1e-12);
        }
        for (const double share : taken)
            RC_ASSERT(std::abs(share - 1.0) < 1e-12);
    }));
}

TEST(AreaMeans, OfIdenticalContentAreThoseOfTheCells)
{
    const RelativeScore score = ladderScore();
    const auto cell = [&](std::int64_t m, std::int64_t n) {
        return scoreAt(score, n - m);
    };
    EXPECT_TRUE(holds(
        [&] {
            ImageWindow window;
            window.firstRow = *rc::gen::inRange(0, 40);
            window.firstColumn = *rc::gen::inRange(0, 40);
            window.pixels = *rc::gen::inRange(1, 7);
            window.span = window.pixels + *rc::gen::inRange(0, 20);
            window.mask = *rc::gen::element(Mask::None, Mask::Causal);
            const RowMatrix means = identicalAreaMeans(score, window);
            RC_ASSERT(worstPixel(means, window, cell) < 1e-13);
            const RowMatrixF quick = identicalAreaMeansF(score, window);
            const auto at = [&](int r, int c) {
                return static_cast<double>(quick(r, c));
            };
            RC_ASSERT(worstPixel(at, window, cell) < 1e-5);
        },
        150));
}

TEST(AreaMeans, OfLengthsJustAboveThePixelsAreExactToo)
{
    const RelativeScore score = ladderScore();
    const auto cell = [&](std::int64_t m, std::int64_t n) {
        return scoreAt(score, n - m);
    };
    for (const std::int64_t span : {129, 200})
        for (const Mask mask : {Mask::None, Mask::Causal}) {
            const ImageWindow window{0, 0, span, 128, mask};
            EXPECT_LT(worstPixel(identicalAreaMeans(score, window), window, cell), 1e-13) << span;
        }
}

TEST(AreaMeans, AtTenMillionTokensAreTheClosedFormOfBlocks)
{
    const RelativeScore score = ladderScore();
    const RowMatrix means = identicalAreaMeans(score, {0, 0, 10'000'000, 1000, Mask::Causal});
    EXPECT_NEAR(means(700, 200), blockMean(score, -5'000'000, 10'000, 10'000), 1e-14);
    EXPECT_TRUE(std::isnan(means(3, 4)));
    EXPECT_NEAR(means(0, 0), means(999, 999), 1e-12);
}

} // namespace rope

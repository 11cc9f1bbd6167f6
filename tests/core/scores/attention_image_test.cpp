#include "core/scores/attention_image.h"

#include "core/rotation/frequency.h"

#include <cmath>

namespace rope {

namespace {

RelativeScore scoreWith(double scale)
{
    const Eigen::VectorXd q = Eigen::VectorXd::LinSpaced(16, -1.0, 1.3);
    const Eigen::VectorXd k = Eigen::VectorXd::LinSpaced(16, 0.9, -0.4);
    return relativeScore(q, k, inverseFrequencies(1000.0, 16), PairLayout::HalfSplit, 1.0, scale);
}

/// What identicalAttention documents, from full rows of softmax.
double expectedPixel(const RowMatrix& weights, const ImageWindow& window, int pixels, int row, int column)
{
    const std::int64_t query = window.firstRow + (2 * row + 1) * window.span / (2 * pixels);
    const std::int64_t first = window.firstColumn + column * window.span / pixels;
    std::int64_t last = window.firstColumn + (column + 1) * window.span / pixels;
    if (window.mask == Mask::Causal)
        last = std::min(last, query + 1);
    if (last <= first)
        return std::numeric_limits<double>::quiet_NaN();
    return weights.row(query).segment(first, last - first).mean();
}

void expectPicture(const ScoreImage& image, const RowMatrix& weights, const ImageWindow& window)
{
    for (int r = 0; r < image.pixels; ++r)
        for (int c = 0; c < image.pixels; ++c) {
            const double expected = expectedPixel(weights, window, image.pixels, r, c);
            if (std::isnan(expected))
                EXPECT_TRUE(std::isnan(image.at(r, c)));
            else
                ASSERT_NEAR(image.at(r, c), expected, 2e-5 * expected + 1e-15) << r << ' ' << c;
        }
}

std::vector<ImageWindow> windowsOf(Mask mask)
{
    return {{0, 0, 300, 300, mask},  {0, 0, 300, 7, mask},     {0, 0, 300, 128, mask},
            {50, 120, 90, 11, mask}, {200, 10, 60, 300, mask}, {10, 200, 60, 9, mask}};
}

} // namespace

TEST(AttentionImage, OfIdenticalContentEqualsFullSoftmaxRows)
{
    for (const double scale : {0.25, 60.0}) // 60: scores of some hundreds, which exp alone would not survive
        for (const Mask mask : {Mask::None, Mask::Causal}) {
            const RelativeScore score = scoreWith(scale);
            RowMatrix weights(300, 300);
            for (std::int64_t m = 0; m < 300; ++m)
                weights.row(m) = attentionRow(score, 300, mask, m).transpose();
            for (const ImageWindow& window : windowsOf(mask))
                expectPicture(*identicalAttention(score, 300, window), weights, window);
        }
}

TEST(AttentionImage, OfAnyContentEqualsFullSoftmaxRows)
{
    const auto rows = [](int salt) {
        return [salt](std::int64_t first, RowMatrixF& block) {
            for (Eigen::Index r = 0; r < block.rows(); ++r)
                for (Eigen::Index c = 0; c < block.cols(); ++c)
                    block(r, c) = std::sin(static_cast<float>((first + r) * 31 + c * 7 + salt));
        };
    };
    const ContentRows content{700, 8, rows(1), rows(2)};
    const RowRotation rotation{inverseFrequencies(100.0, 8), PairLayout::Interleaved, 1.0};
    const RowMatrixF q = rotatedRows(content.queries, 0, 700, 8, rotation);
    const RowMatrixF k = rotatedRows(content.keys, 0, 700, 8, rotation);
    const RowMatrix scores = scoreMatrix(q.cast<double>(), k.cast<double>(), 0.5);
    for (const Mask mask : {Mask::None, Mask::Causal}) {
        std::vector<ImageWindow> windows = windowsOf(mask);
        windows.push_back({0, 0, 700, 13, mask});
        for (const ImageWindow& window : windows)
            expectPicture(*contentAttention(content, rotation, 0.5, window), softmaxRows(scores, mask), window);
    }
}

TEST(AttentionImage, WeightsOfARowAddUpToOne)
{
    const ScoreImage image = *identicalAttention(scoreWith(2.0), 100'000, {0, 0, 100'000, 50, Mask::None});
    for (int r = 0; r < 50; ++r) {
        double sum = 0.0;
        for (int c = 0; c < 50; ++c)
            sum += image.at(r, c) * 2000.0;
        EXPECT_NEAR(sum, 1.0, 1e-5);
    }
    EXPECT_NE(image.note.find("sampled"), std::string::npos);
}

TEST(AttentionImage, StopsWhenCancelled)
{
    const std::atomic<bool> cancel = true;
    EXPECT_FALSE(identicalAttention(scoreWith(1.0), 1000, {0, 0, 1000, 10, Mask::Causal}, {&cancel, {}}));
}

} // namespace rope

#include "core/scores/block_means.h"

#include "core/rotation/frequency.h"
#include "tests/core/scores/area_picture.h"

#include <algorithm>
#include <cmath>

namespace rope {

namespace {

constexpr int headDim = 12; // 8 rotate

/// Content without pattern: row and channel through a quadratic residue.
RowSource unevenRows(std::int64_t salt)
{
    return [salt](std::int64_t firstRow, RowMatrixF& block) {
        for (Eigen::Index r = 0; r < block.rows(); ++r)
            for (Eigen::Index c = 0; c < block.cols(); ++c) {
                const std::int64_t seed = (firstRow + r) * 131 + c * 17 + salt;
                block(r, c) = static_cast<float>(seed * seed % 1009) / 504.5F - 1.0F;
            }
    };
}

ContentRows contentOf(std::int64_t length)
{
    return {length, headDim, unevenRows(3), unevenRows(71)};
}

RowRotation rotationOf(PairLayout layout)
{
    return {inverseFrequencies(100.0, 8), layout, 1.1};
}

RowMatrix allScores(const BlockMeans& means, double scale)
{
    const std::int64_t length = means.content().length;
    const RowMatrixF q = rotatedRows(means.content().queries, 0, length, headDim, means.rotation());
    const RowMatrixF k = rotatedRows(means.content().keys, 0, length, headDim, means.rotation());
    return scale * q.cast<double>() * k.cast<double>().transpose();
}

} // namespace

TEST(BlockMeans, PicturesOfAnyWindowAreMeansOverAreas)
{
    for (const PairLayout layout : {PairLayout::HalfSplit, PairLayout::Interleaved}) {
        const auto means = BlockMeans::build(contentOf(1000), rotationOf(layout));
        ASSERT_TRUE(means);
        const RowMatrix scores = allScores(*means, 0.5);
        for (const Mask mask : {Mask::None, Mask::Causal})
            for (const ImageWindow& window : {ImageWindow{0, 0, 1000, 7, mask}, ImageWindow{0, 0, 1000, 64, mask},
                                              ImageWindow{37, 400, 555, 5, mask}, ImageWindow{400, 37, 301, 300, mask},
                                              ImageWindow{900, 890, 40, 200, mask}, ImageWindow{0, 1, 999, 1, mask}}) {
                const auto image = means->image(window, 0.5);
                const auto exact = means->areaMeans(window, 0.5);
                ASSERT_TRUE(image && exact);
                const auto at = [&](int r, int c) {
                    return image->at(r, c);
                };
                EXPECT_LT(worstPixel(at, window, scores), 2e-6);
                EXPECT_LT(worstPixel(*exact, window, scores), 1e-6) << "rows are turned in float32";
            }
    }
}

TEST(BlockMeans, SingleScoresMatchTheMatrix)
{
    const auto means = BlockMeans::build(contentOf(300), rotationOf(PairLayout::HalfSplit));
    const RowMatrix scores = allScores(*means, 0.5);
    EXPECT_NEAR(means->score(299, 0, 0.5), scores(299, 0), 2e-6);
    EXPECT_NEAR(means->score(5, 170, 0.5), scores(5, 170), 2e-6);
}

TEST(BlockMeans, IdenticalContentGivesTheClosedForm)
{
    const Eigen::VectorXd q = Eigen::VectorXd::LinSpaced(headDim, -1.0, 1.0);
    const Eigen::VectorXd k = Eigen::VectorXd::LinSpaced(headDim, 0.3, 2.0);
    const auto same = [](const Eigen::VectorXd& row) {
        return [row](std::int64_t, RowMatrixF& block) {
            block.rowwise() = row.transpose().cast<float>();
        };
    };
    const RowRotation rotation{inverseFrequencies(1e4, 8), PairLayout::Interleaved, 1.0};
    const auto means = BlockMeans::build({20'000, headDim, same(q), same(k)}, rotation);
    const auto image = means->image({0, 0, 20'000, 100, Mask::Causal}, 1.0);
    const RelativeScore score = relativeScore(q, k, rotation.inverseFrequency, rotation.layout, 1.0, 1.0);
    const ScoreImage closed = identicalImage(score, {0, 0, 20'000, 100, Mask::Causal});
    EXPECT_NEAR(image->at(50, 20), closed.at(50, 20), 4e-6);
    EXPECT_NEAR(image->at(99, 99), closed.at(99, 99), 4e-6);
    EXPECT_NEAR(image->minimum, closed.minimum, 4e-6);
    EXPECT_NEAR(image->maximum, closed.maximum, 4e-6);
}

TEST(BlockMeans, StopsWhenCancelledAndReportsProgress)
{
    std::atomic<bool> cancel = false;
    double last = -1.0;
    const WorkControl control{&cancel, [&](double fraction) {
                                  EXPECT_GE(fraction, last);
                                  last = fraction;
                                  cancel = fraction > 0.3;
                              }};
    EXPECT_FALSE(BlockMeans::build(contentOf(50'000), rotationOf(PairLayout::HalfSplit), control));
    EXPECT_GT(last, 0.3);
    EXPECT_LT(last, 0.5);
    EXPECT_TRUE(
        BlockMeans::build(contentOf(100), rotationOf(PairLayout::HalfSplit), WorkControl{nullptr, [&](double fraction) {
                                                                                             last = fraction;
                                                                                         }}));
    EXPECT_EQ(last, 1.0);
}

} // namespace rope

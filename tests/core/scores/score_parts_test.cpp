#include "core/scores/score_parts.h"

#include "core/rotation/frequency.h"
#include "core/scores/block_means.h"
#include "core/scores/content.h"

#include <gtest/gtest.h>

#include <cmath>

namespace rope {
namespace {

constexpr int headDim = 16;

/// Scores of random content, or of content that is half identical.
ScoreImage picture(std::int64_t length, int pixels, double mix, Mask mask = Mask::None)
{
    const RowRotation rotation{inverseFrequencies(1e4, headDim), PairLayout::HalfSplit, 1.0};
    const auto rows = [&](ContentStream stream) {
        return mixedRows(identicalRows(Eigen::VectorXd::Ones(headDim)), gaussianRows(1, stream), mix);
    };
    const ContentRows content{length, headDim, rows(ContentStream::Query), rows(ContentStream::Key)};
    return *BlockMeans::build(content, rotation)->image({0, 0, length, pixels, mask}, 0.25);
}

double meanOfDiagonal(const ScoreImage& image, int d)
{
    double sum = 0.0;
    for (int row = std::max(0, -d); row < std::min(image.pixels, image.pixels - d); ++row)
        sum += image.at(row, row + d);
    return sum / (image.pixels - std::abs(d));
}

void expectPartsAddUp(const ScoreImage& image)
{
    const ScoreImageParts parts = splitScores(image);
    for (int row = 0; row < image.pixels; ++row)
        for (int column = 0; column < image.pixels; ++column) {
            const double sum = parts.positional.at(row, column) + parts.content.at(row, column);
            ASSERT_EQ(std::isnan(sum), std::isnan(image.at(row, column)));
            if (!std::isnan(sum)) {
                ASSERT_NEAR(sum, image.at(row, column), 2e-6) << row << ", " << column;
            }
        }
}

} // namespace

TEST(ScoreParts, AddUpToTheWholeAtEveryLength)
{
    for (const std::int64_t length : {1, 2, 48, 1000, 100'000})
        for (const Mask mask : {Mask::None, Mask::Causal})
            expectPartsAddUp(picture(length, 64, 0.5, mask));
}

TEST(ScoreParts, PositionalPartIsToeplitzAndHasTheDiagonalsMeans)
{
    const ScoreImage image = picture(48, 64, 1.0);
    const ScoreImageParts parts = splitScores(image);
    EXPECT_LT(toeplitzDistance(parts.positional), 1e-6);
    EXPECT_GT(toeplitzDistance(image), 0.5);
    for (const int d : {-47, -7, 0, 20})
        EXPECT_NEAR(parts.positional.at(std::max(0, -d), std::max(0, d)), meanOfDiagonal(image, d), 1e-6) << d;
}

TEST(ScoreParts, ContentHasNoMeanOnAnyDiagonal)
{
    const ScoreImageParts parts = splitScores(picture(48, 64, 1.0));
    for (int d = -47; d < 48; ++d)
        EXPECT_NEAR(meanOfDiagonal(parts.content, d), 0.0, 1e-6) << d;
    EXPECT_GT(parts.content.maximum, 0.5);
}

TEST(ScoreParts, IdenticalContentIsAllPositional)
{
    const RelativeScore score{inverseFrequencies(1e4, headDim), Eigen::VectorXd::Ones(headDim / 2),
                              Eigen::VectorXd::Zero(headDim / 2), 0.0, 0.25};
    const ScoreImage image = identicalImage(score, {0, 0, 1'000'000, 64, Mask::None});
    const ScoreImageParts parts = splitScores(image);
    EXPECT_EQ(parts.positional.diagonals, image.diagonals);
    EXPECT_EQ(parts.content.minimum, 0.0);
    EXPECT_EQ(parts.content.maximum, 0.0);
}

TEST(ScoreParts, MoreVariedContentVariesMore)
{
    const auto largest = [](double mix) {
        return splitScores(picture(48, 64, mix)).content.maximum;
    };
    EXPECT_LT(largest(0.0), 1e-5);
    EXPECT_LT(largest(0.2), largest(0.6));
    EXPECT_LT(largest(0.6), largest(1.0));
}

} // namespace rope

#include "core/scores/score.h"

#include "core/rotation/frequency.h"
#include "core/scores/attention.h"
#include "tests/core/property.h"
#include "tests/core/reference.h"
#include "tests/core/samples.h"

#include <cmath>
#include <numbers>

namespace rope {

using testing::anyFrequencies;
using testing::anyLayout;
using testing::anyPosition;
using testing::anyReal;
using testing::anyVector;
using testing::holds;

namespace {

RelativeScore anyScore()
{
    const Eigen::VectorXd theta = anyFrequencies();
    const Eigen::Index size = 2 * theta.size() + *rc::gen::inRange(0, 3);
    return relativeScore(anyVector(size), anyVector(size), theta, anyLayout(), anyReal(0.5, 1.5), anyReal(0.1, 1.0));
}

double amplitudes(const RelativeScore& score)
{
    return score.scale * (score.cosine.norm() + score.sine.norm()) + 1e-300;
}

double meanOfCells(const RelativeScore& score, std::int64_t offset, std::int64_t rows, std::int64_t columns)
{
    double sum = 0.0;
    for (std::int64_t m = 0; m < rows; ++m)
        for (std::int64_t n = 0; n < columns; ++n)
            sum += scoreAt(score, offset + n - m);
    return sum / static_cast<double>(rows * columns);
}

} // namespace

TEST(Score, OfRotatedVectorsDependsOnTheOffsetOnly)
{
    EXPECT_TRUE(holds([] {
        const Eigen::VectorXd theta = anyFrequencies();
        const Eigen::Index size = 2 * theta.size() + *rc::gen::inRange(0, 3);
        const Eigen::VectorXd q = anyVector(size);
        const Eigen::VectorXd k = anyVector(size);
        const PairLayout layout = anyLayout();
        const std::int64_t m = anyPosition();
        const std::int64_t n = anyPosition();
        const double factor = anyReal(0.5, 1.5);
        const double rotated = rotatedScore(q, k, m, n, theta, layout, factor, 0.25);
        const double shifted = rotatedScore(q, k, m + 100'000, n + 100'000, theta, layout, factor, 0.25);
        const RelativeScore relative = relativeScore(q, k, theta, layout, factor, 0.25);
        RC_ASSERT(std::abs(rotated - shifted) < 1e-13);
        RC_ASSERT(std::abs(rotated - scoreAt(relative, n - m)) < 1e-13);
    }));
}

TEST(Score, PairContributionsAndTheTailAddUp)
{
    EXPECT_TRUE(holds([] {
        const RelativeScore score = anyScore();
        const std::int64_t offset = anyPosition();
        const double sum = pairContributions(score, offset).sum() + score.scale * score.tail;
        RC_ASSERT(std::abs(sum - scoreAt(score, offset)) < 1e-14);
    }));
}

TEST(Score, ProfileEqualsSingleScores)
{
    EXPECT_TRUE(holds([] {
        const RelativeScore score = anyScore();
        const std::int64_t first = anyPosition();
        const std::int64_t count = *rc::gen::inRange(0, 700);
        const std::int64_t step = *rc::gen::inRange(1, 5000);
        const Eigen::VectorXd values = profile(score, first, count, step);
        RC_ASSERT(values.size() == count);
        for (std::int64_t i = 0; i < count; ++i)
            RC_ASSERT(std::abs(values[i] - scoreAt(score, first + i * step)) < 4e-15 * amplitudes(score) + 1e-15);
    }));
}

TEST(Score, BlockMeanEqualsTheMeanOfItsCells)
{
    EXPECT_TRUE(holds([] {
        const RelativeScore score = anyScore();
        const std::int64_t offset = anyPosition();
        const std::int64_t rows = *rc::gen::inRange(1, 9);
        const std::int64_t columns = *rc::gen::inRange(1, 9);
        const double mean = meanOfCells(score, offset, rows, columns);
        RC_ASSERT(std::abs(blockMean(score, offset, rows, columns) - mean) < 1e-14 * amplitudes(score) + 1e-14);
    }));
}

TEST(Score, BlockMeanIsStableNearStillAndNearWholeTurns)
{
    for (const double turns : {0.0, 1.0, 2.0})
        for (const double rest : {0.0, 1e-15, -1e-14, 1e-12, -1e-9, 1e-5}) {
            const RelativeScore score{Eigen::VectorXd::Constant(1, turns * 2.0 * std::numbers::pi + rest),
                                      Eigen::VectorXd::Constant(1, 0.7), Eigen::VectorXd::Constant(1, -0.4), 0.5, 1.0};
            EXPECT_NEAR(blockMean(score, 3, 5, 4), meanOfCells(score, 3, 5, 4), 1e-14) << turns << " + " << rest;
        }
}

TEST(Score, BlockMeanOfTheWholeMatrixOfALongSequence)
{
    const Eigen::VectorXd theta = inverseFrequencies(10000.0, 128);
    const RelativeScore score =
        relativeScore(Eigen::VectorXd::Ones(128), Eigen::VectorXd::Ones(128), theta, PairLayout::HalfSplit, 1.0, 1.0);
    const std::int64_t length = 4096;
    double sum = 0.0; // every offset occurs length - |offset| times
    for (std::int64_t offset = 1 - length; offset < length; ++offset)
        sum += static_cast<double>(length - std::abs(offset)) * scoreAt(score, offset);
    EXPECT_NEAR(blockMean(score, 0, length, length), sum / (4096.0 * 4096.0), 1e-11);
}

TEST(Score, MatrixOfIdenticalContentIsToeplitz)
{
    const Eigen::VectorXd theta = inverseFrequencies(10000.0, 16);
    const Eigen::VectorXd q = Eigen::VectorXd::LinSpaced(16, -1.0, 1.0);
    const Eigen::VectorXd k = Eigen::VectorXd::LinSpaced(16, 2.0, -0.5);
    std::vector<std::int64_t> positions(40);
    for (std::size_t i = 0; i < positions.size(); ++i)
        positions[i] = 1000 + static_cast<std::int64_t>(i);
    const RowMatrix queries = rotateRows(q.transpose().replicate(40, 1), positions, theta, PairLayout::HalfSplit);
    const RowMatrix keys = rotateRows(k.transpose().replicate(40, 1), positions, theta, PairLayout::HalfSplit);
    RowMatrix scores = scoreMatrix(queries, keys, 0.25);
    EXPECT_LT(toeplitzDistance(scores), 1e-14);
    const RelativeScore relative = relativeScore(q, k, theta, PairLayout::HalfSplit, 1.0, 0.25);
    EXPECT_NEAR(scores(3, 30), scoreAt(relative, 27), 1e-14);

    scores(7, 9) += 39.0; // one of the 38 cells on its diagonal
    EXPECT_NEAR(toeplitzDistance(scores), 39.0 * 37.0 / 38.0, 1e-12);
}

TEST(Score, MeanCosineOfOnesIsTheSumOfTheTurnedPairs)
{
    const Eigen::VectorXd theta = inverseFrequencies(10000.0, 128);
    const RelativeScore score = relativeScore(Eigen::VectorXd::Ones(128), Eigen::VectorXd::Ones(128), theta,
                                              PairLayout::HalfSplit, 1.0, 1.0 / 128.0);
    EXPECT_NEAR(scoreAt(score, 1), 0.970214, 5e-7);
    EXPECT_NEAR(scoreAt(score, 44), 0.5416, 5e-5);
    EXPECT_NEAR(scoreAt(score, 710), 0.2260, 5e-5);
    EXPECT_NEAR(scoreAt(score, 4096), -0.052853, 5e-7);
}

TEST(Score, MatricesAndCausalSoftmaxEqualPublicImplementations)
{
    int cases = 0;
    for (const auto& one : testing::referenceCases("scores.json")) {
        const Eigen::VectorXd theta = one.contains("inv_freq")
                                          ? testing::vectorIn(one["inv_freq"])
                                          : inverseFrequencies(one.at("rope_theta"), one.at("rotary_dim"));
        const std::int64_t length = one.at("T");
        std::vector<std::int64_t> positions;
        for (std::int64_t i = 0; i < length; ++i)
            positions.push_back(one.at("start_position").get<std::int64_t>() + i);
        const auto rotated = [&](const char* name) {
            const RowMatrix rows = testing::matrixIn(one.at(name));
            const RowMatrix all = rows.rows() == 1 ? RowMatrix(rows.replicate(length, 1)) : rows;
            return rotateRows(all, positions, theta, testing::layoutIn(one.at("pairing")), one.at("attention_factor"));
        };
        const RowMatrix scores =
            scoreMatrix(rotated("q"), rotated("k"), 1.0 / std::sqrt(one.at("head_dim").get<double>()));
        const double tolerance = one.contains("inv_freq") ? 1e-6 : 1e-12; // recorded frequencies are float32
        EXPECT_LT((scores - testing::matrixIn(one.at("scores_f64"))).cwiseAbs().maxCoeff(), tolerance) << one["id"];
        const RowMatrix weights = softmaxRows(scores, Mask::Causal);
        EXPECT_LT((weights - testing::matrixIn(one.at("causal_softmax_f64"))).cwiseAbs().maxCoeff(), tolerance)
            << one["id"];
        if (one.at("content") == "identical") {
            EXPECT_LT(toeplitzDistance(scores), 1e-13);
        }
        ++cases;
    }
    testing::expectEveryCase("scores.json", cases);
}

} // namespace rope

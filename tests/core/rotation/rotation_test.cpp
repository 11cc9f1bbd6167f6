#include "core/rotation/rotation.h"

#include "core/rotation/frequency.h"
#include "tests/core/oracles.h"
#include "tests/core/property.h"
#include "tests/core/samples.h"

#include <cmath>

namespace rope {

using testing::anyFrequencies;
using testing::anyLayout;
using testing::anyPosition;
using testing::anyVector;
using testing::holds;

TEST(Rotation, PairsOfBothLayouts)
{
    EXPECT_EQ(pairChannels(PairLayout::HalfSplit, 8, 1).first, 1);
    EXPECT_EQ(pairChannels(PairLayout::HalfSplit, 8, 1).second, 5);
    EXPECT_EQ(pairChannels(PairLayout::Interleaved, 8, 1).first, 2);
    EXPECT_EQ(pairChannels(PairLayout::Interleaved, 8, 1).second, 3);
}

TEST(Rotation, TurnsCounterClockwise)
{
    const Eigen::VectorXd theta = Eigen::VectorXd::Constant(1, 0.5);
    const Eigen::VectorXd y = rotate(Eigen::Vector2d(1.0, 0.0), 3, theta, PairLayout::HalfSplit);
    EXPECT_DOUBLE_EQ(y[0], std::cos(1.5));
    EXPECT_DOUBLE_EQ(y[1], std::sin(1.5));
}

TEST(Rotation, KeepsTheNormOfEveryPairAndLeavesTheTailUntouched)
{
    EXPECT_TRUE(holds([] {
        const Eigen::VectorXd theta = anyFrequencies();
        const Eigen::VectorXd x = anyVector(2 * theta.size() + *rc::gen::inRange(0, 4));
        const PairLayout layout = anyLayout();
        const Eigen::VectorXd y = rotate(x, anyPosition(), theta, layout);
        for (int j = 0; j < theta.size(); ++j) {
            const auto [a, b] = pairChannels(layout, static_cast<int>(2 * theta.size()), j);
            RC_ASSERT(std::abs(std::hypot(y[a], y[b]) - std::hypot(x[a], x[b])) < 1e-14);
        }
        const Eigen::Index tail = x.size() - 2 * theta.size();
        RC_ASSERT((y.tail(tail).array() == x.tail(tail).array()).all());
    }));
}

TEST(Rotation, ComposesByAddingPositions)
{
    EXPECT_TRUE(holds([] {
        const Eigen::VectorXd theta = anyFrequencies();
        const Eigen::VectorXd x = anyVector(2 * theta.size());
        const PairLayout layout = anyLayout();
        const std::int64_t a = anyPosition();
        const std::int64_t b = anyPosition();
        const Eigen::VectorXd twice = rotate(rotate(x, a, theta, layout), b, theta, layout);
        RC_ASSERT((twice - rotate(x, a + b, theta, layout)).cwiseAbs().maxCoeff() < 1e-14);
    }));
}

TEST(Rotation, MatrixIsTheSameMapAndItsProductsDependOnTheOffset)
{
    EXPECT_TRUE(holds([] {
        const Eigen::VectorXd theta = anyFrequencies();
        const Eigen::VectorXd x = anyVector(2 * theta.size() + 1);
        const auto headDim = static_cast<int>(x.size());
        const PairLayout layout = anyLayout();
        const std::int64_t m = anyPosition();
        const std::int64_t n = anyPosition();
        const Eigen::MatrixXd atM = testing::rotationMatrix(m, theta, headDim, layout);
        const Eigen::MatrixXd atN = testing::rotationMatrix(n, theta, headDim, layout);
        RC_ASSERT((atM * x - rotate(x, m, theta, layout)).cwiseAbs().maxCoeff() < 1e-14);
        RC_ASSERT(
            (atM.transpose() * atN - testing::rotationMatrix(n - m, theta, headDim, layout)).cwiseAbs().maxCoeff() <
            1e-14);
        RC_ASSERT((atM.transpose() * atM - Eigen::MatrixXd::Identity(headDim, headDim)).cwiseAbs().maxCoeff() < 1e-14);
    }));
}

TEST(Rotation, LayoutsAreEqualUpToAPermutation)
{
    EXPECT_TRUE(holds([] {
        const Eigen::VectorXd theta = anyFrequencies();
        const auto rotaryDim = static_cast<int>(2 * theta.size());
        const Eigen::VectorXd x = anyVector(rotaryDim);
        const auto toHalf = [&](const Eigen::VectorXd& interleaved) {
            Eigen::VectorXd half(rotaryDim);
            for (int j = 0; j < rotaryDim / 2; ++j) {
                half[j] = interleaved[2 * j];
                half[j + rotaryDim / 2] = interleaved[2 * j + 1];
            }
            return half;
        };
        const std::int64_t m = anyPosition();
        const Eigen::VectorXd a = toHalf(rotate(x, m, theta, PairLayout::Interleaved));
        const Eigen::VectorXd b = rotate(toHalf(x), m, theta, PairLayout::HalfSplit);
        RC_ASSERT(a == b);
    }));
}

TEST(Rotation, AttentionFactorScalesTheRotatedChannelsAlone)
{
    const Eigen::VectorXd theta = inverseFrequencies(100.0, 4);
    const Eigen::VectorXd x = Eigen::VectorXd::LinSpaced(6, 1.0, 6.0);
    const Eigen::VectorXd plain = rotate(x, 5, theta, PairLayout::Interleaved);
    const Eigen::VectorXd scaled = rotate(x, 5, theta, PairLayout::Interleaved, 1.25);
    EXPECT_LT((scaled.head(4) - 1.25 * plain.head(4)).cwiseAbs().maxCoeff(), 1e-15);
    EXPECT_EQ(scaled.tail(2), x.tail(2));
}

TEST(Rotation, RowsTurnToTheirOwnPositions)
{
    const Eigen::VectorXd theta = inverseFrequencies(10000.0, 8);
    const RowMatrix x = RowMatrix::Random(3, 10);
    const std::vector<std::int64_t> positions{7, 0, 131071};
    const RowMatrix y = rotateRows(x, positions, theta, PairLayout::HalfSplit, 1.1);
    for (Eigen::Index r = 0; r < 3; ++r) {
        const Eigen::VectorXd expected =
            rotate(x.row(r).transpose(), positions[static_cast<std::size_t>(r)], theta, PairLayout::HalfSplit, 1.1);
        EXPECT_EQ(y.row(r).transpose(), expected);
    }
}

TEST(Rotation, BulkFloatPathMatchesDoubleFarOut)
{
    for (const PairLayout layout : {PairLayout::HalfSplit, PairLayout::Interleaved}) {
        const Eigen::VectorXd theta = inverseFrequencies(10000.0, 64);
        const std::int64_t first = 999'999'000;
        RowMatrixF x = RowMatrixF::Random(200, 70);
        const RowMatrix before = x.cast<double>();
        std::vector<std::int64_t> positions(200);
        for (std::size_t r = 0; r < positions.size(); ++r)
            positions[r] = first + static_cast<std::int64_t>(r);
        rotateRowsInPlace(x, first, theta, layout, 1.2F);
        const RowMatrix expected = rotateRows(before, positions, theta, layout, static_cast<double>(1.2F));
        EXPECT_LT((x.cast<double>() - expected).cwiseAbs().maxCoeff(), 4e-7);
    }
}

} // namespace rope

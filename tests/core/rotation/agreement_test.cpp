#include "core/rotation/agreement.h"

#include "core/rotation/frequency.h"
#include "core/rotation/rotation.h"
#include "tests/core/oracles.h"

#include <cmath>
#include <random>

namespace rope {
namespace {

/// The turns of a whole head in a layout, written down from pairChannels.
ChannelTurns turnsOf(PairLayout layout, const Eigen::VectorXd& theta)
{
    const int dim = 2 * static_cast<int>(theta.size());
    ChannelTurns turns{std::vector<int>(static_cast<std::size_t>(dim)),
                       std::vector<double>(static_cast<std::size_t>(dim))};
    for (int pair = 0; pair < theta.size(); ++pair) {
        const PairChannels channels = pairChannels(layout, dim, pair);
        turns.partner[static_cast<std::size_t>(channels.first)] = channels.second;
        turns.partner[static_cast<std::size_t>(channels.second)] = channels.first;
        turns.rate[static_cast<std::size_t>(channels.first)] = theta[pair];
        turns.rate[static_cast<std::size_t>(channels.second)] = -theta[pair];
    }
    return turns;
}

TEST(Agreement, IsTheCosineOfARotatedVectorWithEvenPairs)
{
    const Eigen::VectorXd first = inverseFrequencies(10000.0, 16);
    const Eigen::VectorXd second = inverseFrequencies(500000.0, 16);
    const Eigen::VectorXd x = Eigen::VectorXd::Ones(16);
    const std::vector<std::int64_t> positions{0, 1, 7, 500, 100003};
    const RotationAgreement agreement = agreementOf(first, second, positions);
    for (std::size_t i = 0; i < positions.size(); ++i) {
        const Eigen::VectorXd a = rotate(x, positions[i], first, PairLayout::HalfSplit);
        const Eigen::VectorXd b = rotate(x, positions[i], second, PairLayout::HalfSplit);
        EXPECT_NEAR(agreement.mean[i], a.dot(b) / x.squaredNorm(), 1e-14) << positions[i];
        double lowest = 1.0;
        for (int j = 0; j < 8; ++j)
            lowest = std::min(lowest, (a[j] * b[j] + a[j + 8] * b[j + 8]) / 2.0);
        EXPECT_NEAR(agreement.lowest[i], lowest, 1e-14) << positions[i];
    }
    EXPECT_EQ(agreement.mean.front(), 1.0);
    EXPECT_EQ(agreement.positions, positions);
}

TEST(Agreement, ChannelByChannelIsTheTraceOfOneRotationAfterTheOthersInverse)
{
    const Eigen::VectorXd first = inverseFrequencies(10000.0, 12);
    const Eigen::VectorXd second = inverseFrequencies(1000.0, 12);
    for (const PairLayout layout : {PairLayout::HalfSplit, PairLayout::Interleaved})
        for (const PairLayout other : {PairLayout::HalfSplit, PairLayout::Interleaved})
            for (const std::int64_t position : {1, 3, 250}) {
                const Eigen::MatrixXd a = testing::rotationMatrix(position, first, 12, layout);
                const Eigen::MatrixXd b = testing::rotationMatrix(position, second, 12, other);
                EXPECT_NEAR(channelAgreement(turnsOf(layout, first), turnsOf(other, second), position),
                            (a.transpose() * b).trace() / 12.0, 1e-14);
            }
}

TEST(Agreement, ChannelByChannelEqualsPairByPairWherePartnersAreTheSame)
{
    const Eigen::VectorXd first = inverseFrequencies(10000.0, 64);
    const Eigen::VectorXd second = first * 0.25;
    const std::vector<std::int64_t> positions{1, 40, 9999};
    const RotationAgreement pairs = agreementOf(first, second, positions);
    for (std::size_t i = 0; i < positions.size(); ++i)
        EXPECT_NEAR(channelAgreement(turnsOf(PairLayout::HalfSplit, first), turnsOf(PairLayout::HalfSplit, second),
                                     positions[i]),
                    pairs.mean[i], 1e-14);
}

TEST(Agreement, OfAVectorWithoutDirectionIsTheMeanOverManySuchVectors)
{
    const Eigen::VectorXd theta = inverseFrequencies(100.0, 8);
    std::mt19937 random(7);
    std::normal_distribution<double> normal;
    double sum = 0.0;
    constexpr int vectors = 20000;
    for (int i = 0; i < vectors; ++i) {
        const Eigen::VectorXd x = Eigen::VectorXd::NullaryExpr(8, [&] { return normal(random); });
        sum += rotate(x, 5, theta, PairLayout::HalfSplit).dot(rotate(x, 5, theta, PairLayout::Interleaved)) /
               x.squaredNorm();
    }
    const double expected =
        channelAgreement(turnsOf(PairLayout::HalfSplit, theta), turnsOf(PairLayout::Interleaved, theta), 5);
    EXPECT_NEAR(sum / vectors, expected, 0.01);
    EXPECT_LT(expected, 0.9);
}

TEST(Agreement, HeadsThatNeitherTurnsAgree)
{
    const ChannelTurns still{{0, 1}, {0.0, 0.0}};
    EXPECT_EQ(channelAgreement(still, still, 1000), 1.0);
}

TEST(Agreement, PositionsAreSpreadFromZeroToTheLast)
{
    for (const std::int64_t last : {1, 2, 10, 4096, 10'000'000}) {
        const std::vector<std::int64_t> positions = spreadPositions(last, 200);
        EXPECT_EQ(positions.front(), 0);
        EXPECT_EQ(positions.back(), last);
        EXPECT_LE(positions.size(), 201U);
        for (std::size_t i = 1; i < positions.size(); ++i)
            EXPECT_LT(positions[i - 1], positions[i]);
    }
    EXPECT_EQ(spreadPositions(4, 200), (std::vector<std::int64_t>{0, 1, 2, 3, 4}));
}

} // namespace
} // namespace rope

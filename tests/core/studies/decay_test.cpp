#include "core/studies/decay.h"

#include "core/rotation/frequency.h"
#include "tests/core/reference.h"

#include <cmath>

namespace rope {

TEST(Decay, BoundOfRoformersFigure)
{
    const Eigen::VectorXd theta = inverseFrequencies(1e4, 128);
    EXPECT_NEAR(roformerBound(theta, 0), 32.5, 1e-12);
    EXPECT_NEAR(roformerBound(theta, 1), 31.538166, 5e-7);
    EXPECT_NEAR(roformerBound(theta, 10), 17.954137, 5e-7);
    EXPECT_NEAR(roformerBound(theta, 100), 10.227330, 5e-7);
    EXPECT_NEAR(roformerBound(theta, 256), 6.543097, 5e-7);
}

TEST(Decay, MeanCosineAndWhereItTurnsNegative)
{
    const Eigen::VectorXd theta = inverseFrequencies(1e4, 128);
    EXPECT_NEAR(meanCosine(theta, 1), 0.970214, 5e-7);
    EXPECT_NEAR(meanCosine(theta, 8), 0.714383, 5e-7);
    EXPECT_NEAR(meanCosine(theta, 128), 0.332794, 5e-7);
    EXPECT_NEAR(meanCosine(theta, 4096), -0.052853, 5e-7);
    EXPECT_EQ(firstNegativeMeanCosine(theta, 100'000), 1707);
    EXPECT_EQ(firstNegativeMeanCosine(theta, 1707), std::nullopt);
    EXPECT_EQ(firstNegativeMeanCosine(inverseFrequencies(5e5, 128), 100'000), 18'438);
    EXPECT_EQ(firstNegativeMeanCosine(inverseFrequencies(1e6, 128), 100'000), 27'115);
}

TEST(Decay, BasesThatHoldAContextAreNotAnInterval)
{
    EXPECT_TRUE(baseHoldsContext(26'960.0, 128, 4096));
    for (const double base : {27'000.0, 30'000.0, 35'000.0})
        EXPECT_FALSE(baseHoldsContext(base, 128, 4096)) << base;
    EXPECT_TRUE(baseHoldsContext(50'000.0, 128, 4096));
}

TEST(Decay, SmallestBaseOfEveryContext)
{
    const auto smallest = [](std::int64_t context) {
        return smallestBase(128, context).value();
    };
    EXPECT_NEAR(smallest(1024), 4.3e3, 0.05e3);
    EXPECT_NEAR(smallest(2048), 1.2e4, 0.05e4);
    EXPECT_NEAR(smallest(4096), 2.7e4, 0.05e4);
    EXPECT_NEAR(smallest(8192), 8.4e4, 0.05e4);
    EXPECT_NEAR(smallest(16384), 2.3e5, 0.05e5);
    EXPECT_NEAR(smallest(32768), 6.3e5, 0.05e5);
}

TEST(Decay, ExpectedScoreDependsOnWhatTheKeyIs)
{
    const Eigen::VectorXd theta = inverseFrequencies(1e4, 4);
    const Eigen::VectorXd energy = Eigen::Vector2d(3.0, 1.0);
    EXPECT_NEAR(expectedScore(KeyKind::Aligned, theta, energy, 0), 1.0, 1e-15);
    EXPECT_NEAR(expectedScore(KeyKind::Aligned, theta, energy, 2), 0.75 * std::cos(2.0) + 0.25 * std::cos(0.02), 1e-15);
    EXPECT_NEAR(expectedScore(KeyKind::Ones, theta, energy, 2), meanCosine(theta, 2), 1e-15);
    EXPECT_EQ(expectedScore(KeyKind::Gaussian, theta, energy, 2), 0.0);
}

TEST(Decay, CurvesEqualIndependentOnes)
{
    int curves = 0;
    for (const auto& curve : testing::referenceCases("decay.json", "curves")) {
        const Eigen::VectorXd theta = inverseFrequencies(curve.at("theta"), curve.at("d"));
        const Eigen::VectorXd bound = testing::vectorIn(curve.at("relative_upper_bound"));
        const Eigen::VectorXd mean = testing::vectorIn(curve.at("mean_cos"));
        const Eigen::VectorXd profile = meanCosineProfile(theta, 0, mean.size());
        EXPECT_LT((profile - mean).cwiseAbs().maxCoeff(), 1e-12);
        for (Eigen::Index i = 0; i < bound.size(); ++i)
            EXPECT_NEAR(roformerBound(theta, curve.at("distance").at(static_cast<std::size_t>(i))), bound[i], 1e-11);
        ++curves;
    }
    testing::expectEveryCase("decay.json", curves, "curves");
}

TEST(Decay, CurvesAreTheSingleNumbersSideBySide)
{
    const Eigen::VectorXd theta = inverseFrequencies(5e5, 128);
    const Eigen::VectorXd energy = Eigen::VectorXd::LinSpaced(64, 0.0, 3.0);
    const std::vector<std::int64_t> distances = {0, 1, 100, 4096, 9'999'999};
    const DecayCurves curves = decayCurves(theta, energy, distances);
    for (std::size_t i = 0; i < distances.size(); ++i) {
        const auto at = static_cast<Eigen::Index>(i);
        EXPECT_NEAR(curves.ones[at], meanCosine(theta, distances[i]), 1e-14);
        EXPECT_NEAR(curves.aligned[at], expectedScore(KeyKind::Aligned, theta, energy, distances[i]), 1e-14);
        EXPECT_NEAR(curves.bound[at], roformerBound(theta, distances[i]) / roformerBound(theta, 0), 1e-14);
    }
    EXPECT_EQ(decayCurves(theta, Eigen::VectorXd::Zero(64), distances).aligned.norm(), 0.0);
}

} // namespace rope

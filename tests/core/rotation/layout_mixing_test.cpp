#include "core/rotation/layout_mixing.h"

#include "core/rotation/frequency.h"
#include "core/rotation/layout.h"

#include <cmath>
#include <gtest/gtest.h>

namespace rope {
namespace {

const Eigen::VectorXd theta = inverseFrequencies(10000.0, 8); // 1, 0.1, 0.01, 0.001

Eigen::VectorXd sample()
{
    return Eigen::VectorXd{{1.0, -2.0, 0.5, 3.0, -1.0, 0.25, 2.0, -0.75}};
}

TEST(MixingDamage, ChangesNormsBetweenItsTwoSingularValues)
{
    for (const PairLayout layout : {PairLayout::HalfSplit, PairLayout::Interleaved}) {
        const MixingDamage damage = mixingDamage(sample(), sample(), 7, 5, 0, theta, layout);
        EXPECT_LT(damage.leastRatio, 0.99);
        EXPECT_GT(damage.mostRatio, 1.01);
        EXPECT_GE(damage.normRatio, damage.leastRatio);
        EXPECT_LE(damage.normRatio, damage.mostRatio);
    }
}

TEST(MixingDamage, HasTheRangeOfTheClosedForm)
{
    // half-split pairs (0, 4) turn by 7 theta_0 and 7 theta_2, pairs (2, 6) by 7 theta_1 and 7 theta_3: the worst is
    // the larger sine; a published case of this mix-up (d 8, position 7) has a norm ratio of 0.852, inside this range
    const MixingDamage damage = mixingDamage(sample(), sample(), 7, 5, 0, theta, PairLayout::HalfSplit);
    const double sine = std::max(std::abs(std::sin(7.0 * 0.99)), std::abs(std::sin(7.0 * 0.099)));
    EXPECT_NEAR(damage.leastRatio, std::sqrt(1.0 - sine), 1e-12);
    EXPECT_NEAR(damage.mostRatio, std::sqrt(1.0 + sine), 1e-12);
    EXPECT_LT(damage.leastRatio, 0.852);
}

TEST(MixingDamage, IsReachedByAVector)
{
    // ones in channels 0 and 4 alone: |M x|^2 / |x|^2 = 1 + (sin 2b - sin 2a) / 2
    Eigen::VectorXd x = Eigen::VectorXd::Zero(8);
    x[0] = x[4] = 1.0;
    const double expected = std::sqrt(1.0 + (std::sin(2 * 0.07) - std::sin(2 * 7.0)) / 2.0);
    EXPECT_NEAR(mixingDamage(x, x, 7, 5, 0, theta, PairLayout::HalfSplit).normRatio, expected, 1e-12);
}

TEST(MixingDamage, FindsTheShiftThatChangesTheScoreMost)
{
    const MixingDamage damage = mixingDamage(sample(), sample(), 7, 5, 40, theta, PairLayout::HalfSplit);
    EXPECT_GT(damage.scoreChange, 0.1);
    const MixReport report = mixConventions(sample(), sample(), 7, 5, damage.worstShift, theta, PairLayout::HalfSplit);
    EXPECT_NEAR(std::abs(report.scoreShift), damage.scoreChange, 1e-12);
    EXPECT_NEAR(report.normRatio, damage.normRatio, 1e-15);
}

TEST(MixingDamage, IsThatOfRotatingAtEveryShiftFarAwayToo)
{
    constexpr std::int64_t m = 9'999'900;
    constexpr std::int64_t n = 1'234'567;
    for (const PairLayout layout : {PairLayout::HalfSplit, PairLayout::Interleaved}) {
        const auto product = [&](std::int64_t shift) {
            return 0.5 * rotateMixed(sample(), m + shift, -theta, layout)
                             .dot(rotateMixed(2.0 * sample(), n + shift, -theta, layout));
        };
        double change = 0.0;
        for (std::int64_t shift = 1; shift <= 64; ++shift)
            change = std::max(change, std::abs(product(shift) - product(0)));
        const MixingDamage damage = mixingDamage(sample(), 2.0 * sample(), m, n, 64, -theta, layout, 0.5);
        EXPECT_NEAR(damage.score, product(0), 1e-12);
        EXPECT_NEAR(damage.scoreChange, change, 1e-12);
        EXPECT_NEAR(std::abs(product(damage.worstShift) - product(0)), change, 1e-12);
    }
}

TEST(MixingDamage, IsNoneAtPositionZeroAndForAZeroVector)
{
    EXPECT_EQ(mixingDamage(sample(), sample(), 0, 0, 0, theta, PairLayout::Interleaved).normRatio, 1.0);
    EXPECT_EQ(mixingDamage(Eigen::VectorXd::Zero(8), sample(), 7, 5, 3, theta, PairLayout::HalfSplit).normRatio, 1.0);
}

} // namespace
} // namespace rope

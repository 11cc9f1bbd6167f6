#include "core/rotation/phase.h"

#include "core/rotation/frequency.h"
#include "core/rotation/rotation.h"
#include "tests/core/property.h"
#include "tests/core/samples.h"

#include <cmath>
#include <numbers>

namespace rope {

namespace {

/// position * theta reduced with 113-bit products and a 113-bit 2 pi (its double parts are exact).
double phaseInQuad(std::int64_t position, double theta)
{
    __extension__ typedef __float128 Quad;
    const Quad twoPi = Quad{0x1.921fb54442d18p+2} + Quad{0x1.1a62633145c07p-52} + Quad{-0x1.f1976b7ed8fbcp-108};
    const Quad product = static_cast<Quad>(position) * static_cast<Quad>(theta);
    const Quad turns = product / twoPi;
    const auto whole = static_cast<std::int64_t>(turns + (turns < 0 ? Quad{-0.5} : Quad{0.5}));
    return static_cast<double>(product - static_cast<Quad>(whole) * twoPi);
}

/// Distance of two angles on the circle.
double apart(double a, double b)
{
    return std::abs(std::remainder(a - b, 2.0 * std::numbers::pi));
}

} // namespace

TEST(Phase, IsExactAgainstQuadPrecisionUpToABillion)
{
    EXPECT_TRUE(testing::holds(
        [] {
            const double theta = std::pow(10.0, testing::anyReal(-7.0, 0.5));
            const std::int64_t position = testing::anyPosition();
            RC_ASSERT(apart(phase(position, theta), phaseInQuad(position, theta)) < 1e-15);
        },
        2000));
}

TEST(Phase, OfTheWholeLadderIsExactAtABillion)
{
    for (const double theta : inverseFrequencies(10000.0, 128))
        for (const std::int64_t position : {1'000'000'000LL, 999'999'937LL, -1'000'000'000LL})
            EXPECT_LT(apart(phase(position, theta), phaseInQuad(position, theta)), 1e-15);
}

TEST(Phase, OfSmallPositionsIsTheProduct)
{
    EXPECT_EQ(phase(0, 0.3), 0.0);
    EXPECT_DOUBLE_EQ(phase(1, 1.0), 1.0);
    EXPECT_DOUBLE_EQ(phase(-3, 1.0), -3.0);
    EXPECT_DOUBLE_EQ(phase(1, 1e-9), 1e-9);
    EXPECT_DOUBLE_EQ(phase(2, 3.0), -0.28318530717958647693);
}

TEST(Phase, ComesBackAtTheConvergentsOfPi)
{
    EXPECT_NEAR(std::abs(phase(44, 1.0)), 0.0177, 5e-5);
    EXPECT_NEAR(std::abs(phase(710, 1.0)), 0.00006, 5e-6);
    EXPECT_NEAR(phase(710, 1.0), 710.0 - 113.0 * 2.0 * std::numbers::pi, 1e-13);
}

TEST(Phase, IsOddAndStaysWithinHalfATurn)
{
    EXPECT_TRUE(testing::holds([] {
        const double theta = testing::anyReal(0.0, 7.0);
        const std::int64_t position = testing::anyPosition();
        const double angle = phase(position, theta);
        RC_ASSERT(angle > -std::numbers::pi - 1e-15 && angle <= std::numbers::pi);
        RC_ASSERT(apart(phase(-position, theta), -angle) < 1e-15);
        RC_ASSERT(apart(phase(position, -theta), -angle) < 1e-15);
    }));
}

TEST(Phase, OfPartsAddsUpToTheWhole)
{
    EXPECT_TRUE(testing::holds([] {
        const TurnFraction turn(testing::anyReal(0.0, 7.0));
        const std::int64_t position = testing::anyPosition();
        const std::int64_t parts = *rc::gen::inRange(1, 2000);
        RC_ASSERT(apart(turn.dividedBy(parts).phase(parts * position), turn.phase(position)) < 1e-15);
    }));
    EXPECT_DOUBLE_EQ(TurnFraction(2.0).dividedBy(4).phase(3), 1.5);
    EXPECT_DOUBLE_EQ(TurnFraction(-2.0).dividedBy(4).phase(3), -1.5);
}

TEST(Phase, TablesMatchSinglePhases)
{
    EXPECT_TRUE(testing::holds([] {
        const TurnFraction turn(testing::anyReal(0.0, 3.0));
        const std::int64_t first = testing::anyPosition();
        const std::int64_t step = *rc::gen::inRange(1, 10000);
        std::vector<double> cosine(static_cast<std::size_t>(*rc::gen::inRange(0, 300)));
        std::vector<double> sine(cosine.size());
        fillCosSin(turn, first, step, cosine, sine);
        for (std::size_t i = 0; i < cosine.size(); ++i) {
            const double angle = turn.phase(first + static_cast<std::int64_t>(i) * step);
            RC_ASSERT(std::abs(cosine[i] - std::cos(angle)) < 1e-15);
            RC_ASSERT(std::abs(sine[i] - std::sin(angle)) < 1e-15);
        }
    }));
}

} // namespace rope

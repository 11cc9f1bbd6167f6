#include "core/rotation/cos_sin.h"

#include "core/rotation/phase.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <numbers>
#include <random>
#include <vector>

namespace rope {
namespace {

TEST(CosSin, AgreesWithTheLibraryAllAroundTheCircle)
{
    std::mt19937_64 random(7);
    std::uniform_real_distribution<double> phase(-std::numbers::pi, std::numbers::pi);
    std::vector<double> phases = {0.0, 1e-300, -1e-9, std::numbers::pi, -std::numbers::pi};
    for (int eighth = -8; eighth <= 8; ++eighth)
        for (const double beside : {-1e-15, 0.0, 1e-15})
            phases.push_back(std::clamp(eighth * std::numbers::pi / 8.0 + beside, -std::numbers::pi, std::numbers::pi));
    while (phases.size() < 20'003) // no whole number of vectors
        phases.push_back(phase(random));
    std::vector<double> cosine(phases.size());
    std::vector<double> sine(phases.size());
    cosSin(phases, cosine, sine);
    for (std::size_t i = 0; i < phases.size(); ++i) {
        EXPECT_NEAR(cosine[i], std::cos(phases[i]), 2.5e-16) << phases[i];
        EXPECT_NEAR(sine[i], std::sin(phases[i]), 2.5e-16) << phases[i];
    }
}

TEST(CosSin, NearPhasesAreThePhases)
{
    for (const double theta : {1.0, 0.1, 1e-7, 0.7943282347242815})
        for (const std::int64_t multiple : {0L, 1L, -1L, 4095L, 9'999'999L, -1'000'000'007L})
            EXPECT_NEAR(TurnFraction(theta).nearPhase(multiple), TurnFraction(theta).phase(multiple), 1e-15);
}

TEST(CosSin, DoubledTablesAreExact)
{
    const std::vector<TurnFraction> turns = {TurnFraction(1.0), TurnFraction(0.1), TurnFraction(1e-4)};
    for (const Eigen::Index count : {0, 1, 2, 3, 64, 100}) {
        const CosSinTable table = doubledCosSin(turns, 123'457, 3, count);
        ASSERT_EQ(table.cosine.rows(), count);
        for (Eigen::Index row = 0; row < count; ++row)
            for (std::size_t j = 0; j < turns.size(); ++j) {
                const double phase = turns[j].phase(123'457 + 3 * row);
                EXPECT_NEAR(table.cosine(row, static_cast<Eigen::Index>(j)), std::cos(phase), 2e-15);
                EXPECT_NEAR(table.sine(row, static_cast<Eigen::Index>(j)), std::sin(phase), 2e-15);
            }
    }
}

} // namespace
} // namespace rope

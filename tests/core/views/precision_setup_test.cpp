#include "core/views/precision_setup.h"

#include "core/rotation/frequency.h"

#include <gtest/gtest.h>

namespace rope {
namespace {

using enum NumberFormat;

TEST(PrecisionSetup, PromotesProductsAsPyTorchDoes)
{
    EXPECT_EQ(promotedFormat(BFloat16, BFloat16), BFloat16);
    EXPECT_EQ(promotedFormat(BFloat16, Float32), Float32);
    EXPECT_EQ(promotedFormat(BFloat16, Float16), Float32);
    EXPECT_EQ(promotedFormat(Float32, Float64), Float64);
}

TEST(PrecisionSetup, OfNarrowFrequenciesHasThePublishedWorstError)
{
    // bfloat16 inverse frequencies, d 128, base 1e4, position 4095: 5.0088 rad
    const PrecisionSetup setup = precisionSetup({Float32, BFloat16, Float32, Float64});
    EXPECT_NEAR(phaseErrors(setup, inverseFrequencies(10000.0, 128), 4095).maxCoeff(), 5.0088, 2e-4);
}

TEST(PrecisionSetup, NarrowPositionsCollapseWhereIntegersEnd)
{
    const Eigen::VectorXd theta = inverseFrequencies(10000.0, 128);
    EXPECT_EQ(collapseOf(precisionSetup({BFloat16, Float32, Float32, Float64}), theta, 0), 256);
    EXPECT_EQ(collapseOf(precisionSetup({Float16, Float32, Float32, Float64}), theta, 0), 2048);
    EXPECT_EQ(collapseOf(precisionSetup({Float32, Float32, Float32, Float64}), theta, 0), std::nullopt);
}

TEST(ToeplitzWitness, GrowsAsNumbersGetNarrower)
{
    const ExplorerState state;
    const auto witness = [&](NumberFormat positions, NumberFormat tables) {
        return toeplitzWitness(state, precisionSetup({positions, Float64, tables, Float64}), 1000);
    };
    EXPECT_LT(witness(Float64, Float64), 1e-12);
    EXPECT_GT(witness(Float64, BFloat16), 1e-4);
    EXPECT_GT(witness(BFloat16, BFloat16), 0.1); // spacing 4: positions are up to 2 off
}

TEST(ToeplitzWitness, IsTheSameAloneAndInARow)
{
    const ExplorerState state;
    const PrecisionSetup setup = precisionSetup({BFloat16, Float32, BFloat16, Float16});
    const std::vector<std::int64_t> firsts = {1, 300, 100'000};
    const std::vector<double> witnesses = toeplitzWitnesses(state, setup, firsts, 6);
    ASSERT_EQ(witnesses.size(), firsts.size());
    for (std::size_t i = 0; i < firsts.size(); ++i)
        EXPECT_EQ(witnesses[i], toeplitzWitness(state, setup, firsts[i], 6));
    EXPECT_GT(witnesses[1], 0.0);
}

} // namespace
} // namespace rope

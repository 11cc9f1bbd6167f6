#include "core/rotation/frequency.h"

#include <cmath>

namespace rope {

TEST(Frequency, LadderStepsAreEqualOnTheLogScale)
{
    const Eigen::VectorXd theta = inverseFrequencies(10000.0, 128);
    ASSERT_EQ(theta.size(), 64);
    EXPECT_DOUBLE_EQ(theta[0], 1.0);
    const double step = std::log(theta[1] / theta[0]);
    for (Eigen::Index j = 2; j < theta.size(); ++j)
        EXPECT_NEAR(std::log(theta[j] / theta[j - 1]), step, 1e-12);
}

TEST(Frequency, LongestWavelengthsOfRealModels)
{
    EXPECT_NEAR(wavelengths(inverseFrequencies(10000.0, 128))[63], 54410.1, 0.05);
    EXPECT_NEAR(wavelengths(inverseFrequencies(500000.0, 128))[63], 2559195.5, 0.05);
}

TEST(Frequency, PairsThatFinishATurnInRealModels)
{
    EXPECT_EQ(pairsThatFinishATurn(inverseFrequencies(1e4, 128), 4096), 46);
    EXPECT_EQ(pairsThatFinishATurn(inverseFrequencies(5e5, 128), 8192), 35);
    EXPECT_EQ(pairsThatFinishATurn(inverseFrequencies(1e6, 128), 32768), 40);
    EXPECT_EQ(pairsThatFinishATurn(inverseFrequencies(1e4, 64), 2048), 21);
}

TEST(Frequency, CriticalDimensionsOfRealModelsAreTwiceThosePairs)
{
    EXPECT_EQ(criticalDimension(1e4, 128, 4096), 92);  // Llama-2
    EXPECT_EQ(criticalDimension(5e5, 128, 8192), 70);  // Llama-3
    EXPECT_EQ(criticalDimension(1e6, 128, 32768), 80); // Qwen2.5
    EXPECT_EQ(criticalDimension(1e4, 64, 2048), 42);   // GPT-J
}

} // namespace rope

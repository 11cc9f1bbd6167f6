#include "core/lab/seeded_gaussian.h"

namespace rope {

TEST(SeededGaussian, BitsAreThoseOfSplitMix64)
{
    SeededGaussian source(1234567); // reference values: Vigna's splitmix64.c with this seed
    EXPECT_EQ(source.bits(), 6457827717110365317U);
    EXPECT_EQ(source.bits(), 3203168211198807973U);
}

TEST(SeededGaussian, HasMeanZeroAndVarianceOne)
{
    const RowMatrix sample = gaussianMatrix(1000, 100, 1.0, 5);
    EXPECT_NEAR(sample.mean(), 0.0, 0.02);
    EXPECT_NEAR(sample.array().square().mean(), 1.0, 0.02);
    EXPECT_NEAR(sample.array().pow(4).mean(), 3.0, 0.2);
}

TEST(SeededGaussian, TextsAndSeedsBothDecide)
{
    EXPECT_EQ(seedOf("dog", 1), seedOf("dog", 1));
    EXPECT_NE(seedOf("dog", 1), seedOf("man", 1));
    EXPECT_NE(seedOf("dog", 1), seedOf("dog", 2));
}

} // namespace rope

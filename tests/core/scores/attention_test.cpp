#include "core/scores/attention.h"

#include <cmath>

namespace rope {

TEST(Attention, RowsAddUpToOneAndKeepTheOrderOfScores)
{
    const RowMatrix scores{{1.0, 2.0, 3.0}, {-5.0, 0.0, 5.0}};
    const RowMatrix weights = softmaxRows(scores, Mask::None);
    EXPECT_NEAR(weights.row(0).sum(), 1.0, 1e-15);
    EXPECT_NEAR(weights(0, 2) / weights(0, 1), std::exp(1.0), 1e-14);
    EXPECT_NEAR(weights(1, 2) / weights(1, 0), std::exp(10.0), 1e-9);
}

TEST(Attention, IsStableForScoresThatOverflowExp)
{
    const RowMatrix scores{{5000.0, 5001.0}, {-5000.0, -5001.0}};
    const RowMatrix weights = softmaxRows(scores, Mask::None);
    EXPECT_NEAR(weights(0, 1), 1.0 / (1.0 + std::exp(-1.0)), 1e-15);
    EXPECT_NEAR(weights(1, 0), 1.0 / (1.0 + std::exp(-1.0)), 1e-15);
}

TEST(Attention, CausalMaskHidesLaterKeysExactly)
{
    const RowMatrix weights = softmaxRows(RowMatrix::Zero(3, 3), Mask::Causal);
    EXPECT_EQ(weights(0, 0), 1.0);
    EXPECT_EQ(weights(0, 1), 0.0);
    EXPECT_EQ(weights(1, 1), 0.5);
    EXPECT_EQ(weights(1, 2), 0.0);
    EXPECT_NEAR(weights(2, 2), 1.0 / 3.0, 1e-16);
}

TEST(Attention, WindowsKnowTheirPlace)
{
    const RowMatrix weights = softmaxRows(RowMatrix::Zero(4, 3), Mask::Causal, 5, 7);
    EXPECT_TRUE((weights.topRows(2).array() == 0.0).all()); // queries 5 and 6 see no key from 7 on
    EXPECT_EQ(weights(2, 0), 1.0);
    EXPECT_EQ(weights(3, 1), 0.5);
}

} // namespace rope

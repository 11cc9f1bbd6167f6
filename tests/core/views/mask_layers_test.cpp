#include "core/views/mask_layers.h"

#include "core/state/derived.h"

#include <cmath>
#include <gtest/gtest.h>

namespace rope {
namespace {

ExplorerState stateOf(std::int64_t length, std::int64_t query, Mask mask, RelativeEncoding relative)
{
    ExplorerState state;
    state.sequence.length = length;
    state.positions.query = query;
    state.sequence.mask = mask;
    state.encoding.relative = relative;
    return state;
}

TEST(MaskLayers, MaskAloneSharesAttentionEvenlyAmongWhatIsVisible)
{
    const MaskLayers layers = maskLayers(stateOf(16, 12, Mask::Causal, RelativeEncoding::None));
    EXPECT_TRUE(layers.wholeSequence);
    EXPECT_EQ(layers.first, 0);
    EXPECT_EQ(layers.count, 16);
    for (int row = 0; row < 16; ++row)
        for (int column = 0; column < 16; ++column) {
            EXPECT_EQ(layers.visible(row, column), column <= row ? 1.0 : 0.0);
            EXPECT_NEAR(layers.attention(row, column), column <= row ? 1.0 / (row + 1) : 0.0, 1e-15);
        }
}

TEST(MaskLayers, RotationAloneHidesNothingAndDependsOnTheOffset)
{
    const ExplorerState state = stateOf(16, 12, Mask::None, RelativeEncoding::Rotary);
    const MaskLayers layers = maskLayers(state);
    EXPECT_EQ(layers.visible.minCoeff(), 1.0);
    EXPECT_GT(layers.attention.minCoeff(), 0.0);
    EXPECT_NEAR(layers.scores(12, 5), scoreAt(activeScore(state), -7), 1e-12);
    EXPECT_LT(toeplitzDistance(layers.scores), 1e-14);
}

TEST(MaskLayers, RowsOfTheQueryAreThoseWithAndWithoutTheMask)
{
    const ExplorerState state = stateOf(16, 12, Mask::Causal, RelativeEncoding::Rotary);
    const MaskLayers layers = maskLayers(state);
    EXPECT_NEAR((layers.causalRow - layers.attention.row(12).transpose()).cwiseAbs().maxCoeff(), 0.0, 1e-15);
    EXPECT_EQ(layers.causalRow.tail(3).maxCoeff(), 0.0);
    EXPECT_NEAR(layers.openRow.sum(), 1.0, 1e-14);
    // visible keys keep their ratios: the mask takes shares away and changes no displacement
    EXPECT_NEAR(layers.causalRow[5] / layers.causalRow[9], layers.openRow[5] / layers.openRow[9], 1e-13);
}

TEST(MaskLayers, ShowsAWindowAroundTheQueryOfALongSequence)
{
    const MaskLayers layers = maskLayers(stateOf(10'000'000, 5'000'000, Mask::Causal, RelativeEncoding::Rotary));
    EXPECT_FALSE(layers.wholeSequence);
    EXPECT_EQ(layers.count, 64);
    EXPECT_EQ(layers.first, 5'000'000 - 48);
    EXPECT_NEAR(layers.attention.rowwise().sum().minCoeff(), 1.0, 1e-13);
}

TEST(MaskLayers, IgnoresTheQuantityOnShow)
{
    ExplorerState state = stateOf(16, 12, Mask::None, RelativeEncoding::Rotary);
    const MaskLayers before = maskLayers(state);
    state.sequence.quantity = Quantity::Product;
    EXPECT_EQ(maskLayers(state).scores, before.scores);
}

TEST(MaskLayers, OfAQueryPastTheEndAreThoseOfTheLastOne)
{
    const MaskLayers past = maskLayers(stateOf(7, 5000, Mask::Causal, RelativeEncoding::Rotary));
    const MaskLayers last = maskLayers(stateOf(7, 6, Mask::Causal, RelativeEncoding::Rotary));
    EXPECT_EQ(past.queryRow, 6);
    EXPECT_EQ(past.causalRow, last.causalRow);
    EXPECT_EQ(past.openRow, last.openRow);
}

} // namespace
} // namespace rope

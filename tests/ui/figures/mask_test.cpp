#include "core/views/mask_layers.h"
#include "tests/ui/figures/figure_states.h"
#include "ui/figures/all.h"

#include <gtest/gtest.h>

namespace rope {
namespace {

ExplorerState causalState()
{
    return stateWith({{"sequence.length", "32"}, {"sequence.mask", "causal"}});
}

TEST(MaskFigure, GivesEveryCellOfTheWindow)
{
    const MaskLayers layers = maskLayers(causalState());
    const DataTable table = maskFigure().data(causalState());
    ASSERT_EQ(table.columns[4].values.size(), 32U * 32U);
    EXPECT_EQ(table.columns[2].values[12 * 32 + 13], 0.0);
    EXPECT_EQ(table.columns[3].values[12 * 32 + 5], layers.scores(12, 5));
    EXPECT_EQ(table.columns[4].values[12 * 32 + 5], layers.attention(12, 5));
}

TEST(MaskFigure, SwitchesEachLayerAlone)
{
    const auto column = [](const ExplorerState& state, std::size_t which) {
        return maskFigure().data(state).columns[which].values;
    };
    ExplorerState open = causalState();
    open.sequence.mask = Mask::None;
    ExplorerState still = causalState();
    still.encoding.relative = RelativeEncoding::None;
    EXPECT_EQ(column(open, 3), column(causalState(), 3));  // the mask leaves scores
    EXPECT_EQ(column(still, 2), column(causalState(), 2)); // rotation leaves visibility
    EXPECT_NE(column(open, 2), column(causalState(), 2));
    EXPECT_NE(column(still, 3), column(causalState(), 3));
}

TEST(MaskFigure, SaysOfWhichPositionsItSpeaks)
{
    EXPECT_TRUE(maskFigure().describe(causalState()).contains("All 32 positions"));
    const QString words = maskFigure().describe(stateWith({{"sequence.length", "4096"}, {"positions.query", "100"}}));
    EXPECT_TRUE(words.contains("softmax over these alone")) << qPrintable(words);
}

TEST(MaskFigure, SpeaksOfTheLastPositionWhenTheQueryLiesPastTheEnd)
{
    const ExplorerState state = stateWith({{"sequence.length", "32"}, {"positions.query", "300"}});
    EXPECT_TRUE(maskFigure().describe(state).contains("Query 31 sees"));
}

TEST(MaskFigure, ReadsACellAndMovesThere)
{
    const Scene scene(maskFigure(), causalState(), QSizeF(600, 450));
    const QPointF place(60, 100); // in the first matrix
    const Readout readout = scene.hover(place);
    ASSERT_TRUE(readout.highlight.queryPosition.has_value());
    EXPECT_EQ(*readout.highlight.offset, *readout.highlight.keyPosition - *readout.highlight.queryPosition);
    const auto change = scene.drag(place, place);
    ASSERT_TRUE(change.has_value());
    const ExplorerState moved = *withChange(causalState(), *change);
    EXPECT_EQ(moved.positions.query, *readout.highlight.queryPosition);
    EXPECT_EQ(moved.positions.key, *readout.highlight.keyPosition);
}

} // namespace
} // namespace rope

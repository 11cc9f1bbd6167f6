#include "core/studies/aliasing.h"
#include "tests/ui/figures/figure_states.h"
#include "ui/figures/all.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace rope {
namespace {

ExplorerState fastestPair()
{
    return stateWith({{"pair.highlighted", "0"}});
}

TEST(AliasingFigure, ListsTheOffsetsThatOneRadianPerTokenCannotTellFromZero)
{
    const DataTable table = aliasingFigure().data(fastestPair());
    const auto& offsets = table.columns[0].values;
    const auto errorOf = [&](double offset) {
        const auto found = std::find(offsets.begin(), offsets.end(), offset);
        EXPECT_NE(found, offsets.end()) << offset;
        return found == offsets.end() ? 9.0
                                      : table.columns[1].values[static_cast<std::size_t>(found - offsets.begin())];
    };
    EXPECT_NEAR(errorOf(44), 0.0177, 5e-5);
    EXPECT_NEAR(errorOf(710), 0.00006, 1e-6);
    EXPECT_EQ(std::count(offsets.begin(), offsets.end(), 45.0), 0);
}

TEST(AliasingFigure, SaysWhichPairTellsTheClosestOnesApart)
{
    const QString words = aliasingFigure().describe(fastestPair());
    EXPECT_TRUE(words.contains("Offset 710 comes back to within 0.003°")) << qPrintable(words);
    EXPECT_TRUE(words.contains("told apart by pair 1")) << qPrintable(words);
}

TEST(AliasingFigure, MorePairsLeaveFewerOffsets)
{
    ExplorerState state = fastestPair();
    const QString alone = aliasingFigure().describe(state);
    state.aliasing.pairs = 3;
    const QString three = aliasingFigure().describe(state);
    EXPECT_FALSE(alone.contains("together")) << qPrintable(alone);
    EXPECT_TRUE(three.contains("for pairs 0 to 2 together: 0.")) << qPrintable(three);
}

TEST(AliasingFigure, PressingAnOffsetMovesTheKeyThere)
{
    ExplorerState state = stateWith({{"pair.highlighted", "0"}, {"positions.query", "1000"}});
    const Scene scene(aliasingFigure(), state, QSizeF(600, 450));
    for (double x = 20; x < 360; x += 3) {
        const Readout readout = scene.hover(QPointF(x, 330));
        if (!readout.highlight.offset)
            continue;
        const auto change = scene.drag(QPointF(x, 330), QPointF(x, 330));
        ASSERT_TRUE(change.has_value());
        EXPECT_EQ(withChange(state, *change)->positions.key - 1000, *readout.highlight.offset);
        return;
    }
    FAIL() << "no offset under the pointer";
}

TEST(AliasingFigure, PressingACountSetsHowManyPairsLook)
{
    const Scene scene(aliasingFigure(), fastestPair(), QSizeF(600, 450));
    for (double x = 400; x < 600; x += 2) {
        const auto change = scene.drag(QPointF(x, 340), QPointF(x, 340));
        if (!change)
            continue;
        const ExplorerState next = *withChange(fastestPair(), *change);
        if (next.aliasing.pairs > 1)
            return;
    }
    FAIL() << "no count can be pressed";
}

} // namespace
} // namespace rope

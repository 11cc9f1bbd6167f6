#include "core/rotation/layout_mixing.h"
#include "core/state/derived.h"
#include "tests/ui/figures/figure_states.h"
#include "ui/figures/all.h"
#include "ui/figures/kit/figure_text.h"

#include <gtest/gtest.h>
#include <set>

namespace rope {
namespace {

ExplorerState eightChannels()
{
    return stateWith({{"model.head_dim", "8"}, {"positions.query", "7"}, {"pair.highlighted", "1"}});
}

TEST(LayoutFigure, GivesTheChannelsOfEveryPairInBothLayouts)
{
    const DataTable table = layoutFigure().data(eightChannels());
    const double expected[][4] = {{0, 4, 0, 1}, {1, 5, 2, 3}, {2, 6, 4, 5}, {3, 7, 6, 7}};
    ASSERT_EQ(table.columns[0].values.size(), 4U);
    for (std::size_t pair = 0; pair < 4; ++pair)
        for (std::size_t column = 0; column < 4; ++column)
            EXPECT_EQ(table.columns[column + 1].values[pair], expected[pair][column]);
}

TEST(LayoutFigure, SaysWhatMixingBreaks)
{
    const ExplorerState state = eightChannels();
    const RotarySettings& rotary = activeRotary(state);
    const MixingDamage damage =
        mixingDamage(queryVector(state), keyVector(state), 7, state.positions.key, 64,
                     activeSchedule(state).inverseFrequency, rotary.pairing, scoreScale(state, activeSchedule(state)));
    const QString words = layoutFigure().describe(state);
    EXPECT_TRUE(words.contains(fixedText(damage.normRatio, 3) + " of its norm")) << qPrintable(words);
    EXPECT_TRUE(words.contains("pair 1 is channels 1 and 5")) << qPrintable(words);
    EXPECT_TRUE(words.contains("pair 1 is channels 2 and 3")) << qPrintable(words);
}

TEST(LayoutFigure, CountsChannelsFromTheTailWhereTheTailRotates)
{
    ExplorerState state = stateWith({{"model.head_dim", "8"}, {"model.rotary_dim", "4"}});
    activeRotary(state).rotatesTail = true;
    EXPECT_EQ(layoutFigure().data(state).columns[1].values[0], 4.0);
}

TEST(LayoutFigure, NamesAndSelectsThePairOfAChannel)
{
    const Scene scene(layoutFigure(), eightChannels(), QSizeF(600, 450));
    std::set<int> pairs;
    int rows = 0;
    for (double y = 0; y < 450; y += 4) {
        const std::optional<int> first = scene.hover(QPointF(300, y)).highlight.pair;
        rows += first ? 1 : 0;
        for (double x = 4; first && x < 600; x += 8) {
            const Readout readout = scene.hover(QPointF(x, y));
            const auto change = scene.drag(QPointF(x, y), QPointF(x, y));
            if (readout.highlight.pair)
                pairs.insert(*readout.highlight.pair);
            if (change) {
                EXPECT_EQ(withChange(eightChannels(), *change)->highlightedPair, *readout.highlight.pair);
            }
        }
    }
    EXPECT_GE(rows, 2);
    EXPECT_EQ(pairs, (std::set<int>{0, 1, 2, 3}));
}

TEST(LayoutFigure, OnePairIsTheSameInBothLayouts)
{
    const QString words = layoutFigure().describe(stateWith({{"model.head_dim", "2"}}));
    EXPECT_EQ(words.count("changes by up to 0 when"), 2) << qPrintable(words);
}

} // namespace
} // namespace rope

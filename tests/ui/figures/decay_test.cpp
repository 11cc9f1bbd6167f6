#include "tests/ui/figures/figure_states.h"
#include "ui/figures/all.h"
#include "ui/paint/ticks.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace rope {
namespace {

double valueAt(const DataTable& table, std::size_t column, double distance)
{
    const auto& distances = table.columns[0].values;
    const auto found = std::find(distances.begin(), distances.end(), distance);
    EXPECT_NE(found, distances.end()) << "distance " << distance << " is not sampled";
    return found == distances.end() ? 0.0
                                    : table.columns[column].values[static_cast<std::size_t>(found - distances.begin())];
}

ExplorerState logState()
{
    return stateWith({{"view.log_offsets", "on"}});
}

TEST(DecayFigure, GivesTheMeanCosineAndTheBoundOfRoFormersShape)
{
    // d 128, base 1e4; the bound is 32.5 at 0, 31.538166 at 1 and 17.954137 at 10
    const DataTable table = decayFigure().data(logState());
    EXPECT_NEAR(valueAt(table, 1, 1), 0.970214, 1e-6);
    EXPECT_NEAR(valueAt(table, 1, 8), 0.714383, 1e-6);
    EXPECT_NEAR(valueAt(table, 4, 1), 31.538166 / 32.5, 1e-7);
    EXPECT_NEAR(valueAt(table, 4, 10), 17.954137 / 32.5, 1e-7);
    EXPECT_EQ(valueAt(table, 3, 8), 0.0);
}

TEST(DecayFigure, AlignedKeysFollowTheContentAndOnesDoNot)
{
    ExplorerState state = logState();
    state.pairs.assign(64, PairContent{0.0, 0.0, 1.0, 0.0});
    state.pairs[63].queryLength = 1.0; // the slowest pair alone: no decay near by
    const DataTable table = decayFigure().data(state);
    EXPECT_NEAR(valueAt(table, 2, 8), 1.0, 1e-5);
    EXPECT_NEAR(valueAt(table, 1, 8), 0.714383, 1e-6);
}

TEST(DecayFigure, SaysWhereTheMeanCosineTurnsNegative)
{
    const QString words = decayFigure().subtitle(ExplorerState{});
    EXPECT_TRUE(words.contains(groupedNumber(1707.0))) << qPrintable(words);
}

TEST(DecayFigure, ReadsADistanceAndMovesTheKeyThere)
{
    ExplorerState state = stateWith({{"sequence.length", "8192"}, {"positions.query", "8000"}});
    const Scene scene(decayFigure(), state, QSizeF(600, 450));
    const QPointF place(300, 200);
    const Readout readout = scene.hover(place);
    ASSERT_TRUE(readout.highlight.offset.has_value());
    EXPECT_LT(*readout.highlight.offset, 0);
    const auto change = scene.drag(place, place);
    ASSERT_TRUE(change.has_value());
    EXPECT_EQ(withChange(state, *change)->positions.key - 8000, *readout.highlight.offset);
}

} // namespace
} // namespace rope

#include "core/state/derived.h"
#include "tests/ui/figures/figure_states.h"
#include "ui/figures/all.h"

#include <gtest/gtest.h>

namespace rope {
namespace {

const QSizeF size(600, 450);

/// Where the bars of a pair are, found by asking.
QPointF placeOf(const Scene& scene, int pair, double y)
{
    for (double x = 0; x < size.width(); x += 0.5)
        if (scene.hover(QPointF(x, y)).highlight.pair == pair)
            return {x + 1.0, y};
    ADD_FAILURE() << "no place shows pair " << pair;
    return {};
}

TEST(PairContentFigure, GivesLengthsAndShares)
{
    ExplorerState state;
    state.pairs.assign(64, PairContent{1.0, 0.0, 1.0, 0.0});
    state.pairs[3].queryLength = 3.0;
    const DataTable table = pairContentFigure().data(state);
    EXPECT_EQ(table.columns[1].values[3], 3.0);
    EXPECT_NEAR(table.columns[5].values[3], 9.0 / 72.0, 1e-15);
    EXPECT_NEAR(table.columns[6].values[3], 1.0 / 64.0, 1e-15);
    EXPECT_NEAR(table.columns[7].values[3], 3.0 / 66.0, 1e-15);
}

TEST(PairContentFigure, DraggingABarChangesThatLengthAlone)
{
    const ExplorerState state;
    const Scene scene(pairContentFigure(), state, size);
    const QPointF press = placeOf(scene, 20, 100.0); // above the middle: q
    const auto change = scene.drag(press, press - QPointF(0, 30));
    ASSERT_TRUE(change.has_value());
    const ExplorerState next = *withChange(state, *change);
    const auto before = scene.drag(press, press);
    ASSERT_TRUE(before.has_value());
    EXPECT_GT(pairContent(next, 20).queryLength, pairContent(*withChange(state, *before), 20).queryLength);
    EXPECT_EQ(pairContent(next, 20).keyLength, pairContent(state, 20).keyLength);
    EXPECT_EQ(pairContent(next, 20).queryAngle, pairContent(state, 20).queryAngle);
    EXPECT_EQ(pairContent(next, 21), pairContent(state, 21));
}

TEST(PairContentFigure, DraggingBelowTheMiddleChangesTheKey)
{
    const ExplorerState state;
    const Scene scene(pairContentFigure(), state, size);
    const QPointF press = placeOf(scene, 20, 180.0);
    const auto change = scene.drag(press, press + QPointF(0, 12));
    ASSERT_TRUE(change.has_value());
    const ExplorerState next = *withChange(state, *change);
    EXPECT_NE(pairContent(next, 20).keyLength, pairContent(state, 20).keyLength);
    EXPECT_EQ(pairContent(next, 20).queryLength, pairContent(state, 20).queryLength);
}

TEST(PairContentFigure, DraggingAcrossPairsDrawsALine)
{
    const ExplorerState state;
    const Scene scene(pairContentFigure(), state, size);
    const QPointF press = placeOf(scene, 10, 60.0);
    const QPointF current(placeOf(scene, 30, 60.0).x(), 120.0);
    const auto change = scene.drag(press, current);
    ASSERT_TRUE(change.has_value());
    const ExplorerState next = *withChange(state, *change);
    const double first = pairContent(next, 10).queryLength;
    const double last = pairContent(next, 30).queryLength;
    EXPECT_GT(first, last);
    EXPECT_NEAR(pairContent(next, 20).queryLength, (first + last) / 2.0, 1e-12);
    EXPECT_EQ(pairContent(next, 31), pairContent(state, 31));
}

TEST(PairContentFigure, ADragFarUpStopsAtTheLongestLength)
{
    const ExplorerState state;
    const Scene scene(pairContentFigure(), state, size);
    const QPointF press = placeOf(scene, 20, 100.0);
    const auto change = scene.drag(press, QPointF(press.x(), -1e6));
    ASSERT_TRUE(change.has_value());
    EXPECT_EQ(pairContent(*withChange(state, *change), 20).queryLength, 10.0);
}

} // namespace
} // namespace rope

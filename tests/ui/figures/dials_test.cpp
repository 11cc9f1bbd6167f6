#include "core/state/derived.h"
#include "tests/ui/figures/figure_states.h"
#include "ui/figures/registry.h"

#include <gtest/gtest.h>
#include <set>

namespace rope {
namespace {

const Figure& dials()
{
    return *findFigure(u"dials");
}

double selectedBy(const Scene& scene, QPointF press, QPointF current)
{
    const auto change = scene.drag(press, current);
    return change ? std::get<double>(std::get<SetValue>(*change).value) : -1.0;
}

TEST(DialsFigure, EveryPairCanBePickedAtEveryCount)
{
    for (const char* headDim : {"2", "6", "128", "1024"}) {
        const ExplorerState state = stateWith({{"model.head_dim", headDim}});
        const Scene scene(dials(), state, QSizeF(600, 450));
        std::set<double> picked;
        for (double y = 2; y < 450; y += 3)
            for (double x = 2; x < 600; x += 3)
                picked.insert(selectedBy(scene, {x, y}, {x, y}));
        picked.erase(-1.0);
        EXPECT_EQ(picked.size(), static_cast<std::size_t>(pairCount(state))) << headDim;
    }
}

TEST(DialsFigure, ReadoutTellsTheSamePairAsAClick)
{
    const ExplorerState state = stateWith({});
    const Scene scene(dials(), state, QSizeF(600, 450));
    const QPointF point(300, 200);
    const Readout readout = scene.hover(point);
    ASSERT_TRUE(readout.highlight.pair);
    EXPECT_EQ(*readout.highlight.pair, selectedBy(scene, point, point));
    EXPECT_TRUE(readout.text.startsWith(QStringLiteral("pair %1:").arg(*readout.highlight.pair)));
    EXPECT_TRUE(scene.hover({1, 1}).text.isEmpty());
}

TEST(DialsFigure, DataHoldsCoresPhases)
{
    const ExplorerState state = stateWith({{"positions.query", "1000"}, {"positions.key", "11"}});
    const DataTable table = dials().data(state);
    const Schedule schedule = activeSchedule(state);
    ASSERT_EQ(table.columns[2].name, "query_phase");
    for (int pair = 0; pair < 64; ++pair) {
        const auto row = static_cast<std::size_t>(pair);
        EXPECT_EQ(table.columns[1].values[row], schedule.inverseFrequency[pair]);
        EXPECT_EQ(table.columns[2].values[row], phase(1000, schedule.inverseFrequency[pair]));
        EXPECT_EQ(table.columns[4].values[row], phase(-989, schedule.inverseFrequency[pair]));
    }
}

TEST(DialsFigure, ArrowKeysPickPairsAndMoveTheQuery)
{
    const ExplorerState state = stateWith({{"pair.highlighted", "63"}});
    EXPECT_FALSE(dials().step(state, 1, false)) << "there is no pair after the last";
    EXPECT_EQ(std::get<SetValue>(*dials().step(state, -1, false)).value, Value(62.0));
    EXPECT_EQ(std::get<SetValue>(*dials().step(state, 1, true)).value, Value(13.0));
}

TEST(DialsFigure, LaterPositionTurnsFastPairsAlone)
{
    const DataTable before = dials().data(stateWith({{"positions.query", "12"}}));
    const DataTable after = dials().data(stateWith({{"positions.query", "13"}}));
    const auto moved = [&](std::size_t pair) {
        return std::abs(std::remainder(after.columns[2].values[pair] - before.columns[2].values[pair], 6.283185307));
    };
    EXPECT_NEAR(moved(0), 1.0, 1e-6);
    EXPECT_LT(moved(63), 2e-4);
}

} // namespace
} // namespace rope

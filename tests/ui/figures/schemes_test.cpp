#include "core/state/derived.h"
#include "tests/ui/figures/figure_states.h"
#include "ui/figures/all.h"

#include <gtest/gtest.h>

namespace rope {
namespace {

ExplorerState yarnState()
{
    return stateWith({{"model.scheme", "yarn"}, {"scheme.factor", "16"}, {"sequence.length", "65536"}});
}

const DataTable::Column& column(const DataTable& table, const QString& name)
{
    for (const DataTable::Column& one : table.columns)
        if (one.name == name)
            return one;
    ADD_FAILURE() << "no column " << qPrintable(name);
    return table.columns.front();
}

TEST(SchemesFigure, GivesTheActiveSchedulesNumbersAndThoseOfTheOthers)
{
    const ExplorerState state = yarnState();
    const DataTable table = schemesFigure().data(state);
    const Eigen::VectorXd theta = activeSchedule(state).inverseFrequency;
    EXPECT_EQ(column(table, "yarn_inverse_frequency").values, std::vector<double>(theta.begin(), theta.end()));
    EXPECT_NEAR(column(table, "yarn_inverse_frequency").values[30], 8.526843773e-3, 1e-11);
    EXPECT_DOUBLE_EQ(column(table, "linear_ratio").values[5], 1.0 / 16.0);
    EXPECT_DOUBLE_EQ(column(table, "default_ratio").values[5], 1.0);
    EXPECT_EQ(column(table, "yarn_ramp").values[20], 0.0);
    EXPECT_EQ(column(table, "yarn_ramp").values[46], 1.0);
}

TEST(SchemesFigure, SaysWhatIsComparedAndWhatIsLeftOut)
{
    const QString words = schemesFigure().describe(yarnState());
    EXPECT_TRUE(words.contains("factor 16")) << qPrintable(words);
    EXPECT_TRUE(words.contains("LongRoPE is left out")) << qPrintable(words);
    EXPECT_TRUE(words.contains("YaRN (active)")) << qPrintable(words);
}

TEST(SchemesFigure, NamesThePairUnderThePointerAndSelectsItOnAPress)
{
    const Scene scene(schemesFigure(), yarnState(), QSizeF(600, 450));
    const QPointF place(200, 110); // in the first panel
    const Readout readout = scene.hover(place);
    ASSERT_TRUE(readout.highlight.pair.has_value());
    EXPECT_TRUE(readout.text.contains(QString("pair %1").arg(*readout.highlight.pair)));
    const auto change = scene.drag(place, place);
    ASSERT_TRUE(change.has_value());
    EXPECT_EQ(withChange(yarnState(), *change)->highlightedPair, *readout.highlight.pair);
}

TEST(SchemesFigure, ShowsOnePanelAloneWhereOneIsChosen)
{
    ExplorerState state = yarnState();
    const QImage all = Scene(schemesFigure(), state, QSizeF(600, 450)).image();
    state.view.panel = 4;
    const Scene alone(schemesFigure(), state, QSizeF(600, 450));
    EXPECT_NE(alone.image(), all);
    const Readout readout = alone.hover(QPointF(320, 250));
    EXPECT_TRUE(readout.highlight.offset.has_value()); // the fourth panel is over offsets
}

} // namespace
} // namespace rope

#include "core/model/compare.h"
#include "core/state/derived.h"
#include "tests/ui/figures/figure_states.h"
#include "ui/figures/all.h"
#include "ui/paint/ticks.h"

#include <gtest/gtest.h>

namespace rope {
namespace {

/// Llama-3.1 8B: d 128, base 5e5, factor 8, 1 and 4, trained on 8192 tokens.
ExplorerState llama31()
{
    return stateWith({{"model.base", "500000"},
                      {"model.original_context", "8192"},
                      {"model.maximum_context", "131072"},
                      {"model.scheme", "llama3"},
                      {"scheme.factor", "8"},
                      {"sequence.length", "8192"}});
}

TEST(ComparisonFigure, ComparesWithTheUnscaledModelWhereNoneIsChosen)
{
    const ExplorerState state = llama31();
    const DataTable table = comparisonFigure().data(state);
    const Schedule schedule = activeSchedule(state);
    for (std::size_t j = 0; j < 64; ++j) {
        EXPECT_EQ(table.columns[1].values[j], schedule.inverseFrequency[static_cast<Eigen::Index>(j)]);
        EXPECT_EQ(table.columns[2].values[j], schedule.unscaled[static_cast<Eigen::Index>(j)]);
    }
}

TEST(ComparisonFigure, SaysWhenDroppingLlama31sScalingIsOneRadianOff)
{
    const QString words = comparisonFigure().subtitle(llama31());
    EXPECT_TRUE(words.startsWith("1 rad apart after 1")) << qPrintable(words);
    EXPECT_TRUE(words.contains("124 tokens")) << qPrintable(words);
}

TEST(ComparisonFigure, SaysWhenAWrongBaseIsOneRadianOff)
{
    ExplorerState state = stateWith({{"model.base", "500000"}});
    state.compared = ModelSettings{}; // base 1e4
    EXPECT_TRUE(comparisonFigure().subtitle(state).contains("after 7.7 tokens"))
        << qPrintable(comparisonFigure().subtitle(state));
}

TEST(ComparisonFigure, SaysThatNothingDiffersWhereNothingDoes)
{
    EXPECT_EQ(comparisonFigure().subtitle(ExplorerState{}), "same frequencies");
}

TEST(ComparisonFigure, PaintsModelsOfDifferentSizes)
{
    ExplorerState state = llama31();
    state.compared = ModelSettings{};
    state.compared->name = "A second model whose name is much longer than any legend has room for, and then some more";
    state.compared->layers.front().headDim = state.compared->layers.front().rotaryDim = 64;
    EXPECT_FALSE(Scene(comparisonFigure(), state, QSizeF(300, 220)).image().isNull());
    EXPECT_LE(comparisonFigure().data(state).columns[0].values.size(), 64U);
}

TEST(ComparisonFigure, NamesAndSelectsThePairUnderThePointer)
{
    const Scene scene(comparisonFigure(), llama31(), QSizeF(600, 450));
    const QPointF place(200, 100);
    const Readout readout = scene.hover(place);
    ASSERT_TRUE(readout.highlight.pair.has_value());
    const auto change = scene.drag(place, place);
    ASSERT_TRUE(change.has_value());
    EXPECT_EQ(withChange(llama31(), *change)->highlightedPair, *readout.highlight.pair);
}

/// A place in the panel of distances, and what is read there: keys stand before the query.
TEST(ComparisonFigure, PointsAtKeysAsFarBeforeTheQueryAsItSays)
{
    ExplorerState state = llama31();
    state.view.panel = 3;
    state.positions.query = 4000;
    const Scene scene(comparisonFigure(), state, QSizeF(600, 450));
    int read = 0;
    for (double x = 80.0; x < 590.0; x += 10.0) {
        const Readout readout = scene.hover(QPointF(x, 225));
        if (readout.text.isEmpty())
            continue;
        ++read;
        ASSERT_TRUE(readout.highlight.offset.has_value());
        EXPECT_LT(*readout.highlight.offset, 0);
        const QString distance = groupedNumber(-static_cast<double>(*readout.highlight.offset));
        EXPECT_TRUE(readout.text.startsWith("at distance " + distance + ":")) << qPrintable(readout.text);
    }
    EXPECT_GT(read, 30);
}

} // namespace
} // namespace rope

#include "tests/ui/figures/figure_states.h"
#include "ui/figures/all.h"
#include "ui/figures/kit/panel_figure.h"
#include "ui/figures/ladder/ladder_chart.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace rope {
namespace {

/// The shape of Llama 3.1: base 500 000, factor 8, trained at 8192, reaching 131 072 tokens.
ExplorerState llama31()
{
    ExplorerState state = stateWith({{"model.base", "500000"}, {"model.scheme", "llama3"}, {"scheme.factor", "8"}});
    activeRotary(state).originalContext = 8192;
    activeRotary(state).maximumContext = 131072;
    return state;
}

const std::vector<double>& column(const DataTable& table, const QString& name)
{
    for (const DataTable::Column& one : table.columns)
        if (one.name == name)
            return one.values;
    ADD_FAILURE() << "no column " << name.toStdString();
    return table.columns.front().values;
}

QPointF placeOf(const Scene& scene, const ExplorerState& state, int pair)
{
    const FigureContext context = scene.context();
    const auto& figure = dynamic_cast<const PanelFigure&>(ladderFigure());
    const PanelPicture picture = figure.picture(context);
    const Frame frame = layoutPanels(picture, context).panels.front().frame;
    const LadderNumbers numbers = ladderNumbers(state);
    return frame.toPosition(pair, numbers.schedule.inverseFrequency[pair]);
}

TEST(Ladder, TellsTurnsBeforeAndAfterScalingInWordsAndInData)
{
    EXPECT_TRUE(
        ladderFigure().describe(llama31()).contains("35 of 64 pairs finish a turn within the training context"));
    EXPECT_TRUE(ladderFigure().describe(llama31()).contains("before scaling, 32 with it"));
    const DataTable table = ladderFigure().data(llama31());
    const auto finished = [](double turns) {
        return turns >= 1.0;
    };
    EXPECT_EQ(std::ranges::count_if(column(table, "unscaled_turns_in_original_context"), finished), 35);
    EXPECT_EQ(std::ranges::count_if(column(table, "turns_in_original_context"), finished), 32);
    EXPECT_TRUE(table.note.contains("before scaling, 32 with it"));
}

TEST(Ladder, TellsInItsCaptionHowManyPairsOfRealModelsFinishATurn)
{
    const auto caption = [](const char* base, const char* headDim, const char* context) {
        return ladderFigure()
            .describe(
                stateWith({{"model.head_dim", headDim}, {"model.base", base}, {"model.original_context", context}}))
            .toStdString();
    };
    EXPECT_NE(caption("1e4", "128", "4096").find("46 of 64 pairs finish a turn"), std::string::npos);  // Llama-2
    EXPECT_NE(caption("5e5", "128", "8192").find("35 of 64 pairs finish a turn"), std::string::npos);  // Llama-3
    EXPECT_NE(caption("1e6", "128", "32768").find("40 of 64 pairs finish a turn"), std::string::npos); // Qwen2.5
    EXPECT_NE(caption("1e4", "64", "2048").find("21 of 32 pairs finish a turn"), std::string::npos);   // GPT-J
}

TEST(Ladder, HoverTellsFrequencyAndWavelength)
{
    const ExplorerState state = stateWith({{"model.base", "500000"}});
    const Scene scene(ladderFigure(), state, QSizeF(600, 450));
    const Readout readout = scene.hover(placeOf(scene, state, 9));
    EXPECT_EQ(readout.text.toStdString(), "pair 9: θ = 0.158 rad/token, wavelength 39.77 tokens");
    EXPECT_EQ(readout.highlight.pair, 9);
    EXPECT_TRUE(scene.hover(QPointF(1, 1)).text.isEmpty());
}

TEST(Ladder, DraggingSelectsThePair)
{
    const ExplorerState state = stateWith({});
    const Scene scene(ladderFigure(), state, QSizeF(600, 450));
    const auto change = scene.drag(placeOf(scene, state, 9), placeOf(scene, state, 30));
    ASSERT_TRUE(change.has_value());
    EXPECT_EQ(withChange(state, *change)->highlightedPair, 30);
    EXPECT_FALSE(scene.drag(QPointF(1, 1), placeOf(scene, state, 30)).has_value());
    const auto beyond = scene.drag(placeOf(scene, state, 9), QPointF(5000, 0));
    ASSERT_TRUE(beyond.has_value());
    EXPECT_EQ(withChange(state, *beyond)->highlightedPair, 63);
}

TEST(Ladder, DataHasBothLadders)
{
    const DataTable table = ladderFigure().data(llama31());
    const auto& scaled = column(table, "inverse_frequency");
    const auto& unscaled = column(table, "unscaled_inverse_frequency");
    ASSERT_EQ(scaled.size(), 64U);
    EXPECT_DOUBLE_EQ(scaled[0], unscaled[0]);
    EXPECT_NEAR(scaled[63] * 8.0, unscaled[63], 1e-15);
    EXPECT_NEAR(column(table, "unscaled_wavelength")[63], 2559195.5, 0.1);
}

TEST(Ladder, PairsWithoutRotationAreShownAndSaid)
{
    const ExplorerState state = stateWith({{"model.head_dim", "256"}, {"model.scheme", "proportional"}});
    const LadderNumbers numbers = ladderNumbers(state);
    EXPECT_GT(numbers.still, 0);
    EXPECT_TRUE(ladderFigure().describe(state).contains("do not rotate"));
    const ChartSpec spec = ladderChart(numbers, 0, {}, styleOf(Theme::Light));
    const auto still = std::find_if(spec.series.begin(), spec.series.end(),
                                    [](const ChartSeries& series) { return series.width == 0.0; });
    ASSERT_NE(still, spec.series.end());
    EXPECT_EQ(still->points.size(), static_cast<std::size_t>(numbers.still));
    EXPECT_GT(still->points.front().y(), spec.frame.left.minimum);
}

TEST(Ladder, ALayerWithoutPositionsIsDrawnToo)
{
    ExplorerState state = stateWith({});
    activeRotary(state).rotates = false;
    EXPECT_EQ(ladderFigure().describe(state), "No pair of this layer rotates.");
    const QImage image = Scene(ladderFigure(), state, QSizeF(600, 450)).image();
    EXPECT_FALSE(image.isNull());
}

/// Llama-2's shape under YaRN: unequal numbers of pairs are kept, blended and divided by the factor.
TEST(Ladder, StripSaysAndShowsWhichPairsAreKeptAndWhichAreScaled)
{
    const LadderNumbers numbers = ladderNumbers(stateWith({{"model.scheme", "yarn"}, {"scheme.factor", "16"}}));
    const Eigen::VectorXd ratio = numbers.schedule.inverseFrequency.cwiseQuotient(numbers.schedule.unscaled);
    const auto kept = (ratio.array() == 1.0).count();
    const auto scaled = ((ratio.array() * 16.0 - 1.0).abs() < 1e-12).count();
    ASSERT_NE(kept, scaled);
    const PaintStyle style = styleOf(Theme::Light);
    const ChartStrip strip = ladderChart(numbers, 0, {}, style).strip;
    EXPECT_EQ(strip.labels.front(),
              QString::fromUtf8("%1 kept · %2 blended · %3 scaled").arg(kept).arg(64 - kept - scaled).arg(scaled));
    ASSERT_EQ(strip.cells.size(), 64U);
    EXPECT_EQ(strip.cells.front().fill, style.grid);
    EXPECT_EQ(strip.cells.back().fill, style.primary);
}

TEST(Ladder, TheCurveBeforeScalingIsDashedAndTheOtherIsNot)
{
    const ChartSpec spec = ladderChart(ladderNumbers(llama31()), 0, {}, styleOf(Theme::Light));
    for (const ChartSeries& series : spec.series)
        EXPECT_EQ(series.dashes.isEmpty(), series.name != "before scaling") << series.name.toStdString();
    EXPECT_EQ(spec.series.front().name, "before scaling");
}

} // namespace
} // namespace rope

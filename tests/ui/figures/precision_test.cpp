#include "core/rotation/frequency.h"
#include "core/views/precision_setup.h"
#include "tests/ui/figures/figure_states.h"
#include "ui/figures/all.h"

#include <gtest/gtest.h>

namespace rope {
namespace {

TEST(PrecisionFigure, GivesTheErrorsThatCoreComputes)
{
    const ExplorerState state = stateWith({{"precision.frequencies", "bfloat16"}});
    const DataTable table = precisionFigure().data(state);
    const PrecisionSetup setup = precisionSetup(state.precision);
    const Eigen::VectorXd theta = inverseFrequencies(10000.0, 128);
    for (std::size_t row = 0; row < table.columns[0].values.size(); row += 7) {
        const auto position = static_cast<std::int64_t>(table.columns[0].values[row]);
        EXPECT_EQ(table.columns[1].values[row], phaseErrors(setup, theta, position).maxCoeff());
        EXPECT_EQ(table.columns[4].values[row], toeplitzWitness(state, setup, position, 6));
    }
}

TEST(PrecisionFigure, SaysThePublishedErrorAndTheFirstCollapse)
{
    const QString narrow = precisionFigure().describe(stateWith({{"precision.frequencies", "bfloat16"}}));
    EXPECT_TRUE(narrow.contains("worst phase error 5.01 rad")) << qPrintable(narrow);
    const QString positions = precisionFigure().describe(stateWith({{"precision.positions", "bfloat16"}}));
    EXPECT_TRUE(positions.contains("takes positions 256 and 257 for one")) << qPrintable(positions);
}

TEST(PrecisionFigure, HasNothingToShowInDoubles)
{
    const ExplorerState state = stateWith({{"precision.positions", "float64"},
                                           {"precision.frequencies", "float64"},
                                           {"precision.tables", "float64"},
                                           {"precision.vectors", "float64"}});
    const DataTable table = precisionFigure().data(state);
    for (const double error : table.columns[1].values)
        EXPECT_EQ(error, 0.0);
}

TEST(PrecisionFigure, ReadsAPositionAndMovesTheQueryThere)
{
    const ExplorerState state = stateWith({{"sequence.length", "1000000"}});
    const Scene scene(precisionFigure(), state, QSizeF(600, 450));
    const QPointF place(180, 180);
    const Readout readout = scene.hover(place);
    ASSERT_TRUE(readout.highlight.queryPosition.has_value());
    const auto change = scene.drag(place, place);
    ASSERT_TRUE(change.has_value());
    EXPECT_EQ(withChange(state, *change)->positions.query, *readout.highlight.queryPosition);
}

} // namespace
} // namespace rope

#include "core/rotation/frequency.h"
#include "core/studies/context_coverage.h"
#include "tests/ui/figures/figure_states.h"
#include "ui/figures/all.h"
#include "ui/paint/ticks.h"

#include <gtest/gtest.h>

namespace rope {
namespace {

ExplorerState linearState()
{
    return stateWith({{"model.scheme", "linear"}, {"scheme.factor", "8"}});
}

const DataTable::Column& column(const DataTable& table, const QString& name)
{
    for (const DataTable::Column& one : table.columns)
        if (one.name == name)
            return one;
    ADD_FAILURE() << "no column " << qPrintable(name);
    return table.columns.front();
}

TEST(ExtensionFigure, LinearScalingMeetsNothingNewAndShrinksEveryStep)
{
    const DataTable table = extensionFigure().data(linearState());
    for (const double share : column(table, "linear_new_share").values)
        EXPECT_NEAR(share, 0.0, 1e-12);
    for (const double ratio : column(table, "linear_step_ratio").values)
        EXPECT_DOUBLE_EQ(ratio, 1.0 / 8.0);
}

TEST(ExtensionFigure, WithoutScalingTheSlowPairsMeetNewPhases)
{
    const DataTable table = extensionFigure().data(linearState());
    const Eigen::VectorXd theta = inverseFrequencies(10000.0, 128);
    const auto& fresh = column(table, "new_share_without_scaling").values;
    EXPECT_EQ(fresh[45], 0.0); // the last of Llama-2's 46 pairs that finish a turn within 4096
    EXPECT_GT(fresh[46], 0.0);
    EXPECT_EQ(fresh[63], phaseCoverage(theta[63], theta[63], 4096.0, 32768.0).newShare);
    EXPECT_NEAR(column(table, "trained_share").values[63], 4096.0 / 54410.1, 1e-6);
}

TEST(ExtensionFigure, SaysHowManyPairsFinishATurn)
{
    const QString words = extensionFigure().describe(linearState());
    EXPECT_TRUE(words.contains("46 of 64 pairs finish a turn")) << qPrintable(words);
    EXPECT_TRUE(words.contains("Without scaling 18 pairs meet new phases")) << qPrintable(words);
}

TEST(ExtensionFigure, NamesThePairUnderThePointer)
{
    const Scene scene(extensionFigure(), linearState(), QSizeF(600, 450));
    const Readout readout = scene.hover(QPointF(200, 140));
    ASSERT_TRUE(readout.highlight.pair.has_value());
    EXPECT_TRUE(readout.text.contains("step × 0.125")) << qPrintable(readout.text);
    const auto change = scene.drag(QPointF(200, 140), QPointF(200, 140));
    ASSERT_TRUE(change.has_value());
    EXPECT_EQ(withChange(linearState(), *change)->highlightedPair, *readout.highlight.pair);
}

TEST(ExtensionFigure, NamesTheContextThatTheModelClaimsWhereTheFactorDoesNotLeadToIt)
{
    const auto words = [](const char* maximum) {
        return extensionFigure().describe(stateWith({{"model.scheme", "linear"},
                                                     {"scheme.factor", "8"},
                                                     {"model.original_context", "8192"},
                                                     {"model.maximum_context", maximum}}));
    };
    EXPECT_TRUE(words("131072").contains("the model claims " + groupedNumber(131072.0))); // Llama 3.1's contexts
    EXPECT_FALSE(words("65536").contains("claims"));
}

} // namespace
} // namespace rope

#include "core/lessons/quantities.h"
#include "core/state/content_choice.h"
#include "tests/core/opened_content.h"
#include "tests/ui/figures/figure_states.h"
#include "ui/figures/encodings/encodings_numbers.h"
#include "ui/figures/kit/lab_parts.h"
#include "ui/figures/registry.h"

#include <cmath>
#include <gtest/gtest.h>

namespace rope {
namespace {

const std::pair<std::string, std::string> sentence = {"sequence.text", "the dog saw the man"};

std::vector<double> column(const DataTable& table, const char* name)
{
    for (const DataTable::Column& each : table.columns)
        if (each.name == QLatin1String(name))
            return each.values;
    ADD_FAILURE() << "no column " << name;
    return {};
}

double largest(const std::vector<double>& values)
{
    return values.empty() ? 0.0 : *std::max_element(values.begin(), values.end());
}

double residual(const ExplorerState& state)
{
    return valueOf({"permutation_residual", {}}, state).value();
}

TEST(PermutationFigure, ShowsTheResidualThatLessonsMeasure)
{
    for (const char* relative : {"none", "rope", "alibi", "t5"}) {
        const ExplorerState state = stateWith({sentence, {"encoding.relative", relative}});
        const auto change = column(findFigure(u"permutation")->data(state), "output_change_of_query");
        EXPECT_EQ(largest(change), residual(state)) << relative;
    }
}

TEST(PermutationFigure, WithoutPositionsTheTwoRunsAgreeCellByCell)
{
    const DataTable table = findFigure(u"permutation")->data(stateWith({sentence, {"encoding.relative", "none"}}));
    const auto before = column(table, "attention");
    const auto after = column(table, "attention_permuted");
    ASSERT_EQ(before.size(), 25U);
    for (std::size_t i = 0; i < before.size(); ++i)
        EXPECT_NEAR(before[i], after[i], 1e-14);
}

TEST(PermutationFigure, TurningPositionsOnPartsEqualWords)
{
    const auto words = [](const char* relative) {
        return findFigure(u"permutation")->describe(stateWith({sentence, {"encoding.relative", relative}}));
    };
    EXPECT_TRUE(words("none").contains("Both “the” tie")) << qPrintable(words("none"));
    EXPECT_TRUE(words("rope").contains("Positions part the two “the”")) << qPrintable(words("rope"));
}

/// A place in the row of PX where hovering tells of this word.
std::optional<QPointF> placeOf(const Scene& scene, const QString& word, bool lowest)
{
    std::optional<QPointF> found;
    for (int y = 0; y < 120; y += 4)
        for (int x = 0; x < 600 && !(found && !lowest); x += 4)
            if (scene.hover(QPointF(x, y)).text.startsWith(QStringLiteral("“%1”: place").arg(word)))
                found = QPointF(x, y);
    return found;
}

TEST(PermutationFigure, PrintsTheResidualAndWhatItMeans)
{
    const auto words = [](const char* relative, const char* order) {
        return findFigure(u"permutation")
            ->describe(stateWith({sentence, {"encoding.relative", relative}, {"sequence.order", order}}));
    };
    EXPECT_TRUE(words("none", "").contains("max |Attention(PX)\u00A0−\u00A0P\u00A0Attention(X)| ="));
    EXPECT_TRUE(words("none", "").contains("No positions act")) << qPrintable(words("none", ""));
    EXPECT_TRUE(words("rope", "").contains("Word order counts (RoPE)")) << qPrintable(words("rope", ""));
    EXPECT_TRUE(words("rope", "0 1 2 3 4").contains("No word has moved"));
    EXPECT_TRUE(words("alibi", "4 3 2 1 0").contains("keeps every distance"));
}

TEST(PermutationFigure, DraggingAWordMovesItInThePermutation)
{
    const ExplorerState state = stateWith({sentence, {"sequence.order", "0 1 2 3 4"}});
    const Scene scene(*findFigure(u"permutation"), state, QSizeF(600, 450));
    const auto dog = placeOf(scene, QStringLiteral("dog"), true);
    const auto man = placeOf(scene, QStringLiteral("man"), true);
    ASSERT_TRUE(dog && man);
    const auto moved = scene.drag(*dog, *man);
    ASSERT_TRUE(moved);
    EXPECT_EQ(withChange(state, *moved)->sequence.order, (std::vector<int>{0, 2, 3, 4, 1}));
    const auto back = scene.drag(*man, QPointF(-50, 300));
    EXPECT_EQ(withChange(state, back.value())->sequence.order, (std::vector<int>{4, 0, 1, 2, 3})) << "beyond the row";
    EXPECT_EQ(withChange(state, scene.drag(*dog, *dog).value()).value(), state) << "dropped where it stood";
    EXPECT_FALSE(scene.drag(QPointF(300, 300), *dog)) << "only words can be dragged";
}

TEST(PermutationFigure, ADropAtHomeKeepsTheOrderUnsaid)
{
    const ExplorerState state = stateWith({sentence});
    const Scene scene(*findFigure(u"permutation"), state, QSizeF(600, 450));
    const auto dog = placeOf(scene, QStringLiteral("dog"), true);
    ASSERT_TRUE(dog);
    EXPECT_EQ(withChange(state, scene.drag(*dog, *dog).value()).value(), state);
}

TEST(PermutationFigure, ArrowKeysCarryTheWordOfTheQuery)
{
    const Figure& figure = *findFigure(u"permutation");
    ExplorerState state = stateWith({sentence, {"sequence.order", "0 1 2 3 4"}, {"positions.query", "1"}});
    state = withChange(state, figure.step(state, 1, false).value()).value();
    EXPECT_EQ(state.sequence.order, (std::vector<int>{0, 2, 1, 3, 4}));
    state = withChange(state, figure.step(state, -1, false).value()).value();
    state = withChange(state, figure.step(state, -1, false).value()).value();
    EXPECT_EQ(state.sequence.order, (std::vector<int>{1, 0, 2, 3, 4}));
    EXPECT_FALSE(figure.step(state, -1, false)) << "it stands at the end";
}

TEST(LabFigures, ShowTheFilesTokensWhereAFileIsTheContent)
{
    const ShownState state = openedWith(stateWith({}), "capture:stories260k");
    const DataTable table = findFigure(u"values")->data(state);
    EXPECT_EQ(column(table, "place").size(), static_cast<std::size_t>(longestLabText));
    for (const QStringView id : {u"permutation", u"values"})
        EXPECT_TRUE(findFigure(id)->describe(state).contains("First 48 tokens of"))
            << qPrintable(findFigure(id)->describe(state));
    EXPECT_TRUE(findFigure(u"encodings")->describe(state).contains("The file's first query and key"));
}

TEST(ValuesFigure, MovesQueriesAndKeysButNoValue)
{
    const DataTable table = findFigure(u"values")->data(stateWith({sentence, {"positions.query", "4"}}));
    EXPECT_GT(largest(column(table, "query_moved")), 1.0);
    EXPECT_GT(largest(column(table, "key_moved")), 1.0);
    EXPECT_EQ(largest(column(table, "value_moved")), 0.0);
    double sum = 0.0;
    for (const double share : column(table, "share"))
        sum += share;
    EXPECT_NEAR(sum, 1.0, 1e-12);
}

TEST(EncodingsFigure, TheLearnedTableHasAHardEnd)
{
    const ExplorerState state = stateWith({{"encoding.absolute", "learned"}, {"sequence.length", "2048"}});
    const EncodingTable table = encodingTable(state);
    EXPECT_EQ(table.end, 512);
    for (Eigen::Index row = 0; row < table.rows.rows(); ++row)
        EXPECT_EQ(std::isnan(table.rows(row, 0)), table.edges[static_cast<std::size_t>(row)] >= 512);
    EXPECT_EQ(table.edges.back(), 2048);
}

TEST(EncodingsFigure, TheFormulaGoesOnAtTenMillion)
{
    const ExplorerState state = stateWith({{"encoding.absolute", "sinusoidal"}, {"sequence.length", "10000000"}});
    const EncodingTable table = encodingTable(state);
    EXPECT_EQ(table.rows.rows(), tableRows);
    EXPECT_TRUE(table.rows.allFinite());
}

TEST(EncodingsFigure, ShowsTheWholeSequenceAtAnyLength)
{
    for (const char* absolute : {"none", "sinusoidal", "learned"})
        for (const char* relative : {"none", "rope", "alibi", "t5"})
            for (const char* length : {"1", "2", "40", "1024", "10000000"}) {
                SCOPED_TRACE(std::string(absolute) + ", " + relative + ", " + length);
                const ExplorerState state = stateWith({{"encoding.absolute", absolute},
                                                       {"encoding.relative", relative},
                                                       {"sequence.length", length},
                                                       {"encoding.table_length", "600"}});
                const EncodingScores scores = encodingScores(state).value();
                const TableSums sums = scores.content.tableSums(scores.length).value();
                const EncodingImage image = encodingImage(scores, sums, 200);
                EXPECT_EQ(image.edges.back(), state.sequence.length);
                EXPECT_EQ(image.means.rows(), std::min<Eigen::Index>(200, state.sequence.length));
                const bool ends = std::string(absolute) == "learned" && state.sequence.length > 600;
                EXPECT_NE(image.means.allFinite(), ends);
                EXPECT_FALSE(std::isnan(image.means(0, 0)));
                EXPECT_TRUE(scores.cells.allFinite()) << "laws are measured where there are scores";
            }
}

TEST(EncodingsFigure, SaysWhatTheScoreDependsOnFarOutToo)
{
    const Figure& figure = *findFigure(u"encodings");
    const auto words = [&](const char* absolute, const char* relative) {
        return figure.describe(stateWith(
            {{"encoding.absolute", absolute}, {"encoding.relative", relative}, {"sequence.length", "10000000"}}));
    };
    EXPECT_TRUE(words("none", "rope").contains("It depends on n − m alone")) << qPrintable(words("none", "rope"));
    EXPECT_TRUE(words("none", "alibi").contains("It depends on n − m alone"));
    EXPECT_TRUE(words("none", "t5").contains("It depends on n − m alone"));
    EXPECT_TRUE(words("none", "none").contains("does not depend on places"));
    EXPECT_TRUE(words("sinusoidal", "rope").contains("depends on the places themselves"));
    EXPECT_TRUE(words("learned", "none").contains("No scores from place 512 on"));
}

TEST(EncodingsFigure, PreparesALongTableOnce)
{
    const Figure& figure = *findFigure(u"encodings");
    const ExplorerState state =
        stateWith({{"encoding.absolute", "learned"}, {"encoding.table_length", "9000"}, {"sequence.length", "20000"}});
    EXPECT_TRUE(figure.needsPreparation(state, nullptr));
    const auto prepared = preparedNow(figure, state);
    EXPECT_FALSE(figure.needsPreparation(state, prepared.get())) << "it serves again";
    const Scene scene(figure, state, QSizeF(600, 450));
    EXPECT_EQ(scene.image(), scene.image());
    EXPECT_FALSE(figure.needsPreparation(stateWith({{"encoding.absolute", "sinusoidal"}}), nullptr));
}

TEST(LabFigures, SayWhyTheyCannotRun)
{
    const ExplorerState empty = stateWith({{"sequence.text", ""}});
    const ExplorerState ended = stateWith({{"encoding.absolute", "learned"}, {"encoding.table_length", "2"}});
    for (const QStringView id : {u"permutation", u"values", u"encodings"})
        for (const ExplorerState* state : {&empty, &ended}) {
            const Figure& figure = *findFigure(id);
            EXPECT_FALSE(figure.describe(*state).isEmpty());
            EXPECT_FALSE(figure.data(*state).columns.empty());
            const bool showsTheEnd = id == u"encodings" && state == &ended;
            EXPECT_EQ(Scene(figure, *state, QSizeF(400, 300)).hover({200, 150}).text.isEmpty(), !showsTheEnd);
        }
}

TEST(LabFigures, ReadTheirCellsOut)
{
    const ExplorerState state = stateWith({sentence, {"encoding.absolute", "sinusoidal"}});
    for (const QStringView id : {u"permutation", u"values", u"encodings"}) {
        const Scene scene(*findFigure(id), state, QSizeF(900, 700));
        int readings = 0;
        for (int x = 0; x < 900; x += 30)
            for (int y = 0; y < 700; y += 30)
                readings += scene.hover(QPointF(x, y)).text.isEmpty() ? 0 : 1;
        EXPECT_GT(readings, 100) << id.toString().toStdString();
    }
}

TEST(MatrixPanel, AScaleStandsBesideItWithoutMakingASquareSmaller)
{
    const PaintStyle style = styleOf(Theme::Print);
    const RowMatrix values = RowMatrix::Identity(3, 3);
    MatrixPanel matrix{values,
                       {.minimum = 2.5, .maximum = -0.5},
                       {.minimum = -0.5, .maximum = 2.5},
                       divergingMap(),
                       {-1.0, 1.0},
                       true,
                       QStringLiteral("value")};
    const auto frameIn = [&](double width) {
        return matrixPanelFrame({0, {}, QRectF(0.0, 0.0, width, 260.0)}, matrix, style);
    };
    EXPECT_GT(frameIn(600.0).spec.rightRoom, 0.0);
    EXPECT_EQ(frameIn(260.0).spec.rightRoom, 0.0) << "the width limits it";
    EXPECT_NEAR(frameIn(600.0).plot.width(), frameIn(600.0).plot.height(), 0.5);
    matrix.square = false;
    EXPECT_GT(frameIn(260.0).spec.rightRoom, 0.0);
}

} // namespace
} // namespace rope

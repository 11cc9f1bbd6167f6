#include "core/lessons/quantities.h"
#include "tests/ui/figures/figure_states.h"
#include "ui/figures/encodings_numbers.h"
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
    const auto after = column(table, "attention_exchanged");
    ASSERT_EQ(before.size(), 25U);
    for (std::size_t i = 0; i < before.size(); ++i)
        EXPECT_NEAR(before[i], after[i], 1e-14);
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
        EXPECT_EQ(std::isnan(table.rows(row, 0)), table.positions[static_cast<std::size_t>(row)] >= 512);
    EXPECT_EQ(table.positions.back(), 2047);
}

TEST(EncodingsFigure, TheFormulaGoesOnAtTenMillion)
{
    const ExplorerState state = stateWith({{"encoding.absolute", "sinusoidal"}, {"sequence.length", "10000000"}});
    const EncodingTable table = encodingTable(state);
    EXPECT_EQ(table.rows.rows(), tableRows);
    EXPECT_TRUE(table.rows.allFinite());
}

TEST(LabFigures, SayWhyTheyCannotRun)
{
    const ExplorerState empty = stateWith({{"sequence.text", ""}});
    const ExplorerState ended = stateWith({{"encoding.absolute", "learned"}, {"encoding.table_length", "2"}});
    for (const QStringView id : {u"permutation", u"values", u"encodings"}) {
        for (const ExplorerState& state : {empty, ended}) {
            const Figure& figure = *findFigure(id);
            EXPECT_FALSE(figure.describe(state).isEmpty());
            EXPECT_FALSE(figure.data(state).columns.empty());
            EXPECT_EQ(Scene(figure, state, QSizeF(400, 300)).hover({200, 150}).text, QString());
        }
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

} // namespace
} // namespace rope

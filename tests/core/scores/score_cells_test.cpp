#include "core/scores/score_cells.h"

#include "core/rotation/frequency.h"
#include "core/scores/content.h"

#include <gtest/gtest.h>

namespace rope {

namespace {

ScoreCells identicalCells()
{
    const Eigen::VectorXd q = Eigen::VectorXd::LinSpaced(40, -1.0, 1.3);
    const Eigen::VectorXd k = Eigen::VectorXd::LinSpaced(40, 0.9, -0.4);
    const RelativeScore score = relativeScore(q, k, inverseFrequencies(1e4, 32), PairLayout::HalfSplit, 1.2, 0.25);
    return {score, 1000};
}

ScoreCells randomCells()
{
    ContentRows content{1000, 40, gaussianRows(5, ContentStream::Query), gaussianRows(5, ContentStream::Key)};
    return {std::move(content), {inverseFrequencies(1e4, 32), PairLayout::Interleaved, 1.2}, 0.25};
}

} // namespace

TEST(ScoreCells, ACellIsTheSameDoubleInEveryBlock)
{
    for (const ScoreCells& cells : {identicalCells(), randomCells()}) {
        const RowMatrix wide = cells.block(90, 130, cells.keys(35, 301));
        for (const auto& [row, column] : {std::pair{0, 0}, {1, 300}, {64, 63}, {129, 17}, {77, 200}}) {
            const std::int64_t m = 90 + row;
            const std::int64_t n = 35 + column;
            EXPECT_EQ(cells.at(m, n), wide(row, column));
            EXPECT_EQ(cells.block(m, 3, cells.keys(n, 5))(0, 0), wide(row, column));
            EXPECT_EQ(cells.block(m - 7, 8, cells.keys(n - 33, 34))(7, 33), wide(row, column));
        }
    }
}

TEST(ScoreCells, OfRowsAreTheirProductsTurned)
{
    const ScoreCells cells = randomCells();
    RowMatrixF query(1, 40);
    RowMatrixF key(1, 40);
    gaussianRows(5, ContentStream::Query)(700, query);
    gaussianRows(5, ContentStream::Key)(31, key);
    EXPECT_NEAR(cells.at(700, 31),
                rotatedScore(query.row(0).cast<double>().transpose(), key.row(0).cast<double>().transpose(), 700, 31,
                             inverseFrequencies(1e4, 32), PairLayout::Interleaved, 1.2, 0.25),
                1e-13);
}

} // namespace rope

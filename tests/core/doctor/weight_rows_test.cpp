#include "core/doctor/weight_rows.h"

#include "core/rotation/layout.h"

#include <gtest/gtest.h>
#include <random>

namespace rope {
namespace {

RowMatrixF randomRows(Eigen::Index rows, unsigned seed)
{
    std::mt19937 random(seed);
    std::normal_distribution<float> normal;
    return RowMatrixF::NullaryExpr(rows, 96, [&] { return normal(random); });
}

/// Rows of each head of headDim moved from one layout to the other.
RowMatrixF moved(const RowMatrixF& rows, PairLayout from, PairLayout to, int headDim)
{
    const std::vector<int> within = layoutPermutation(from, to, headDim, headDim);
    RowMatrixF result = rows;
    for (Eigen::Index row = 0; row < rows.rows(); ++row)
        result.row(row) = rows.row(row / headDim * headDim + within[static_cast<std::size_t>(row % headDim)]);
    return result;
}

constexpr auto half = PairLayout::HalfSplit;
constexpr auto interleaved = PairLayout::Interleaved;

WeightDiagnosis diagnosed(const RowMatrixF& queries, const RowMatrixF& keys)
{
    return diagnoseWeights({{"q_proj", randomRows(512, 1), queries}, {"k_proj", randomRows(128, 2), keys}});
}

TEST(WeightRows, NamesThePermutationOfEachHead)
{
    const WeightDiagnosis found =
        diagnosed(moved(randomRows(512, 1), half, interleaved, 64), moved(randomRows(128, 2), half, interleaved, 64));
    EXPECT_TRUE(found.consistent) << found.verdict;
    for (const RowFinding& rows : found.rows) {
        EXPECT_EQ(rows.order, RowOrder::ToInterleaved);
        EXPECT_EQ(rows.headDim, 64);
        EXPECT_EQ(rows.residual, 0.0);
        EXPECT_GT(rows.nextResidual, 0.9);
    }
    const RowFinding back = findRowOrder({"q", randomRows(512, 1), moved(randomRows(512, 1), interleaved, half, 32)});
    EXPECT_EQ(back.order, RowOrder::ToHalfSplit);
    EXPECT_EQ(back.headDim, 32);
    EXPECT_TRUE(diagnosed(randomRows(512, 1), randomRows(128, 2)).consistent);
}

TEST(WeightRows, SeesThroughCoarseQuantisation)
{
    const RowMatrixF coarse = (moved(randomRows(512, 1), half, interleaved, 64) * 2.0F).array().round().matrix() / 2.0F;
    const RowFinding rows = findRowOrder({"q", randomRows(512, 1), coarse});
    EXPECT_EQ(rows.order, RowOrder::ToInterleaved);
    EXPECT_EQ(rows.headDim, 64);
    EXPECT_TRUE(rows.wrongHeads.empty());
}

TEST(WeightRows, NamesKeysMovedWithTheNumberOfQueryHeads)
{
    const WeightDiagnosis found =
        diagnosed(moved(randomRows(512, 1), half, interleaved, 64), moved(randomRows(128, 2), half, interleaved, 16));
    EXPECT_EQ(found.faults, std::vector<std::string>{"key_heads"}) << found.verdict;
}

TEST(WeightRows, NamesKeysThatWereLeftAsTheyWere)
{
    const WeightDiagnosis found = diagnosed(moved(randomRows(512, 1), half, interleaved, 64), randomRows(128, 2));
    EXPECT_EQ(found.faults, std::vector<std::string>{"query_key_differ"}) << found.verdict;
}

TEST(WeightRows, NamesTheHeadThatDoesNotFollow)
{
    RowMatrixF queries = moved(randomRows(512, 1), half, interleaved, 64);
    queries.middleRows(128, 64) = randomRows(512, 1).middleRows(128, 64);
    const WeightDiagnosis found = diagnosed(queries, moved(randomRows(128, 2), half, interleaved, 64));
    EXPECT_EQ(found.faults, std::vector<std::string>{"head_wrong"}) << found.verdict;
    EXPECT_EQ(found.rows[0].wrongHeads, std::vector<int>{2});
    queries = randomRows(512, 1);
    queries.middleRows(128, 64) = moved(queries, half, interleaved, 64).middleRows(128, 64);
    EXPECT_EQ(diagnosed(queries, randomRows(128, 2)).faults, std::vector<std::string>{"head_wrong"});
}

TEST(WeightRows, SaysWhereNoOrderLeadsFromOneToTheOther)
{
    const WeightDiagnosis found = diagnosed(randomRows(512, 5), randomRows(128, 2));
    EXPECT_EQ(found.faults, std::vector<std::string>{"rows_differ"}) << found.verdict;
}

} // namespace
} // namespace rope

#include "core/lab/placed_content.h"

#include "core/lab/measures.h"
#include "tests/core/lab/lab_cases.h"

#include <gtest/gtest.h>

namespace rope {
namespace {

constexpr int length = 37;

struct NamedEncoding {
    std::string name;
    PlacedEncoding placed;
    LabPositions matrices; ///< the same, written out for `length` places
};

RowMatrix biasMatrix(const OffsetBias& bias)
{
    RowMatrix matrix(length, length);
    for (Eigen::Index m = 0; m < length; ++m)
        for (Eigen::Index n = 0; n < length; ++n)
            matrix(m, n) = bias.at(n - m);
    return matrix;
}

std::vector<NamedEncoding> encodings()
{
    std::vector<NamedEncoding> all;
    for (const int absolute : {0, 1, 2})
        for (const int relative : {0, 1, 2, 3, 4}) {
            NamedEncoding each{
                "absolute " + std::to_string(absolute) + ", relative " + std::to_string(relative), {}, {}};
            if (absolute == 1) {
                each.placed.sinusoidal = true;
                each.matrices.absolute = addedWaves(length).absolute;
            } else if (absolute == 2) {
                each.placed.table.emplace(length, 16, 3);
                each.placed.tableGrowth = 50.0;
                each.matrices.absolute = 50.0 * LearnedTable(length, 16, 3).rows(0, length).value();
            }
            if (relative == 1 || relative == 4)
                each.placed.inverseFrequency = each.matrices.inverseFrequency = inverseFrequencies(10000.0, 16);
            if (relative == 2)
                each.placed.bias = alibiOffsetBias(0.3);
            if (relative == 3)
                each.placed.bias = t5OffsetBias({}, t5Biases({}, 7));
            if (relative == 4) { // some channels pass, and turned ones are longer
                each.placed.inverseFrequency = each.matrices.inverseFrequency = inverseFrequencies(500.0, 10);
                each.placed.layout = each.matrices.layout = PairLayout::Interleaved;
                each.placed.attentionFactor = each.matrices.attentionFactor = 1.2;
            }
            if (!each.placed.bias.isEmpty())
                each.matrices.bias = biasMatrix(each.placed.bias);
            all.push_back(std::move(each));
        }
    return all;
}

PlacedContent placed(const PlacedEncoding& encoding)
{
    const LabCase lab;
    return PlacedContent(lab.embeddings.row(0), lab.head, encoding);
}

RowMatrix blockMeans(const RowMatrix& cells, const std::vector<std::int64_t>& edges)
{
    const auto blocks = static_cast<Eigen::Index>(edges.size()) - 1;
    RowMatrix means(blocks, blocks);
    for (Eigen::Index i = 0; i < blocks; ++i)
        for (Eigen::Index j = 0; j < blocks; ++j) {
            const auto row = static_cast<std::size_t>(i);
            const auto column = static_cast<std::size_t>(j);
            means(i, j) =
                cells.block(edges[row], edges[column], edges[row + 1] - edges[row], edges[column + 1] - edges[column])
                    .mean();
        }
    return means;
}

TEST(PlacedContent, EveryCellIsTheLabsScore)
{
    const LabCase lab;
    std::vector<std::int64_t> places(length);
    for (int i = 0; i < length; ++i)
        places[static_cast<std::size_t>(i)] = i;
    for (const NamedEncoding& each : encodings()) {
        const RowMatrix wanted = identicalContentScores(lab.embeddings.row(0), length, lab.head, each.matrices);
        const PlacedContent content = placed(each.placed);
        EXPECT_LT((content.scores(places) - wanted).cwiseAbs().maxCoeff(), 1e-11) << each.name;
        EXPECT_NEAR(content.score(31, 4), wanted(31, 4), 1e-11) << each.name;
    }
}

TEST(PlacedContent, BlocksAreTheMeansOfTheirCells)
{
    const LabCase lab;
    for (const NamedEncoding& each : encodings())
        for (const int blocks : {1, 5, 24, length}) {
            const RowMatrix cells = identicalContentScores(lab.embeddings.row(0), length, lab.head, each.matrices);
            const PlacedContent content = placed(each.placed);
            const TableSums sums = content.tableSums(length).value();
            const std::vector<std::int64_t> edges = blockEdges(length, blocks);
            EXPECT_LT((content.means(edges, sums) - blockMeans(cells, edges)).cwiseAbs().maxCoeff(), 1e-11)
                << each.name << ", " << blocks << " blocks";
            const Eigen::RowVectorXd row = content.rowMeans(20, edges, sums);
            for (std::size_t j = 0; j + 1 < edges.size(); ++j)
                EXPECT_NEAR(row[static_cast<Eigen::Index>(j)],
                            cells.row(20).segment(edges[j], edges[j + 1] - edges[j]).mean(), 1e-11)
                    << each.name;
        }
}

TEST(PlacedContent, PastTheTablesEndThereIsNoScore)
{
    PlacedEncoding encoding;
    encoding.table.emplace(10, 16, 3);
    encoding.bias = alibiOffsetBias(0.5);
    const PlacedContent content = placed(encoding);
    EXPECT_EQ(content.end(), 10);
    EXPECT_TRUE(std::isnan(content.score(10, 2)));
    EXPECT_TRUE(std::isnan(content.score(2, 10)));
    const RowMatrix means = content.means(std::vector<std::int64_t>{0, 4, 8, 12, 16}, content.tableSums(16).value());
    std::vector<std::int64_t> places = {0, 1, 2, 3, 8, 9};
    const RowMatrix cells = content.scores(places);
    EXPECT_NEAR(means(0, 2), cells.topRightCorner(4, 2).mean(), 1e-12) << "the cut block counts what exists";
    EXPECT_TRUE(means.row(3).array().isNaN().all());
    EXPECT_TRUE(means.col(3).array().isNaN().all());
    EXPECT_TRUE(means.topLeftCorner(3, 3).allFinite());
}

TEST(PlacedContent, KeepsItsLawsAtTenMillion)
{
    PlacedEncoding encoding;
    encoding.inverseFrequency = inverseFrequencies(10000.0, 16);
    const std::int64_t far = 9'999'000;
    const PlacedContent rotary = placed(encoding);
    EXPECT_NEAR(rotary.score(far, far + 17), rotary.score(0, 17), 1e-11);
    encoding.sinusoidal = true;
    const PlacedContent both = placed(encoding);
    EXPECT_GT(std::abs(both.score(far, far + 17) - both.score(0, 17)), 1e-3);
    const std::vector<std::int64_t> edges = {far, far + 3, far + 7};
    const std::vector<std::int64_t> places = {far, far + 1, far + 2, far + 3, far + 4, far + 5, far + 6};
    EXPECT_NEAR(both.means(edges, {})(0, 1), both.scores(places).block(0, 3, 3, 4).mean(), 1e-8);
}

} // namespace
} // namespace rope

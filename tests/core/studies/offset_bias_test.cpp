#include "core/studies/offset_bias.h"

#include <cmath>
#include <gtest/gtest.h>

namespace rope {
namespace {

constexpr std::uint64_t seed = 7;

T5Buckets causalBuckets()
{
    T5Buckets layout;
    layout.bidirectional = false;
    return layout;
}

std::vector<std::pair<std::string, OffsetBias>> biases()
{
    return {{"alibi", alibiOffsetBias(0.5)},
            {"alibi, a slope that is no power of two", alibiOffsetBias(0.3)},
            {"t5", t5OffsetBias({}, t5Biases({}, seed))},
            {"t5, past alone", t5OffsetBias(causalBuckets(), t5Biases(causalBuckets(), seed))}};
}

double meanByHand(const OffsetBias& bias, std::int64_t a, std::int64_t b, std::int64_t c, std::int64_t e)
{
    double sum = 0.0;
    for (std::int64_t m = a; m < b; ++m)
        for (std::int64_t n = c; n < e; ++n)
            sum += bias.at(n - m);
    return sum / static_cast<double>((b - a) * (e - c));
}

} // namespace

TEST(OffsetBias, IsTheEncodingsBiasAtEveryOffset)
{
    const T5Buckets layout;
    const Eigen::VectorXd table = t5Biases(layout, seed);
    const OffsetBias t5 = t5OffsetBias(layout, table);
    const OffsetBias alibi = alibiOffsetBias(0.3);
    for (std::int64_t offset = -400; offset <= 400; ++offset) {
        EXPECT_EQ(t5.at(offset), table[t5Bucket(offset, layout)]) << offset;
        EXPECT_EQ(alibi.at(offset), -0.3 * std::abs(static_cast<double>(offset))) << offset;
    }
    EXPECT_EQ(alibi.at(-10'000'000), -3e6);
    EXPECT_EQ(OffsetBias().at(7), 0.0);
}

TEST(OffsetBias, MeansOfBlocksAreThoseOfTheirCells)
{
    const std::vector<std::int64_t> edges = {0, 1, 4, 4, 30, 31, 97, 400};
    for (const auto& [name, bias] : biases())
        for (const auto& [first, last] : {std::pair<std::int64_t, std::int64_t>{0, 1}, {3, 8}, {29, 33}, {90, 290}}) {
            const Eigen::RowVectorXd means = bias.means(first, last, edges);
            for (std::size_t j = 0; j + 1 < edges.size(); ++j) {
                const double wanted =
                    edges[j] == edges[j + 1] ? 0.0 : meanByHand(bias, first, last, edges[j], edges[j + 1]);
                EXPECT_NEAR(means[static_cast<Eigen::Index>(j)], wanted, 1e-12 * (1.0 + std::abs(wanted)))
                    << name << ", rows " << first << " to " << last << ", block " << j;
            }
        }
}

TEST(OffsetBias, StaysExactAtTenMillion)
{
    const std::int64_t length = 10'000'000;
    const std::vector<std::int64_t> edges = {0, length};
    const double n = static_cast<double>(length);
    // sum of |n - m| over all cells of a square of side N is N (N^2 - 1) / 3
    EXPECT_NEAR(alibiOffsetBias(0.5).means(0, length, edges)[0], -0.5 * (n * n - 1.0) / (3.0 * n), 1e-8);
    // all but a band of 256 diagonals has the two outermost buckets
    const Eigen::VectorXd table = t5Biases({}, seed);
    const double ends = 0.5 * (table[t5Bucket(-1000, {})] + table[t5Bucket(1000, {})]);
    EXPECT_NEAR(t5OffsetBias({}, table).means(0, length, edges)[0], ends, 1e-4);
}

} // namespace rope

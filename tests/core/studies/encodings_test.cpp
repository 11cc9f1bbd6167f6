#include "core/studies/encodings.h"

#include "tests/core/reference.h"

#include <cmath>

namespace rope {

namespace {

SinusoidalLayout sinusoidalLayout(const std::string& name)
{
    if (name.rfind("interleaved", 0) == 0)
        return SinusoidalLayout::Interleaved;
    return name.find("tensor2tensor") != std::string::npos ? SinusoidalLayout::TensorToTensor
                                                           : SinusoidalLayout::Concatenated;
}

void expectSinusoidal(const nlohmann::json& one)
{
    const auto positions = one.at("positions").get<std::vector<std::int64_t>>();
    const RowMatrix table = sinusoidalTable(positions.front(), static_cast<std::int64_t>(positions.size()), one.at("d"),
                                            sinusoidalLayout(one.at("layout")));
    EXPECT_LT((table - testing::matrixIn(one.at("table_f64"))).cwiseAbs().maxCoeff(), 1e-14) << one["id"];
}

void expectBuckets(const nlohmann::json& one)
{
    const T5Buckets layout{one.at("num_buckets"), one.at("max_distance"), one.at("bidirectional")};
    for (std::size_t i = 0; i < one.at("relative_position").size(); ++i)
        EXPECT_EQ(t5Bucket(one["relative_position"][i], layout), one.at("bucket_f64").at(i))
            << one["id"] << " offset " << one["relative_position"][i];
}

} // namespace

TEST(Encodings, MeansOfSinusoidalRowsAreClosedSums)
{
    const std::vector<std::int64_t> edges = {0, 1, 7, 40, 1000};
    for (const auto layout :
         {SinusoidalLayout::Interleaved, SinusoidalLayout::Concatenated, SinusoidalLayout::TensorToTensor}) {
        const RowMatrix means = sinusoidalMeans(edges, 16, layout);
        const RowMatrix table = sinusoidalTable(0, 1000, 16, layout);
        for (std::size_t i = 0; i + 1 < edges.size(); ++i) {
            const Eigen::RowVectorXd wanted = table.middleRows(edges[i], edges[i + 1] - edges[i]).colwise().mean();
            EXPECT_LT((means.row(static_cast<Eigen::Index>(i)) - wanted).cwiseAbs().maxCoeff(), 1e-12);
        }
    }
}

TEST(Encodings, EqualPublicTablesSlopesAndBuckets)
{
    int cases = 0;
    for (const auto& one : testing::referenceCases("other_encodings.json")) {
        const std::string kind = one.at("kind");
        if (kind == "sinusoidal")
            expectSinusoidal(one);
        else if (kind == "t5_bucket")
            expectBuckets(one);
        else if (kind == "alibi")
            EXPECT_LT(
                (alibiSlopes(one.at("heads")) - testing::vectorIn(one.at("slopes_paper_f64"))).cwiseAbs().maxCoeff(),
                1e-15)
                << one["id"];
        else
            ADD_FAILURE() << "unknown kind " << kind;
        ++cases;
    }
    testing::expectEveryCase("other_encodings.json", cases);
}

TEST(Encodings, SinusoidsTurnByARotationFromRowToRow)
{
    // channel pairs (sin, cos) of position p + k are those of p turned back by k theta: the fixed formula is relative
    // too
    const RowMatrix table = sinusoidalTable(1'000'000, 2, 8, SinusoidalLayout::Interleaved);
    for (int i = 0; i < 4; ++i) {
        const double theta = std::pow(1e4, -2.0 * i / 8.0);
        const double sine = table(0, 2 * i) * std::cos(theta) + table(0, 2 * i + 1) * std::sin(theta);
        EXPECT_NEAR(table(1, 2 * i), sine, 1e-14);
    }
}

TEST(Encodings, ALearnedTableHasAHardEnd)
{
    const LearnedTable table(512, 16, 1);
    ASSERT_TRUE(table.at(511));
    EXPECT_EQ(table.at(511)->size(), 16);
    EXPECT_NE(*table.at(511), *table.at(510));
    EXPECT_EQ(*table.at(3), table.rows(2, 4)->row(1).transpose());
    ASSERT_FALSE(table.at(512));
    EXPECT_NE(table.at(512).error().message.find("position 512"), std::string::npos);
    EXPECT_NE(table.at(512).error().message.find("0 to 511"), std::string::npos);
    EXPECT_FALSE(table.at(-1));
    EXPECT_FALSE(table.rows(510, 3));
    EXPECT_TRUE(table.rows(510, 2));
}

TEST(Encodings, AlibiOfEightHeads)
{
    const Eigen::VectorXd slopes = alibiSlopes(8);
    EXPECT_EQ(slopes[0], 0.5);
    EXPECT_EQ(slopes[7], 1.0 / 256.0);
}

TEST(Encodings, T5BiasesAreOnePerBucketAndReproducible)
{
    const T5Buckets layout;
    EXPECT_EQ(t5Biases(layout, 4).size(), 32);
    EXPECT_EQ(t5Biases(layout, 4), t5Biases(layout, 4));
    EXPECT_NE(t5Biases(layout, 4), t5Biases(layout, 5));
    EXPECT_EQ(t5Bucket(1'000'000'000'000, layout), 31);
    EXPECT_EQ(t5Bucket(-1'000'000'000'000, layout), 15);
}

} // namespace rope

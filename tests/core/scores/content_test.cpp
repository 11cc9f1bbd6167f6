#include "core/scores/content.h"

#include "core/rotation/frequency.h"

#include <cmath>

namespace rope {

TEST(Content, GaussianNumbersHaveTheMomentsOfAGaussian)
{
    RowMatrixF block(4000, 250);
    gaussianRows(7, ContentStream::Query)(0, block);
    const Eigen::ArrayXXd x = block.cast<double>().array();
    EXPECT_NEAR(x.mean(), 0.0, 4e-3);
    EXPECT_NEAR(x.square().mean(), 1.0, 6e-3);
    EXPECT_NEAR(x.cube().mean(), 0.0, 1.5e-2);
    EXPECT_NEAR(x.square().square().mean(), 3.0, 4e-2);
    EXPECT_NEAR((x.abs() > 1.959964).cast<double>().mean(), 0.05, 1e-3);
    EXPECT_NEAR((x.leftCols(249) * x.rightCols(249)).mean(), 0.0, 4e-3);
    EXPECT_NEAR((x.topRows(3999) * x.bottomRows(3999)).mean(), 0.0, 4e-3);
}

TEST(Content, NumbersDependOnTheirPlaceAndNotOnTheOrderOfAsking)
{
    RowMatrixF whole(50, 9);
    RowMatrixF part(3, 9);
    const RowSource source = gaussianRows(42, ContentStream::Key);
    source(1'000'000, whole);
    source(1'000'020, part);
    EXPECT_EQ(part, whole.middleRows(20, 3));
    for (std::uint64_t channel = 0; channel < 9; ++channel)
        EXPECT_EQ(gaussian(42, ContentStream::Key, 1'000'020, channel), part(0, static_cast<Eigen::Index>(channel)));
    EXPECT_NE(gaussian(42, ContentStream::Key, 1, 0), gaussian(43, ContentStream::Key, 1, 0));
    EXPECT_NE(gaussian(42, ContentStream::Key, 1, 0), gaussian(42, ContentStream::Query, 1, 0));
}

TEST(Content, KnownNumbersStayTheSameOnEveryMachine)
{
    EXPECT_FLOAT_EQ(gaussian(1, ContentStream::Query, 0, 0), 0.06627509F);
    EXPECT_FLOAT_EQ(gaussian(1, ContentStream::Query, 0, 1), -0.18162027F);
    EXPECT_FLOAT_EQ(gaussian(1, ContentStream::Key, 123456789, 127), -0.910374343F);
}

TEST(Content, ATokenHasOneVectorInEverySentence)
{
    const RowSource one = tokenRows(tokensOf("dog bites man"), 8, 3, ContentStream::Query);
    const RowSource other = tokenRows(tokensOf("man  bites\tdog"), 8, 3, ContentStream::Query);
    RowMatrixF a(6, 8);
    RowMatrixF b(3, 8);
    one(0, a);
    other(0, b);
    EXPECT_EQ(a.row(0), b.row(2));
    EXPECT_EQ(a.row(1), b.row(1));
    EXPECT_EQ(a.row(2), b.row(0));
    EXPECT_NE(a.row(0), a.row(1));
    EXPECT_EQ(a.topRows(3), a.bottomRows(3));
    EXPECT_EQ(tokensOf("  ").size(), 1U);
}

TEST(Content, MixGoesFromIdenticalToVaried)
{
    const Eigen::VectorXd row = Eigen::VectorXd::LinSpaced(4, 1.0, 4.0);
    const RowSource varied = gaussianRows(5, ContentStream::Query);
    RowMatrixF pure(3, 4);
    RowMatrixF mixed(3, 4);
    varied(10, pure);
    mixedRows(identicalRows(row), varied, 0.25)(10, mixed);
    const RowMatrixF expected = 0.25F * pure + 0.75F * RowMatrixF(row.cast<float>().transpose().replicate(3, 1));
    EXPECT_LT((mixed - expected).cwiseAbs().maxCoeff(), 1e-6F);
    mixedRows(identicalRows(row), varied, 0.0)(10, mixed);
    EXPECT_EQ(mixed.row(2), row.cast<float>().transpose());
    mixedRows(identicalRows(row), varied, 1.0)(10, mixed);
    EXPECT_EQ(mixed, pure);
}

TEST(Content, ToeplitzMeterOfAPictureSeesContentAlone)
{
    const RowRotation rotation{inverseFrequencies(1e4, 16), PairLayout::HalfSplit, 1.0};
    const auto distance = [&](double mix) {
        const auto rows = [&](ContentStream stream) {
            return mixedRows(identicalRows(Eigen::VectorXd::Ones(16)), gaussianRows(1, stream), mix);
        };
        const ContentRows content{500, 16, rows(ContentStream::Query), rows(ContentStream::Key)};
        return toeplitzDistance(*BlockMeans::build(content, rotation)->image({20, 10, 64, 64, Mask::Causal}, 0.25));
    };
    EXPECT_LT(distance(0.0), 5e-6);
    EXPECT_GT(distance(0.5), 0.5);
    EXPECT_GT(distance(1.0), distance(0.5));
}

} // namespace rope

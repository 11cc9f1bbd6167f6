#include "core/views/head_energy.h"

#include "tests/core/opened_content.h"
#include "tests/core/oracles.h"

#include <cmath>
#include <gtest/gtest.h>

namespace rope {
namespace {

TEST(HeadEnergy, WithoutAFileTheExampleStandsInAndSaysSo)
{
    const HeadEnergy energy = headEnergy({}).value();
    EXPECT_TRUE(energy.example);
    EXPECT_EQ(energy.content->capture.id, "tinylm_natural");
    EXPECT_EQ(energy.rows(), 16);
    EXPECT_EQ(energy.pairs, 32);
    EXPECT_FALSE(headEnergy(openedWith({}, exampleContent)).value().example);
}

TEST(HeadEnergy, SharesOfAHeadThatTurnsWholeSumToOne)
{
    const HeadEnergy energy = headEnergy({}).value();
    for (int row = 0; row < energy.rows(); ++row) {
        EXPECT_NEAR(energy.queryShare.row(row).sum(), 1.0, 1e-12);
        EXPECT_NEAR(energy.keyShare.row(row).sum(), 1.0, 1e-12);
        EXPECT_NEAR(energy.weight.row(row).sum(), 1.0, 1e-12);
    }
    const ShownState partial = openedAfter(openedWith({}, exampleContent), SetValue{"model.rotary_dim", 16.0});
    EXPECT_LT(headEnergy(partial).value().queryShare.row(0).sum(), 0.9) << "the rest passes through";
}

TEST(HeadEnergy, FirstLayerOfTheStoryModelPutsItsQueriesIntoTheSlowestPairs)
{
    const HeadEnergy energy = headEnergy(openedWith({}, "capture:stories260k")).value();
    for (int head = 0; head < energy.heads; ++head)
        EXPECT_GT(energy.queryShare(head, 3), energy.queryShare(head, 0)) << head;
    EXPECT_EQ(energy.keyShare.row(0), energy.keyShare.row(1)) << "two query heads share a key head";
    EXPECT_NE(energy.keyShare.row(1), energy.keyShare.row(2));
}

TEST(HeadEnergy, ThePreviousTokenHeadLivesOnTheFastPairs)
{
    const HeadEnergy energy = headEnergy({}).value();
    const Capture& capture = energy.content->capture;
    const Eigen::VectorXd shares =
        testing::pairShares(capturedQueries(capture, 3, 3), capturedKeys(capture, 3, 3), capture.layout);
    const Eigen::VectorXd weight = energy.weight.row(energy.rowOf(3, 3)).transpose();
    EXPECT_LT((weight - shares).cwiseAbs().maxCoeff(), 1e-9);
    EXPECT_GT(weight.head(16).sum(), 0.8);
}

TEST(HeadEnergy, TheTrainedPairTurnsOnceInTheTrainedContext)
{
    const HeadEnergy energy = headEnergy({}).value();
    const double at = energy.trainedPair();
    const auto below = static_cast<Eigen::Index>(std::floor(at));
    EXPECT_LT(energy.wavelength[below], 128.0);
    EXPECT_GT(energy.wavelength[below + 1], 128.0);
    EXPECT_NEAR(2.0 * 3.14159265358979 * std::pow(energy.base, at / energy.pairs), 128.0, 1e-9);
}

} // namespace
} // namespace rope

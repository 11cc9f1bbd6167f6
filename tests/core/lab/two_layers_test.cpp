#include "core/lab/two_layers.h"

#include "tests/core/lab/lab_cases.h"

namespace rope {

class TwoLayersOf : public ::testing::Test {
protected:
    RowMatrix words(std::vector<std::string> tokens) const
    {
        return tokenEmbeddings(tokens, static_cast<int>(lab.embeddings.cols()), 7);
    }
    const LabCase lab;
    const int dim = static_cast<int>(lab.embeddings.cols());
    const TwoLayers layers = twoLayers(dim, static_cast<int>(lab.head.query.cols()), 3);
};

TEST_F(TwoLayersOf, TheFirstIsTheLabsHeadAndTheSecondReadsItsOutput)
{
    const LabPositions rotary = rotaryPositions();
    const LayerScores scores = runTwoLayers(lab.embeddings, layers, rotary, Mask::Causal);
    const LabRun first = runAttention(lab.embeddings, layers.first, rotary, Mask::Causal);
    EXPECT_LT((scores.first - first.scores).cwiseAbs().maxCoeff(), 1e-15);
    const RowMatrix words = lab.embeddings + first.output * layers.back;
    const LabRun second = runAttention(words, layers.second, rotary, Mask::Causal);
    EXPECT_LT((scores.second - second.scores).cwiseAbs().maxCoeff(), 1e-15);
}

TEST_F(TwoLayersOf, PositionsAloneChangeNoLayerUnderRope)
{
    const LayerChange moved = positionsMoved(lab.embeddings, layers, rotaryPositions(), Mask::Causal, 100000);
    EXPECT_LT(moved.first, 1e-9);
    EXPECT_LT(moved.second, 1e-9);
}

TEST_F(TwoLayersOf, OtherWordsInFrontChangeTheSecondLayerAlone)
{
    const LayerChange change =
        frontReplaced(words({"one", "two"}), words({"three", "four"}), lab.embeddings, layers, rotaryPositions());
    EXPECT_LT(change.first, 1e-12);
    EXPECT_GT(change.second, 0.1);
    const LayerChange same =
        frontReplaced(words({"one", "two"}), words({"one", "two"}), lab.embeddings, layers, rotaryPositions());
    EXPECT_EQ(same.second, 0.0);
}

TEST_F(TwoLayersOf, AStartFartherOffChangesTheSecondLayerAlone)
{
    const LayerChange change = startMoved(lab.embeddings, layers, rotaryPositions());
    EXPECT_LT(change.first, 1e-12);
    EXPECT_GT(change.second, 1e-3);
}

TEST_F(TwoLayersOf, TheMaskAloneTellsOrdersApartInTheSecondLayer)
{
    const LayerChange open = lastToFront(lab.embeddings, layers, Mask::None);
    EXPECT_LT(open.first, 1e-12);
    EXPECT_LT(open.second, 1e-12);
    const LayerChange causal = lastToFront(lab.embeddings, layers, Mask::Causal);
    EXPECT_LT(causal.first, 1e-12);
    EXPECT_GT(causal.second, 0.1);
}

} // namespace rope

#include "core/lab/attention_lab.h"

#include "tests/core/lab/lab_cases.h"

namespace rope {

namespace {

const std::vector<int> reversed = {8, 7, 6, 5, 4, 3, 2, 1, 0};
const std::vector<int> shuffled = {3, 0, 7, 8, 1, 5, 2, 6, 4};

} // namespace

TEST(AttentionLab, EqualTokensHaveEqualEmbeddingsInEverySentence)
{
    const RowMatrix first = tokenEmbeddings(tokensOf("dog bites man"), 16, 1);
    const RowMatrix second = tokenEmbeddings(tokensOf("man bites dog"), 16, 1);
    EXPECT_EQ(first.row(0), second.row(2));
    EXPECT_EQ(first.row(1), second.row(1));
    EXPECT_GT((first.row(0) - first.row(2)).norm(), 0.1);
    EXPECT_GT((first - tokenEmbeddings(tokensOf("dog bites man"), 16, 2)).norm(), 0.1);
}

TEST(AttentionLab, WithoutPositionsPermutingTheInputPermutesTheOutput)
{
    const LabCase lab;
    const std::vector<int> order = shuffled;
    EXPECT_LT(permutationResidual(lab.embeddings, lab.head, {}, Mask::None, order), 1e-14);
    EXPECT_LT(permutationResidual(lab.embeddings, lab.head, {}, Mask::None, reversed), 1e-14);
}

TEST(AttentionLab, EveryPositionSchemeBreaksThePermutationLaw)
{
    const LabCase lab;
    const std::vector<int> order = reversed;
    EXPECT_GT(permutationResidual(lab.embeddings, lab.head, rotaryPositions(), Mask::None, order), 0.05);
    EXPECT_GT(permutationResidual(lab.embeddings, lab.head, addedWaves(9), Mask::None, order), 0.05);
    LabPositions lopsided = distanceBias(9);
    lopsided.bias = lopsided.bias.triangularView<Eigen::Lower>().toDenseMatrix();
    EXPECT_GT(permutationResidual(lab.embeddings, lab.head, lopsided, Mask::None, order), 0.05);
}

TEST(AttentionLab, ASymmetricBiasSurvivesReversalButNotAShuffle)
{
    const LabCase lab;
    const LabPositions bias = distanceBias(9);
    EXPECT_LT(permutationResidual(lab.embeddings, lab.head, bias, Mask::None, reversed), 1e-14);
    EXPECT_GT(permutationResidual(lab.embeddings, lab.head, bias, Mask::None, shuffled), 0.05);
}

TEST(AttentionLab, TheCausalMaskAloneBreaksThePermutationLaw)
{
    const LabCase lab;
    EXPECT_GT(permutationResidual(lab.embeddings, lab.head, {}, Mask::Causal, reversed), 0.05);
}

TEST(AttentionLab, ValuesAreNotTurnedAndTheOutputIsTheirWeightedSum)
{
    const LabCase lab;
    const LabRun content = runAttention(lab.embeddings, lab.head, {}, Mask::None);
    const LabRun turned = runAttention(lab.embeddings, lab.head, rotaryPositions(), Mask::None);
    EXPECT_EQ(content.values, turned.values);
    EXPECT_GT((turned.turnedQueries - turned.queries).norm(), 0.1);
    for (Eigen::Index m = 0; m < 9; ++m) {
        Eigen::RowVectorXd sum = Eigen::RowVectorXd::Zero(16);
        for (Eigen::Index n = 0; n < 9; ++n)
            sum += turned.weights(m, n) * turned.values.row(n);
        EXPECT_LT((sum - turned.output.row(m)).norm(), 1e-14);
        EXPECT_NEAR(turned.weights.row(m).sum(), 1.0, 1e-14);
    }
}

TEST(AttentionLab, TurningKeepsTheLengthOfEveryQueryAndKey)
{
    const LabCase lab;
    const LabRun run = runAttention(lab.embeddings, lab.head, rotaryPositions(), Mask::None, 1000);
    EXPECT_LT((run.turnedQueries.rowwise().norm() - run.queries.rowwise().norm()).cwiseAbs().maxCoeff(), 1e-13);
    EXPECT_LT((run.turnedKeys.rowwise().norm() - run.keys.rowwise().norm()).cwiseAbs().maxCoeff(), 1e-13);
}

TEST(AttentionLab, RotaryScoresDoNotKnowWhereTheSequenceBegins)
{
    const LabCase lab;
    const LabRun atZero = runAttention(lab.embeddings, lab.head, rotaryPositions(), Mask::None, 0);
    const LabRun far = runAttention(lab.embeddings, lab.head, rotaryPositions(), Mask::None, 1'000'000);
    EXPECT_LT((atZero.scores - far.scores).cwiseAbs().maxCoeff(), 1e-12);
}

TEST(AttentionLab, TheCausalMaskHidesTheFuture)
{
    const LabCase lab;
    const LabRun run = runAttention(lab.embeddings, lab.head, {}, Mask::Causal);
    EXPECT_EQ(run.weights(0, 0), 1.0);
    for (Eigen::Index m = 0; m < 9; ++m)
        for (Eigen::Index n = m + 1; n < 9; ++n)
            EXPECT_EQ(run.weights(m, n), 0.0);
}

TEST(AttentionLab, AnEmptySentenceRuns)
{
    const LabHead head = labHead(16, 16, 1);
    const RowMatrix nothing(0, 16);
    EXPECT_EQ(runAttention(nothing, head, rotaryPositions(), Mask::Causal).output.rows(), 0);
    EXPECT_EQ(permutationResidual(nothing, head, {}, Mask::None, {}), 0.0);
}

} // namespace rope

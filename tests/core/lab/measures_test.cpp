#include "core/lab/measures.h"

#include "tests/core/lab/lab_cases.h"

namespace rope {

class Dependence : public ::testing::Test {
protected:
    PositionDependence of(const LabPositions& positions) const
    {
        return positionDependence(identicalContentScores(lab.embeddings.row(0), 9, lab.head, positions));
    }
    LabCase lab;
};

TEST_F(Dependence, WithoutPositionsNothingDependsOnThem)
{
    const PositionDependence none = of({});
    EXPECT_LT(none.queryMoves, 1e-12);
    EXPECT_LT(none.keyMoves, 1e-12);
    EXPECT_LT(none.toeplitz, 1e-12);
}

TEST_F(Dependence, RotaryScoresDependOnTheOffsetAlone)
{
    const PositionDependence rotary = of(rotaryPositions());
    EXPECT_GT(rotary.queryMoves, 0.1);
    EXPECT_GT(rotary.keyMoves, 0.1);
    EXPECT_LT(rotary.bothMove, 1e-12);
    EXPECT_LT(rotary.toeplitz, 1e-12);
}

TEST_F(Dependence, AddedPositionsDependOnBothPlaces)
{
    const PositionDependence added = of(addedWaves(9));
    EXPECT_GT(added.bothMove, 0.1);
    EXPECT_GT(added.toeplitz, 0.1);
}

TEST_F(Dependence, AnAddedEncodingBesideARelativeOneKeepsItsAbsolutePart)
{
    LabPositions both = addedWaves(9);
    both.inverseFrequency = rotaryPositions().inverseFrequency;
    EXPECT_GT(of(both).bothMove, 0.1);
}

TEST_F(Dependence, ADistanceBiasIsToeplitz)
{
    const PositionDependence bias = of(distanceBias(9));
    EXPECT_NEAR(bias.keyMoves, 4.0, 1e-12);
    EXPECT_LT(bias.bothMove, 1e-12);
}

TEST(RepeatedTokens, AreTiedWithoutPositionsAndToldApartWithThem)
{
    LabCase lab;
    const auto none = repeatedTokens(lab.tokens, runAttention(lab.embeddings, lab.head, {}, Mask::None).scores);
    ASSERT_EQ(none.size(), 3U); // the-the, man-man, the-the
    EXPECT_EQ(none[0].first, 0);
    EXPECT_EQ(none[0].second, 3);
    for (const RepeatedToken& repeat : none)
        EXPECT_TRUE(repeat.tied) << repeat.largestGap;
    const LabRun turned = runAttention(lab.embeddings, lab.head, rotaryPositions(), Mask::None);
    for (const RepeatedToken& repeat : repeatedTokens(lab.tokens, turned.scores)) {
        EXPECT_FALSE(repeat.tied);
        EXPECT_GT(repeat.largestGap, 0.1);
    }
}

TEST(RepeatedTokens, ASentenceWithoutRepetitionHasNone)
{
    const std::vector<std::string> tokens = tokensOf("dog bites man");
    EXPECT_TRUE(repeatedTokens(tokens, RowMatrix::Zero(3, 3)).empty());
}

TEST(SegmentShift, KeepsRotaryScoresButNotCausalOutputs)
{
    LabCase lab;
    const RowMatrix before = tokenEmbeddings(tokensOf("yesterday at noon"), 16, 7);
    const auto rotary = [](Eigen::Index) {
        return rotaryPositions();
    };
    const SegmentShift shift = segmentShift(before, lab.embeddings, lab.head, rotary, Mask::Causal);
    EXPECT_LT(shift.scoreChange, 1e-12);
    EXPECT_GT(shift.weightChange, 0.01);
    EXPECT_GT(shift.outputChange, 0.01);
    EXPECT_GT(shift.massOutside, 0.001);
    EXPECT_LT(shift.massOutside, 1.0);
}

TEST(SegmentShift, ChangesScoresWhenPositionsAreAdded)
{
    LabCase lab;
    const RowMatrix before = tokenEmbeddings(tokensOf("yesterday at noon"), 16, 7);
    const auto added = [](Eigen::Index length) {
        return addedWaves(length);
    };
    EXPECT_GT(segmentShift(before, lab.embeddings, lab.head, added, Mask::Causal).scoreChange, 0.1);
}

} // namespace rope

#include "core/views/lab_of_state.h"

#include "tests/core/opened_content.h"
#include "tests/core/oracles.h"

namespace rope {
namespace {

ExplorerState withEncoding(AbsoluteEncoding absolute, RelativeEncoding relative)
{
    ExplorerState state;
    state.encoding.absolute = absolute;
    state.encoding.relative = relative;
    return state;
}

double residualOf(const ExplorerState& state)
{
    return permutationResidual(labOf(state).value());
}

} // namespace

TEST(LabOfState, RunsTheSentenceOfTheState)
{
    const Lab lab = labOf(ExplorerState{}).value();
    EXPECT_EQ(lab.tokens, (std::vector<std::string>{"dog", "bites", "man"}));
    EXPECT_EQ(lab.positions.inverseFrequency.size(), labDim / 2);
    EXPECT_EQ(exchangedEnds(3), (std::vector<int>{2, 1, 0}));
    EXPECT_EQ(exchangedEnds(1), std::vector<int>{0});
}

TEST(LabOfState, OnlyPositionsBreakThePermutationLaw)
{
    using A = AbsoluteEncoding;
    using R = RelativeEncoding;
    EXPECT_LT(residualOf(withEncoding(A::None, R::None)), 1e-14);
    EXPECT_GT(residualOf(withEncoding(A::Sinusoidal, R::None)), 0.05);
    EXPECT_GT(residualOf(withEncoding(A::Learned, R::None)), 0.05);
    EXPECT_GT(residualOf(withEncoding(A::None, R::Rotary)), 0.05);
    EXPECT_GT(residualOf(withEncoding(A::Sinusoidal, R::Rotary)), 0.05);
    EXPECT_LT(residualOf(withEncoding(A::None, R::Alibi)), 1e-14) << "distances are kept when three words are reversed";
}

TEST(LabOfState, TheStatesOrderIsThePermutation)
{
    ExplorerState state = withEncoding(AbsoluteEncoding::None, RelativeEncoding::Rotary);
    state.sequence.order = {0, 1, 2};
    EXPECT_EQ(residualOf(state), 0.0) << "nothing moves";
    state.sequence.order = {1, 2, 0};
    EXPECT_GT(residualOf(state), 0.05);
    state.encoding.relative = RelativeEncoding::None;
    EXPECT_LT(residualOf(state), 1e-14);
}

TEST(LabOfState, AnOrderFitsEverySentence)
{
    EXPECT_EQ(wordOrder({}, 3), (std::vector<int>{2, 1, 0}));
    EXPECT_EQ(wordOrder({2, 0, 1}, 2), (std::vector<int>{0, 1}));
    EXPECT_EQ(wordOrder({1, 0}, 4), (std::vector<int>{1, 0, 2, 3}));
    EXPECT_EQ(inverseOrder({2, 0, 1}), (std::vector<int>{1, 2, 0}));
    EXPECT_EQ(movedWord({0, 1, 2, 3}, 0, 2), (std::vector<int>{1, 2, 0, 3}));
    EXPECT_EQ(movedWord({0, 1, 2, 3}, 3, 1), (std::vector<int>{0, 3, 1, 2}));
    EXPECT_EQ(movedWord({0, 1, 2, 3}, 2, 2), (std::vector<int>{0, 1, 2, 3}));
}

TEST(LabOfState, AFileGivesItsOwnQueriesAndKeys)
{
    const ShownState state = openedWith({}, "capture:stories260k");
    const Lab lab = shownLabOf(state).value();
    EXPECT_TRUE(lab.fromFile);
    EXPECT_EQ(lab.tokens.size(), static_cast<std::size_t>(longestLabText));
    const auto content = contentFileOf(state).value();
    const RowMatrix cells =
        testing::capturedScores(content->capture, 0, 0).after.topLeftCorner(longestLabText, longestLabText);
    EXPECT_LT((runOf(lab).scores - cells).cwiseAbs().maxCoeff(), 1e-5 * cells.cwiseAbs().maxCoeff());
    EXPECT_EQ(shownLabOf(ExplorerState{})->tokens, labOf(ExplorerState{})->tokens);
}

TEST(LabOfState, PlacedContentIsTheLabsFirstWordAtEveryPlace)
{
    for (const auto absolute : {AbsoluteEncoding::None, AbsoluteEncoding::Sinusoidal, AbsoluteEncoding::Learned})
        for (const auto relative :
             {RelativeEncoding::None, RelativeEncoding::Rotary, RelativeEncoding::Alibi, RelativeEncoding::T5}) {
            const ExplorerState state = withEncoding(absolute, relative);
            const Lab lab = labOf(state).value();
            const RowMatrix cells =
                identicalContentScores(lab.embeddings.topRows(1), 20, lab.head, labPositionsOf(state, 20).value());
            EXPECT_NEAR(placedContentOf(state)->score(17, 4), cells(17, 4), 1e-11);
            EXPECT_NEAR(placedContentOf(state)->score(4, 17), cells(4, 17), 1e-11);
        }
}

TEST(LabOfState, ALearnedTableEnds)
{
    ExplorerState state = withEncoding(AbsoluteEncoding::Learned, RelativeEncoding::None);
    state.encoding.tableLength = 2;
    EXPECT_EQ(labOf(state).error().field, "encoding.table_length");
    state.encoding.tableLength = 3;
    EXPECT_TRUE(labOf(state));
}

TEST(LabOfState, RefusesTextsItCannotRun)
{
    ExplorerState state;
    state.sequence.text = "  ";
    EXPECT_EQ(labOf(state).error().field, "sequence.text");
    state.sequence.text.clear();
    for (int i = 0; i <= longestLabText; ++i)
        state.sequence.text += "word ";
    EXPECT_FALSE(labOf(state));
}

} // namespace rope

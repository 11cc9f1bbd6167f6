#include "core/lessons/lab_of_state.h"

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

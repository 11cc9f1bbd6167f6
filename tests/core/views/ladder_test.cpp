#include "core/views/ladder.h"

#include "core/model/presets.h"
#include "core/rotation/frequency.h"
#include "core/state/change.h"

#include <gtest/gtest.h>

namespace rope {
namespace {

ExplorerState stateOfPreset(const char* id)
{
    const auto file = loadPreset(id);
    EXPECT_TRUE(file.has_value()) << id;
    ExplorerState state;
    state.model = file->model;
    return state;
}

TEST(LadderNumbers, CountTurnsBeforeAndAfterScalingApart)
{
    const LadderNumbers numbers = ladderNumbers(stateOfPreset("llama-3.1-8b"));
    EXPECT_EQ(numbers.finishedBefore, 35);
    EXPECT_EQ(numbers.finished, 32);
    EXPECT_EQ((numbers.turnsBefore.array() >= 1.0).count(), 35);
    EXPECT_EQ((numbers.turns.array() >= 1.0).count(), 32);
    EXPECT_EQ(numbers.still, 0);
}

TEST(LadderNumbers, WithoutAScheduleThatScalesBothAreTheSame)
{
    const LadderNumbers numbers = ladderNumbers({});
    EXPECT_FALSE(numbers.scaled);
    EXPECT_EQ(numbers.finishedBefore, 46); // d 128, base 10 000, L 4096
    EXPECT_EQ(numbers.turnsBefore, numbers.turns);
    EXPECT_FALSE(numbers.hasRamp());
}

TEST(LadderNumbers, SplitTheRampAsYarnAndLlama3Do)
{
    // YaRN's ramp runs from pair 20 to pair 46 for d 128, B 10 000, L 4096, s 16
    const auto yarn = withChange({}, SetValues{{{"model.scheme", std::string("yarn")}, {"scheme.factor", 16.0}}});
    ASSERT_TRUE(yarn.has_value());
    const LadderNumbers ramp = ladderNumbers(*yarn);
    EXPECT_EQ(ramp.kept, 21);
    EXPECT_EQ(ramp.blended, 25);
    EXPECT_EQ(ramp.divided, 18);
    const LadderNumbers llama = ladderNumbers(stateOfPreset("llama-3.1-8b"));
    EXPECT_EQ(llama.kept, 29);
    EXPECT_EQ(llama.blended, 6);
    EXPECT_EQ(llama.divided, 29);
}

TEST(LadderNumbers, PairsThatDoNotTurnFinishNoTurn)
{
    const auto state = withChange({}, SetValues{{{"model.scheme", std::string("proportional")}}});
    ASSERT_TRUE(state.has_value());
    const LadderNumbers numbers = ladderNumbers(*state);
    EXPECT_EQ(numbers.still, 48); // a quarter of 64 turns
    EXPECT_EQ(numbers.finishedBefore, 16);
    EXPECT_EQ(numbers.finishedBefore, pairsThatFinishATurn(numbers.schedule.unscaled, 4096.0));
}

} // namespace
} // namespace rope

#include "core/state/sweep.h"

#include <gtest/gtest.h>

namespace rope {
namespace {

double queryOf(const Result<ExplorerState>& state)
{
    return state ? static_cast<double>(state->positions.query) : -1.0;
}

TEST(Sweep, ReadsKeyEndsAndFrames)
{
    const Result<Sweep> sweep = parseSweep({}, "positions.query=3:2^5:30");
    ASSERT_TRUE(sweep) << describe(sweep.error());
    EXPECT_EQ(*sweep, (Sweep{"positions.query", 3.0, 32.0, 30}));
    EXPECT_EQ(parseSweep({}, "model.base=10k:1e6")->frames, Sweep{}.frames);
}

TEST(Sweep, RefusesWhatCannotRun)
{
    for (const char* bad :
         {"", "positions.query", "positions.query=1", "positions.query=1:2:3:4", "no.such=1:2", "model.pairing=1:2",
          "positions.query=a:2", "positions.query=1:2:1", "positions.query=1:2:1001", "positions.query=1:2:2.5",
          "model.base=0:2", "positions.query=0:1e30"}) {
        const Result<Sweep> sweep = parseSweep({}, bad);
        EXPECT_FALSE(sweep) << bad;
        EXPECT_FALSE(sweep ? false : sweep.error().message.empty());
    }
}

TEST(Sweep, EndsAreExactAndWholeNumbersStayWhole)
{
    const Sweep sweep{"positions.query", 3.0, 10.0, 4};
    EXPECT_EQ(queryOf(sweptState({}, sweep, 0)), 3.0);
    EXPECT_EQ(queryOf(sweptState({}, sweep, 1)), 5.0);
    EXPECT_EQ(queryOf(sweptState({}, sweep, 2)), 8.0);
    EXPECT_EQ(queryOf(sweptState({}, sweep, 3)), 10.0);
}

TEST(Sweep, MayRunBackwards)
{
    EXPECT_EQ(queryOf(sweptState({}, {"positions.query", 10.0, 0.0, 3}, 1)), 5.0);
}

TEST(Sweep, LogarithmicKeysRunInEqualRatios)
{
    const Result<ExplorerState> middle = sweptState({}, {"model.base", 1e3, 1e5, 3}, 1);
    ASSERT_TRUE(middle);
    const KeyHandle base = findKey(*middle, "model.base");
    EXPECT_NEAR(std::get<double>(base->get(*middle)), 1e4, 1e-6);
}

TEST(Sweep, EvenNumbersAreFound)
{
    const Sweep sweep{"model.head_dim", 4.0, 16.0, 13};
    for (int frame = 0; frame < sweep.frames; ++frame)
        EXPECT_TRUE(sweptState({}, sweep, frame)) << frame;
}

TEST(Sweep, TheUsualOneIsATokenAFrameFromHere)
{
    const ExplorerState state;
    const Sweep sweep = usualSweep(state);
    EXPECT_EQ(sweep.from, static_cast<double>(state.positions.query));
    EXPECT_EQ(sweep.to, sweep.from + sweep.frames - 1);
    EXPECT_TRUE(validate(state, sweep));
}

} // namespace
} // namespace rope

#include "core/views/scheme_family.h"

#include "core/state/change.h"
#include "core/state/derived.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace rope {
namespace {

ExplorerState stateOf(const std::string& scheme, double factor)
{
    ExplorerState state;
    const auto next = withChange(
        state, SetValues{{{"model.scheme", scheme}, {"scheme.factor", factor}, {"sequence.length", 65536.0}}});
    return next ? *next : state;
}

const SchemeCase& caseOf(const SchemeFamily& family, std::string_view id)
{
    return *std::ranges::find_if(family.cases, [id](const SchemeCase& one) { return one.scheme->id == id; });
}

TEST(SchemeFamily, TakesTheFactorOfTheActiveScheme)
{
    const SchemeFamily family = schemeFamily(stateOf("yarn", 16.0));
    EXPECT_EQ(family.source, SchemeFamily::Source::ActiveScheme);
    EXPECT_EQ(family.factor, 16.0);
    EXPECT_EQ(family.length, 16.0 * 4096.0);
}

TEST(SchemeFamily, TakesTheContextsWhereNoSchemeActsAndAnExampleWhereThereIsNothing)
{
    ExplorerState state;
    EXPECT_EQ(schemeFamily(state).source, SchemeFamily::Source::Example);
    EXPECT_EQ(schemeFamily(state).factor, 4.0);
    activeRotary(state).maximumContext = 32768.0;
    EXPECT_EQ(schemeFamily(state).source, SchemeFamily::Source::Contexts);
    EXPECT_EQ(schemeFamily(state).factor, 8.0);
}

TEST(SchemeFamily, GivesEverySchemeTheSameFactor)
{
    const SchemeFamily family = schemeFamily(stateOf("yarn", 16.0));
    const Eigen::Index last = family.unscaled.size() - 1;
    EXPECT_NEAR(caseOf(family, "linear").schedule.inverseFrequency[0], 1.0 / 16.0, 1e-15);
    EXPECT_NEAR(caseOf(family, "ntk_aware").schedule.inverseFrequency[last] * 16.0, family.unscaled[last], 1e-15);
    EXPECT_NEAR(caseOf(family, "yarn").schedule.inverseFrequency[63], 7.217387404e-6, 1e-14);
    EXPECT_EQ(caseOf(family, "default").schedule.inverseFrequency, family.unscaled);
    // dynamic at s N / M = s: the base grows by (s^2 - (s - 1))^(d/(d-2)), so the slowest pair slows by s^2 - s + 1
    EXPECT_NEAR(caseOf(family, "dynamic").schedule.inverseFrequency[last] * 241.0, family.unscaled[last], 1e-15);
}

TEST(SchemeFamily, KeepsTheActiveSchemesOwnParameters)
{
    ExplorerState state = stateOf("yarn", 16.0);
    activeRotary(state).parameters["beta_fast"] = 8.0;
    const SchemeFamily family = schemeFamily(state);
    EXPECT_TRUE(caseOf(family, "yarn").active);
    EXPECT_EQ(caseOf(family, "yarn").schedule.inverseFrequency, activeSchedule(state).inverseFrequency);
    EXPECT_EQ(std::ranges::count_if(family.cases, &SchemeCase::active), 1);
}

TEST(SchemeFamily, LeavesLongropeOutWithoutItsFactors)
{
    ExplorerState state;
    const SchemeFamily without = schemeFamily(state);
    ASSERT_EQ(without.leftOut.size(), 1U);
    EXPECT_EQ(without.leftOut[0]->id, "longrope");
    activeRotary(state).longFactors.assign(64, 3.0);
    const SchemeFamily with = schemeFamily(state);
    EXPECT_TRUE(with.leftOut.empty());
    EXPECT_NEAR(caseOf(with, "longrope").schedule.inverseFrequency[0], 1.0 / 3.0, 1e-15);
}

TEST(SchemeFamily, ScoresUnderTheActiveScheduleAreTheActiveScores)
{
    const ExplorerState state = stateOf("yarn", 16.0);
    for (const std::int64_t offset : {0, -7, 1000})
        EXPECT_EQ(scoreAt(scoreUnder(state, activeSchedule(state)), offset), scoreAt(activeScore(state), offset));
}

} // namespace
} // namespace rope

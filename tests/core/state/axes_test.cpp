#include "core/state/axes.h"

#include "core/rotation/frequency.h"
#include "core/rotation/multi_axis.h"
#include "core/state/change.h"
#include "core/state/derived.h"
#include "core/state/json.h"
#include "tests/core/oracles.h"

#include <gtest/gtest.h>

#include <cmath>

namespace rope {

namespace {

ExplorerState withAxes(const std::string& rule)
{
    return withChange({}, SetValue{"model.axes", rule}).value();
}

std::vector<std::string> rules()
{
    std::vector<std::string> ids;
    const KeyHandle key = findKey({}, "model.axes");
    for (const KeyChoice& choice : key->choices)
        ids.push_back(choice.id);
    return ids;
}

std::string messageOf(const ExplorerState& state, const std::string& key, const Value& value)
{
    const auto next = withChange(state, SetValue{key, value});
    return next ? std::string() : next.error().message;
}

} // namespace

TEST(Axes, EveryRuleComesWithSectionsThatFitAndSurvivesASession)
{
    EXPECT_EQ(rules().size(), 8U);
    for (const std::string& rule : rules()) {
        SCOPED_TRACE(rule);
        const ExplorerState state = withAxes(rule);
        const RotarySettings& rotary = activeRotary(state);
        EXPECT_EQ(std::get<std::string>(findKey(state, "model.axes")->get(state)), rule);
        EXPECT_TRUE(requireAxesFit(rotary).has_value());
        EXPECT_EQ(axisOfPair(rotary).size(), rule == "none" ? 0U : 64U);
        EXPECT_EQ(axisNames(rotary).size(), rule == "none" ? 0U : isGrid(rotary.axisRule) ? 2U : 3U);
        EXPECT_EQ(stateFromJson(toJson(state)).value(), state);
        EXPECT_EQ(withChange(state, SetValue{"model.axes", std::string("none")}).value(), ExplorerState{});
    }
}

/// Flux: 16, 56 and 56 channels; the first pair of every axis turns by one radian.
TEST(Axes, WithOwnLaddersEachBeginsAnew)
{
    ExplorerState state =
        withChange(withAxes("own_ladders"), SetValue{"model.axis_sections", std::string("8,28,28")}).value();
    const Eigen::VectorXd theta = activeSchedule(state).inverseFrequency;
    ASSERT_EQ(theta.size(), 64);
    for (const Eigen::Index first : {0, 8, 36})
        EXPECT_EQ(theta[first], 1.0);
    EXPECT_NEAR(theta[7], std::pow(10000.0, -14.0 / 16.0), 1e-15);
    EXPECT_NEAR(theta[35], std::pow(10000.0, -54.0 / 56.0), 1e-15);
    EXPECT_EQ(axisOfPair(activeRotary(state))[8], 1);
}

TEST(Axes, UsualSectionsAreThoseOfTheModels)
{
    EXPECT_EQ(activeRotary(withAxes("chunked")).axisSections, (std::vector<int>{16, 24, 24}));
    EXPECT_EQ(activeRotary(withAxes("interleaved")).axisSections, (std::vector<int>{24, 20, 20}));
    EXPECT_EQ(activeRotary(withAxes("height_width_time")).axisSections, (std::vector<int>{22, 22, 20}));
}

TEST(Axes, SectionsAreTypedAsAListAndMustAddUp)
{
    const ExplorerState state = withAxes("chunked");
    const auto next = withChange(state, SetValue{"model.axis_sections", std::string("32 16,16")});
    EXPECT_EQ(activeRotary(*next).axisSections, (std::vector<int>{32, 16, 16}));
    EXPECT_EQ(std::get<std::string>(findKey(*next, "model.axis_sections")->get(*next)), "32, 16, 16");
    EXPECT_NE(messageOf(state, "model.axis_sections", std::string("16, 24, 25")).find("64 pairs"), std::string::npos);
    EXPECT_NE(messageOf(state, "model.axis_sections", std::string("-8, 48, 24")).find("0 or more"), std::string::npos);
    EXPECT_NE(messageOf(state, "model.axis_sections", std::string("a lot")).find("16, 24, 24"), std::string::npos);
    EXPECT_NE(messageOf({}, "model.axis_sections", std::string("64")).find("no sections"), std::string::npos);
    EXPECT_NE(messageOf(withAxes("interleaved"), "model.axis_sections", std::string("32, 32")).find("three"),
              std::string::npos);
}

TEST(Axes, AHeadOfAnotherSizeHasOnePositionPerToken)
{
    const auto next = withChange(withAxes("chunked"), SetValue{"model.head_dim", 64.0});
    ASSERT_TRUE(next.has_value()) << next.error().message;
    EXPECT_EQ(activeRotary(*next).axisRule, AxisRule::None);
    EXPECT_EQ(activeRotary(*withChange(withAxes("axial_2d"), SetValue{"model.head_dim", 64.0})).axisRule,
              AxisRule::Axial2D);
}

TEST(Axes, GridsDealTheirLaddersToThePairs)
{
    EXPECT_EQ(activeSchedule(withAxes("axial_2d")).inverseFrequency, testing::axialFrequencies(1e4, 128));
    EXPECT_EQ(activeSchedule(withAxes("axial_2d_width_first")).inverseFrequency, testing::axialFrequencies(1e4, 128));
    EXPECT_EQ(activeSchedule(withAxes("axial_2d_one_ladder")).inverseFrequency,
              evenThenOdd(inverseFrequencies(1e4, 128)));
    EXPECT_EQ(activeSchedule(withAxes("chunked")).inverseFrequency, inverseFrequencies(1e4, 128));
}

} // namespace rope

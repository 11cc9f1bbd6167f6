#include "core/state/score_range.h"

#include "core/state/change.h"
#include "core/state/derived.h"
#include "core/state/keys.h"
#include "tests/core/opened_content.h"

#include <cmath>
#include <gtest/gtest.h>

namespace rope {
namespace {

KeyRange rangeOf(const ExplorerState& state, const char* id)
{
    return sliderRange(state, *findKey(state, id));
}

} // namespace

TEST(ScoreRange, HoldsEveryScoreOfIdenticalContent)
{
    const ExplorerState state;
    const double largest = usualLargestScore(state);
    for (int offset = -500; offset <= 500; ++offset)
        EXPECT_LE(std::abs(scoreAt(activeScore(state), offset)), largest * (1.0 + 1e-12));
    EXPECT_NEAR(scoreAt(activeScore(state), 0), largest, 1e-9) << "aligned arrows reach it";
}

TEST(ScoreRange, RoundsUpToOneTwoOrFive)
{
    for (const auto& [value, rounded] :
         {std::pair{1.0, 1.0}, {1.01, 2.0}, {2.0, 2.0}, {3.0, 5.0}, {5.7, 10.0}, {0.03, 0.05}, {4321.0, 5000.0}})
        EXPECT_NEAR(roundedUp(value), rounded, 1e-12 * rounded);
}

TEST(ScoreRange, TheSlidersOfTheColourRangeFollowTheScores)
{
    ExplorerState state;
    EXPECT_EQ(rangeOf(state, "view.range_maximum").maximum, 10.0); // 64 pairs of length 1: 64 / sqrt(128) = 5.7
    EXPECT_EQ(rangeOf(state, "view.range_minimum").minimum, -10.0);
    state.sequence.quantity = Quantity::Product;
    EXPECT_EQ(rangeOf(state, "view.range_maximum").maximum, 100.0);
    state.sequence.quantity = Quantity::Attention;
    EXPECT_EQ(rangeOf(state, "view.range_maximum").maximum, 1.0);
    state.view.rangeMaximum = 700.0;
    EXPECT_EQ(rangeOf(state, "view.range_maximum").maximum, 1000.0) << "a typed value stays on the slider";
    const ExplorerState file = openedWith({}, "capture:tinylm_natural");
    EXPECT_GT(rangeOf(file, "view.range_maximum").maximum, 1.0);
    EXPECT_LT(rangeOf(file, "view.range_maximum").maximum, 1e4);
}

TEST(WordOrder, IsReadAndRefused)
{
    const auto set = [](const char* text) {
        return withChange(ExplorerState{}, SetValue{"sequence.order", std::string(text)});
    };
    EXPECT_EQ(set("2 0 1")->sequence.order, (std::vector<int>{2, 0, 1}));
    EXPECT_EQ(set("2,0,1")->sequence.order, (std::vector<int>{2, 0, 1}));
    EXPECT_TRUE(set("")->sequence.order.empty());
    for (const char* wrong : {"0 0", "1 2", "0 x", "-1 0", "0 1.5", "9999999999999 0"})
        EXPECT_EQ(set(wrong).error().field, "sequence.order") << wrong;
    const StateKey key = *findKey({}, "sequence.order");
    EXPECT_EQ(std::get<std::string>(key.get(*set("2,0,1"))), "2 0 1");
}

} // namespace rope

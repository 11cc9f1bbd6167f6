#include "core/state/change.h"

#include "core/schemes/registry.h"

#include <cmath>
#include <limits>

namespace rope {

namespace {

ExplorerState with(const ExplorerState& state, const std::string& key, const Value& value)
{
    return withChange(state, SetValue{key, value}).value();
}

std::string refusal(const ExplorerState& state, const std::string& key, const Value& value)
{
    const auto next = withChange(state, SetValue{key, value});
    return next ? "accepted" : next.error().field + ": " + next.error().message;
}

} // namespace

TEST(Change, TheDefaultStateIsValid)
{
    const auto valid = validate(ExplorerState{});
    EXPECT_TRUE(valid.has_value()) << describe(valid.error());
}

TEST(Change, RefusesWhatIsWrongWithTheKeyAndASentence)
{
    const std::vector<std::pair<std::string, Value>> wrong = {{"model.head_dim", 127.0},
                                                              {"model.head_dim", 0.0},
                                                              {"model.base", 1.0},
                                                              {"model.base", 0.5},
                                                              {"model.base", std::nan("")},
                                                              {"sequence.length", 0.0},
                                                              {"sequence.length", 1e30},
                                                              {"sequence.length", 2.5},
                                                              {"positions.query", -1.0},
                                                              {"positions.key", 10000001.0},
                                                              {"model.scheme", std::string("magic")},
                                                              {"pair.highlighted", 64.0},
                                                              {"model.rotary_dim", 130.0},
                                                              {"model.base", std::numeric_limits<double>::infinity()}};
    for (const auto& [key, value] : wrong) {
        const std::string message = refusal({}, key, value);
        EXPECT_EQ(message.rfind(key + ": ", 0), 0U) << message;
        EXPECT_GT(message.size(), key.size() + 15) << message;
    }
    EXPECT_NE(refusal({}, "no.such.key", 1.0).find("no such key"), std::string::npos);
}

TEST(Change, HeadDimensionTakesTheFullRotaryDimensionAlong)
{
    const ExplorerState state = with({}, "model.head_dim", 64.0);
    EXPECT_EQ(activeRotary(state).rotaryDim, 64);
    const ExplorerState partial = with(with({}, "model.rotary_dim", 32.0), "model.head_dim", 64.0);
    EXPECT_EQ(activeRotary(partial).rotaryDim, 32);
}

TEST(Change, ASmallerHeadKeepsTheHighlightedPairInside)
{
    EXPECT_EQ(with(with({}, "pair.highlighted", 60.0), "model.head_dim", 8.0).highlightedPair, 3);
}

TEST(Change, KeptOffsetMovesBothPositions)
{
    const ExplorerState kept = with({}, "positions.keep_offset", 1.0);
    const ExplorerState moved = with(kept, "positions.query", 1000.0);
    EXPECT_EQ(moved.positions.key - moved.positions.query, kept.positions.key - kept.positions.query);
    EXPECT_NE(refusal(kept, "positions.query", 3.0), "accepted") << "the key would be at -4";
}

TEST(Change, SeveralValuesAreAllOrNone)
{
    const auto refused = withChange({}, SetValues{{{"positions.query", 1.0}, {"positions.key", -1.0}}});
    EXPECT_FALSE(refused.has_value());
    const auto done = withChange({}, SetValues{{{"positions.query", 1.0}, {"positions.key", 2.0}}});
    ASSERT_TRUE(done.has_value());
    EXPECT_EQ(done->positions.query, 1);
    EXPECT_EQ(done->positions.key, 2);
}

TEST(Change, EverySchemeCanBeChosenAndHasAllItsParameters)
{
    for (const Scheme* scheme : schemes()) {
        const ExplorerState state = with({}, "model.scheme", std::string(scheme->id));
        EXPECT_EQ(activeRotary(state).parameters.size(), scheme->parameters.size()) << scheme->id;
        for (const Parameter& parameter : scheme->parameters)
            EXPECT_TRUE(findKey(state, "scheme." + std::string(parameter.id))) << parameter.id;
    }
}

TEST(Change, PairContentGrowsAsNeededAndOnlyWithinTheModel)
{
    const PairContent content{2.0, 0.5, 3.0, -0.5};
    const auto next = withChange({}, SetPairContent{7, content});
    ASSERT_TRUE(next.has_value());
    EXPECT_EQ(pairContent(*next, 7), content);
    EXPECT_EQ(pairContent(*next, 6), PairContent{});
    EXPECT_FALSE(withChange({}, SetPairContent{64, content}).has_value());
    EXPECT_FALSE(withChange({}, SetPairContent{0, {-1.0, 0, 1, 0}}).has_value());
}

TEST(Change, LayerTypeSwitchesBetweenLayersAndKeepsTheirEdits)
{
    ModelSettings model;
    model.layers = {RotarySettings{.layerType = "full_attention", .base = 1e6},
                    RotarySettings{.layerType = "sliding_attention", .base = 1e4}};
    const ExplorerState state = withChange({}, SetModel{model}).value();
    const ExplorerState edited =
        with(with(state, "model.layer_type", std::string("sliding_attention")), "model.base", 2e4);
    const ExplorerState back = with(edited, "model.layer_type", std::string("full_attention"));
    EXPECT_DOUBLE_EQ(activeRotary(back).base, 1e6);
    EXPECT_DOUBLE_EQ(back.model.layers[1].base, 2e4);
    EXPECT_NE(refusal(state, "model.layer_type", std::string("other")), "accepted");
}

TEST(Change, AModelThatIsWrongIsRefusedWhole)
{
    ModelSettings model;
    model.layers[0].scheme = "unknown";
    EXPECT_FALSE(withChange({}, SetModel{model}).has_value());
    model.layers.clear();
    EXPECT_FALSE(withChange({}, SetModel{model}).has_value());
    model.layers = {RotarySettings{}};
    model.activeLayer = 3;
    EXPECT_FALSE(withChange({}, SetModel{model}).has_value());
}

} // namespace rope

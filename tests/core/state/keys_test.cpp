#include "core/state/keys.h"

#include "core/schemes/registry.h"
#include "core/state/change.h"

#include <cmath>
#include <set>

namespace rope {

namespace {

ExplorerState with(const ExplorerState& state, const std::string& key, const Value& value)
{
    return withChange(state, SetValue{key, value}).value();
}

} // namespace

TEST(Keys, EveryKeyHasATitleHelpGroupAndIsUnique)
{
    std::set<std::string> seen;
    for (const StateKey& key : keysOf({})) {
        EXPECT_TRUE(seen.insert(key.id).second) << key.id;
        EXPECT_FALSE(key.title.empty()) << key.id;
        EXPECT_FALSE(key.help.empty()) << key.id;
        EXPECT_FALSE(key.group.empty()) << key.id;
        EXPECT_EQ(key.kind == ValueKind::Choice, !key.choices.empty()) << key.id;
    }
}

TEST(Keys, ContractNamesExist)
{
    for (const char* id : {"model.head_dim", "model.rotary_dim", "model.base", "model.pairing", "model.scheme",
                           "positions.query", "positions.key", "pair.highlighted", "sequence.length",
                           "sequence.content", "sequence.mask", "sequence.quantity"})
        EXPECT_TRUE(findKey({}, id)) << id;
}

TEST(Keys, SettingAKeyToItsOwnValueChangesNothing)
{
    for (const Scheme* scheme : schemes()) {
        const ExplorerState state = with({}, "model.scheme", std::string(scheme->id));
        for (const StateKey& key : keysOf(state)) {
            if (!key.stored)
                continue;
            const auto next = withChange(state, SetValue{key.id, key.get(state)});
            ASSERT_TRUE(next.has_value()) << key.id << ": " << next.error().message;
            EXPECT_EQ(*next, with(state, key.id, key.get(state))) << key.id;
        }
    }
}

TEST(Keys, EveryNumberKeyTakesItsLimitsAndRefusesWhatLiesBeyond)
{
    for (const StateKey& key : keysOf({})) {
        if (key.kind != ValueKind::Integer && key.kind != ValueKind::Real)
            continue;
        EXPECT_FALSE(withChange({}, SetValue{key.id, key.maximum + 1 + std::abs(key.maximum)}).has_value()) << key.id;
        EXPECT_FALSE(withChange({}, SetValue{key.id, key.minimum - 1}).has_value()) << key.id;
        EXPECT_FALSE(withChange({}, SetValue{key.id, std::nan("")}).has_value()) << key.id;
        EXPECT_FALSE(withChange({}, SetValue{key.id, std::string("text")}).has_value()) << key.id;
    }
}

TEST(Keys, SliderRangesHoldThePresentValue)
{
    ExplorerState state;
    state.positions = {.query = 40, .key = 5, .keepOffset = true};
    for (const StateKey& key : keysOf(state)) {
        if (key.kind != ValueKind::Integer && key.kind != ValueKind::Real)
            continue;
        const KeyRange range = sliderRange(state, key);
        const double value = std::get<double>(key.get(state));
        EXPECT_LE(range.minimum, value) << key.id;
        EXPECT_GE(range.maximum, value) << key.id;
    }
}

TEST(Keys, KeptOffsetNarrowsTheSliderSoThatEveryStepIsAccepted)
{
    ExplorerState state;
    state.positions = {.query = 40, .key = 5, .keepOffset = true};
    for (const char* id : {"positions.query", "positions.key"}) {
        const StateKey key = *findKey(state, id);
        const KeyRange range = sliderRange(state, key);
        EXPECT_TRUE(withChange(state, SetValue{id, range.minimum}).has_value());
        EXPECT_TRUE(withChange(state, SetValue{id, range.maximum}).has_value());
        EXPECT_FALSE(range.minimum > 0 && withChange(state, SetValue{id, range.minimum - 1}).has_value());
    }
}

TEST(Keys, ChoicesAndSwitchesAreParsedByName)
{
    const StateKey pairing = *findKey({}, "model.pairing");
    EXPECT_EQ(std::get<std::string>(*parseValue(pairing, "interleaved")), "interleaved");
    EXPECT_NE(parseValue(pairing, "diagonal").error().message.find("half, interleaved"), std::string::npos);
    const StateKey keep = *findKey({}, "positions.keep_offset");
    EXPECT_EQ(std::get<double>(*parseValue(keep, "on")), 1.0);
    EXPECT_FALSE(parseValue(keep, "maybe").has_value());
}

} // namespace rope

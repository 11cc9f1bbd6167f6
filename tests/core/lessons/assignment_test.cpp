#include "core/lessons/assignment.h"

namespace rope {

TEST(Assignments, AreKeysAndTexts)
{
    const auto parsed = parseAssignments("positions.query=12&sequence.text=dog%20bites%20man").value();
    ASSERT_EQ(parsed.size(), 2U);
    EXPECT_EQ(parsed[0], (Assignment{"positions.query", "12"}));
    EXPECT_EQ(parsed[1], (Assignment{"sequence.text", "dog bites man"}));
}

TEST(Assignments, NeedAKeyAndAnEqualsSign)
{
    EXPECT_FALSE(parseAssignments("positions.query"));
    EXPECT_FALSE(parseAssignments("=12"));
    EXPECT_FALSE(parseAssignments("a=1&"));
    EXPECT_EQ(parseAssignments("a=50%").value()[0].text, "50%");
}

TEST(Assignments, LaterOnesSeeTheKeysOfEarlierOnes)
{
    const auto assignments = parseAssignments("model.scheme=yarn&scheme.factor=8").value();
    const ExplorerState state = withAssignments({}, assignments).value();
    EXPECT_EQ(activeRotary(state).scheme, "yarn");
    EXPECT_EQ(activeRotary(state).parameters.at("factor"), 8.0);
}

TEST(Assignments, AreAllMadeOrNone)
{
    const ExplorerState state;
    EXPECT_FALSE(withAssignments(state, {{"positions.query", "7"}, {"model.base", "-3"}}));
    EXPECT_FALSE(withAssignments(state, {{"positions.query", "seven"}}));
    EXPECT_EQ(withAssignments(state, {{"positions.quarry", "7"}}).error().field, "positions.quarry");
}

/// Also before the whole state is checked: a number that its member cannot hold must not reach it.
TEST(Assignments, RefuseEveryNumberOutOfItsKeysRange)
{
    for (const StateKey& key : stateKeys())
        if (key.kind == ValueKind::Integer || key.kind == ValueKind::Real)
            for (const char* text : {"4E96", "-4E96", "1e308"}) {
                const auto changed = withAssignments({}, {{key.id, text}});
                ASSERT_FALSE(changed) << key.id;
                EXPECT_EQ(changed.error().field, key.id);
            }
}

} // namespace rope

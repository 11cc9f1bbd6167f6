#include "tests/app/program.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <set>

namespace rope::test {

namespace {

std::set<std::string> idsOf(const char* what)
{
    std::set<std::string> ids;
    for (const nlohmann::json& entry : jsonOf({"list", what, "--format", "json"}))
        ids.insert(entry["id"].get<std::string>());
    return ids;
}

} // namespace

TEST(ListCommand, KeysHaveTheNamesOfTheContract)
{
    const std::set<std::string> ids = idsOf("keys");
    for (const char* key : {"model.head_dim", "model.rotary_dim", "model.base", "model.pairing", "model.scheme",
                            "positions.query", "positions.key", "pair.highlighted", "sequence.length",
                            "sequence.content", "sequence.mask", "sequence.quantity", "scheme.factor"})
        EXPECT_TRUE(ids.contains(key)) << key;
}

TEST(ListCommand, EveryKeyTellsWhatItTakes)
{
    for (const nlohmann::json& key : jsonOf({"list", "keys", "--format", "json"})) {
        const std::string kind = key["kind"];
        EXPECT_EQ(key.contains("minimum"), kind == "integer" || kind == "real") << key["id"];
        EXPECT_EQ(key.contains("choices"), kind == "choice") << key["id"];
        EXPECT_FALSE(key["about"].get<std::string>().empty()) << key["id"];
    }
}

TEST(ListCommand, EveryKeyTakesItsOwnDefault)
{
    for (const nlohmann::json& key : jsonOf({"list", "keys", "--format", "json"})) {
        std::vector<std::string> arguments = {"ladder"};
        if (key.contains("schemes"))
            arguments.insert(arguments.end(), {"--set", "model.scheme=" + key["schemes"][0].get<std::string>()});
        arguments.insert(arguments.end(),
                         {"--set", key["id"].get<std::string>() + "=" + key["default"].get<std::string>()});
        const Outcome outcome = runProgram(arguments);
        EXPECT_EQ(outcome.exitCode, 0) << key["id"] << ": " << outcome.err;
    }
}

TEST(ListCommand, EveryListHasItsThings)
{
    EXPECT_TRUE(idsOf("figures").contains("rotation"));
    EXPECT_TRUE(idsOf("presets").contains("llama-3.1-8b"));
    EXPECT_TRUE(idsOf("schemes").contains("yarn"));
    EXPECT_TRUE(idsOf("colormaps").contains("viridis"));
}

TEST(ListCommand, EveryPresetHasALadder)
{
    for (const std::string& id : idsOf("presets")) {
        const nlohmann::json ladder = jsonOf({"ladder", "--preset", id, "--format", "json"});
        EXPECT_TRUE(ladder.contains("inv_freq") || ladder.contains("layers")) << id;
    }
}

TEST(ListCommand, TheTableHasOneLineForEachEntry)
{
    const Outcome outcome = runProgram({"list", "schemes"});
    ASSERT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_TRUE(outcome.out.starts_with("id "));
    EXPECT_EQ(static_cast<std::size_t>(std::count(outcome.out.begin(), outcome.out.end(), '\n')),
              idsOf("schemes").size() + 1);
}

TEST(ListCommand, RefusesWhatItCannotList)
{
    expectRefusal(runProgram({"list"}), 2, "LIST is required");
    expectRefusal(runProgram({"list", "cats"}), 2, "cats");
    expectRefusal(runProgram({"list", "keys", "--format", "xml"}), 2, "xml");
}

} // namespace rope::test

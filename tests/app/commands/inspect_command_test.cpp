#include "tests/app/program.h"

#include <gtest/gtest.h>

namespace rope::test {

constexpr const char* config = R"({"model_type": "smollm3", "hidden_size": 2048, "num_attention_heads": 16,
    "num_hidden_layers": 8, "rope_theta": 5000000.0, "no_rope_layer_interval": 4, "rope_stretch": 3})";

TEST(InspectCommand, GivesEachPartEachValueAndEachOrigin)
{
    const Folder folder;
    const nlohmann::json report = jsonOf({"inspect", folder.write("config.json", config), "--format", "json"});
    EXPECT_EQ(report["family"], "smollm3");
    ASSERT_EQ(report["parts"].size(), 2U);
    for (const nlohmann::json& part : report["parts"])
        for (const char* value : {"head_dim", "rotary_dim", "pairing", "base", "scheme", "attention_factor",
                                  "softmax_scale_factor", "original_context", "maximum_context"}) {
            ASSERT_TRUE(part.contains(value)) << value;
            EXPECT_TRUE(part[value].contains("value") && part[value].contains("origin")) << value;
            const std::string kind = part[value]["kind"];
            EXPECT_TRUE(kind == "file" || kind == "rule" || kind == "default of family" || kind == "guess") << kind;
        }
    EXPECT_EQ(report["parts"][0]["rotates"], true);
    EXPECT_EQ(report["parts"][1]["rotates"], false);
    EXPECT_EQ(report["parts"][1]["layers"], (nlohmann::json{3, 7}));
    EXPECT_EQ(report["parts"][0]["base"]["origin"], "rope_theta");
    EXPECT_EQ(report["ignored"][0]["key"], "rope_stretch");
    EXPECT_EQ(report["ignored"][0]["value"], "3");
    EXPECT_FALSE(report["ignored"][0]["why"].get<std::string>().empty());
    EXPECT_FALSE(report["remarks"].empty());
}

TEST(InspectCommand, PrintsATableWithAStripOfTheLayers)
{
    const Folder folder;
    const Outcome table = runProgram({"inspect", folder.write("config.json", config)});
    EXPECT_EQ(table.exitCode, 0);
    for (const char* part : {"...#...#", "layers 3, 7", "does not rotate", "rope_theta", "rope_stretch", "note: "})
        EXPECT_NE(table.out.find(part), std::string::npos) << part;
}

TEST(InspectCommand, FindsTheConfigInAFolderAndBesideWeights)
{
    const Folder folder;
    folder.write("config.json", config);
    const std::string weights = folder.write("model.safetensors", std::string("\x02\0\0\0\0\0\0\0{}", 10));
    EXPECT_EQ(runProgram({"inspect", folder.path("")}).exitCode, 0);
    EXPECT_EQ(runProgram({"inspect", weights}).exitCode, 0);
}

TEST(InspectCommand, RefusesWhatIsNoModel)
{
    const Folder folder;
    expectRefusal(runProgram({"inspect", folder.write("generation_config.json", R"({"do_sample": true})")}), 2,
                  "generation_config.json");
    expectRefusal(runProgram({"inspect", folder.write("a.json", "{\n  \"a\" 1}")}), 2, "line 2, column");
    expectRefusal(runProgram({"inspect", folder.path("missing.json")}), 2, "missing.json");
}

TEST(LadderCommand, TellsTheOriginOfEachValue)
{
    const Folder folder;
    const std::string file = folder.write("config.json", config);
    const nlohmann::json ladder = jsonOf(
        {"ladder", "--model", file, "--layer-type", "rope", "--set", "model.pairing=interleaved", "--format", "json"});
    EXPECT_EQ(ladder["origin"]["base"]["origin"], "rope_theta");
    EXPECT_EQ(ladder["origin"]["base"]["kind"], "file");
    EXPECT_EQ(ladder["origin"]["pairing"]["origin"], "set by hand");
    EXPECT_TRUE(jsonOf({"ladder", "--format", "json"})["origin"].is_null());
}

} // namespace rope::test

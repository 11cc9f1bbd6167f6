#include "tests/app/program.h"

#include <cmath>
#include <gtest/gtest.h>

namespace rope::test {

TEST(CompareCommand, AModelIsNoDistanceFromItself)
{
    const nlohmann::json layer = jsonOf({"compare", "llama-3.1-8b", "llama-3.1-8b", "--format", "json"})["layers"][0];
    EXPECT_EQ(layer["first_inv_freq"], layer["second_inv_freq"]);
    EXPECT_TRUE(layer["tokens_to_one_radian"].is_null());
}

TEST(CompareCommand, DroppingLlama31ScalingIsARadianOffAfter1124Tokens)
{
    const Folder folder;
    const std::string plain =
        folder.write("config.json",
                     R"({"model_type": "llama", "hidden_size": 4096, "num_attention_heads": 32, "rope_theta": 500000,)"
                     R"( "max_position_embeddings": 131072})");
    const nlohmann::json layer = jsonOf({"compare", "llama-3.1-8b", plain, "--format", "json"})["layers"][0];
    EXPECT_EQ(std::round(layer["tokens_to_one_radian"].get<double>()), 1124);
    const Outcome table = runProgram({"compare", "llama-3.1-8b", plain});
    EXPECT_EQ(table.exitCode, 0);
    EXPECT_NE(table.out.find("by 1 rad after 112"), std::string::npos) << table.out.substr(0, 300);
}

TEST(CompareCommand, DrawsTheFigureOfBothModels)
{
    const Folder folder;
    const std::string output = folder.path("both.json");
    const Outcome outcome = runProgram({"compare", "llama-3-8b", "llama-3.1-8b", "-o", output});
    ASSERT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_EQ(outcome.out, "");
    const nlohmann::json figure = nlohmann::json::parse(folder.read("both.json"));
    EXPECT_EQ(figure["figure"], "comparison");
    EXPECT_NE(figure["state"]["compared"], nlohmann::json());
    const Outcome picture =
        runProgram({"compare", "llama-3-8b", "llama-3.1-8b", "--size", "85x60mm", "-o", folder.path("both.svg")});
    ASSERT_EQ(picture.exitCode, 0) << picture.err;
    EXPECT_NE(folder.read("both.svg").find("Llama 3.1 8B"), std::string::npos);
    expectRefusal(runProgram({"compare", "llama-3-8b", "no-such-model", "-o", output}), 2, "no-such-model");
    EXPECT_EQ(nlohmann::json::parse(folder.read("both.json")), figure);
}

TEST(CompareCommand, OptionsThatWouldDoNothingAreRefused)
{
    const Folder folder;
    expectRefusal(runProgram({"compare", "llama-3-8b", "llama-3.1-8b", "--size", "85x60mm"}), 2, "--output");
    expectRefusal(runProgram({"compare", "llama-3-8b", "llama-3.1-8b", "--format", "json", "-o", folder.path("a.png")}),
                  2, "--format");
}

TEST(CompareCommand, ASecondModelIsAnOptionOfEveryState)
{
    const Folder folder;
    const Outcome outcome = runProgram({"render", "comparison", "--preset", "llama-3-8b", "--compared", "llama-3.1-8b",
                                        "-o", folder.path("both.json")});
    ASSERT_EQ(outcome.exitCode, 0) << outcome.err;
    const Outcome same = runProgram({"compare", "llama-3-8b", "llama-3.1-8b", "-o", folder.path("same.json")});
    ASSERT_EQ(same.exitCode, 0) << same.err;
    EXPECT_EQ(folder.read("both.json"), folder.read("same.json"));
}

TEST(CompareCommand, RefusesWhatIsNoModel)
{
    expectRefusal(runProgram({"compare", "llama-3.1-8b", "no-such-model"}), 2, "no-such-model");
    expectRefusal(runProgram({"compare", "llama-3.1-8b"}), 2, "B is required");
    expectRefusal(runProgram({"compare", "llama-3.1-8b", "llama-3.1-8b", "--seq-len", "0"}), 2, "--seq-len");
}

} // namespace rope::test

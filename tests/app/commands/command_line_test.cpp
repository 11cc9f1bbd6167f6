#include "app/commands/command_line.h"

#include "tests/app/program.h"

#include <gtest/gtest.h>

namespace rope::test {

namespace {

Result<cli::Request> parsed(std::vector<const char*> arguments)
{
    arguments.insert(arguments.begin(), "rope-explorer");
    return cli::parseCommandLine(static_cast<int>(arguments.size()), arguments.data());
}

const std::vector<std::string> commands = {"render", "ladder", "scores", "rotate", "list", "compare"};

} // namespace

TEST(CommandLine, StateOptionsKeepTheirOrder)
{
    const Result<cli::Request> request =
        parsed({"ladder", "--set", "a=1", "--preset", "p", "--set", "b=2", "--model", "m", "--state", "s"});
    ASSERT_TRUE(request) << describe(request.error());
    const std::vector<cli::StateOption>& options = std::get<cli::LadderRequest>(*request).state;
    using Kind = cli::StateOption::Kind;
    const std::vector<std::pair<Kind, std::string>> expected = {
        {Kind::Set, "a=1"}, {Kind::Preset, "p"}, {Kind::Set, "b=2"}, {Kind::Model, "m"}, {Kind::State, "s"}};
    ASSERT_EQ(options.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        EXPECT_EQ(options[i].kind, expected[i].first);
        EXPECT_EQ(options[i].value, expected[i].second);
    }
}

TEST(CommandLine, ShorthandsStandForKeys)
{
    const Result<cli::Request> request = parsed({"scores", "--mask", "causal", "--quantity", "attention"});
    ASSERT_TRUE(request) << describe(request.error());
    const std::vector<cli::StateOption>& options = std::get<cli::ScoresRequest>(*request).state;
    ASSERT_EQ(options.size(), 2U);
    EXPECT_EQ(options[0].value, "sequence.mask=causal");
    EXPECT_EQ(options[1].value, "sequence.quantity=attention");
}

TEST(CommandLine, WithoutACommandItIsTheWindow)
{
    const Result<cli::Request> request = parsed({"config.json", "--set", "model.base=1e6"});
    ASSERT_TRUE(request) << describe(request.error());
    const auto& window = std::get<cli::WindowRequest>(*request);
    EXPECT_EQ(window.file, "config.json");
    ASSERT_EQ(window.state.size(), 1U);
    EXPECT_EQ(window.state[0].value, "model.base=1e6");
}

TEST(CommandLine, OptionsBeforeACommandAreNotLostInSilence)
{
    const Result<cli::Request> request = parsed({"--set", "model.base=1e6", "ladder"});
    ASSERT_FALSE(request);
    EXPECT_NE(request.error().message.find("after it"), std::string::npos) << request.error().message;
}

TEST(CommandLine, EveryCommandHasHelpThatNamesItsOptions)
{
    for (const std::string& command : commands) {
        const Outcome outcome = runProgram({command, "--help"});
        EXPECT_EQ(outcome.exitCode, 0) << command;
        EXPECT_NE(outcome.out.find("rope-explorer " + command), std::string::npos) << outcome.out;
        EXPECT_NE(outcome.out.find("--help"), std::string::npos) << outcome.out;
        EXPECT_EQ(outcome.out.find("--set KEY=VALUE") == std::string::npos, command == "list" || command == "compare")
            << outcome.out;
    }
}

TEST(CommandLine, HelpNamesEveryCommandAndTheExitCodes)
{
    const Outcome outcome = runProgram({"--help"});
    EXPECT_EQ(outcome.exitCode, 0);
    for (const std::string& command : commands)
        EXPECT_NE(outcome.out.find("\n  " + command + " "), std::string::npos) << command;
    EXPECT_NE(outcome.out.find("Exit codes"), std::string::npos);
}

TEST(CommandLine, TheVersionIsOneLine)
{
    const Outcome outcome = runProgram({"--version"});
    EXPECT_EQ(outcome.exitCode, 0);
    EXPECT_TRUE(outcome.out.starts_with("RoPE Explorer ")) << outcome.out;
}

TEST(CommandLine, WhatItDoesNotKnowItRefusesInOneLine)
{
    expectRefusal(runProgram({"ladder", "--no-such-option"}), 2, "--no-such-option");
    expectRefusal(runProgram({"ladder", "extra"}), 2, "extra");
    expectRefusal(runProgram({"ladder", "--set"}), 2, "--set");
    expectRefusal(runProgram({"ladder", "--format", "yaml"}), 2, "yaml");
    expectRefusal(runProgram({"render"}), 2, "FIGURE is required");
    expectRefusal(runProgram({"render", "rotation"}), 2, "--output");
    expectRefusal(runProgram({"rotate", "-o", "y.npy"}), 2, "required");
}

TEST(CommandLine, ValuesThatFitOnlyTogetherMayStandInAnyOrder)
{
    for (const auto& order : {std::vector<std::string>{"model.head_dim=64", "model.rotary_dim=32"},
                              std::vector<std::string>{"model.rotary_dim=32", "model.head_dim=64"}}) {
        const nlohmann::json ladder = jsonOf({"ladder", "--set", order[0], "--set", order[1], "--format", "json"});
        EXPECT_EQ(ladder["head_dim"], 64);
        EXPECT_EQ(ladder["rotary_dim"], 32);
    }
}

TEST(CommandLine, ALaterOptionWins)
{
    const nlohmann::json ladder = jsonOf({"ladder", "--set", "model.base=5", "--preset", "llama-3.1-8b", "--set",
                                          "model.base=7", "--set", "model.base=9", "--format", "json"});
    EXPECT_EQ(ladder["base"], 9.0);
    EXPECT_EQ(ladder["scheme"], "llama3");
}

TEST(CommandLine, WithoutADisplayTheWindowSaysSo)
{
    expectRefusal(runProgram({}), 3, "no display");
    expectRefusal(runProgramIn({"DISPLAY=:7654"}, {}), 3, "display cannot be opened");
}

TEST(CommandLine, AFileThatCannotBeOpenedIsRefusedBeforeAnyWindow)
{
    const Folder folder;
    expectRefusal(runProgram({folder.path("missing.json")}), 2, "missing.json");
    expectRefusal(runProgram({"laddr"}), 2, "laddr");
}

} // namespace rope::test

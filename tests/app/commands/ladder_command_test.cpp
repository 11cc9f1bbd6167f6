#include "tests/app/program.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <numbers>

namespace rope::test {

namespace {

std::vector<double> numbers(const nlohmann::json& list)
{
    return list.get<std::vector<double>>();
}

/// By how much each pair was slowed down.
std::vector<double> divisors(const nlohmann::json& ladder)
{
    const std::vector<double> scaled = numbers(ladder["inv_freq"]);
    std::vector<double> quotients = numbers(ladder["unscaled_inv_freq"]);
    for (std::size_t pair = 0; pair < scaled.size(); ++pair)
        quotients[pair] /= scaled[pair];
    return quotients;
}

} // namespace

TEST(LadderCommand, TableTellsTheCriticalDimensionOfRealModels)
{
    const auto summary = [](const std::string& preset) {
        return runProgram({"ladder", "--preset", preset}).out;
    };
    for (const auto& [preset, words] :
         {std::pair{"llama-2-7b", "46 of 64 pairs finish a turn in it, before scaling (critical dimension 92)"},
          {"llama-3-8b", "35 of 64 pairs finish a turn in it, before scaling (critical dimension 70)"},
          {"llama-3.1-8b", "35 of 64 pairs"},
          {"qwen2.5-7b", "40 of 64 pairs"},
          {"gpt-j-6b", "21 of 32 pairs"}})
        EXPECT_NE(summary(preset).find(words), std::string::npos) << preset;
}

TEST(LadderCommand, GrowsTheBaseOfQwen1InSteps)
{
    const Folder folder;
    const std::string model = folder.write("config.json", R"({"model_type": "qwen", "hidden_size": 4096,
        "num_attention_heads": 32, "kv_channels": 128, "rotary_emb_base": 10000, "seq_length": 8192,
        "max_position_embeddings": 32768, "use_dynamic_ntk": true, "use_logn_attn": true})");
    const auto slowest = [&](const std::string& length) {
        return jsonOf({"ladder", "--model", model, "--seq-len", length, "--format", "json"})["inv_freq"]
            .back()
            .get<double>();
    };
    const double plain = slowest("8192");
    EXPECT_NEAR(plain / slowest("8193"), 3.0, 1e-12);
    EXPECT_NEAR(plain / slowest("16384"), 3.0, 1e-12);
    EXPECT_NEAR(plain / slowest("20000"), 7.0, 1e-12);
    EXPECT_NEAR(plain / slowest("32769"), 15.0, 1e-12);
}

TEST(LadderCommand, JsonHasTheKeysOfTheContract)
{
    const nlohmann::json ladder = jsonOf({"ladder", "--format", "json"});
    for (const char* key : {"head_dim", "rotary_dim", "pairing", "scheme", "layer_type", "seq_len", "base", "inv_freq",
                            "wavelength", "attention_factor", "softmax_scale_factor", "warnings"})
        EXPECT_TRUE(ladder.contains(key)) << key;
    EXPECT_EQ(ladder["head_dim"], 128);
    EXPECT_EQ(ladder["pairing"], "half");
    EXPECT_TRUE(ladder["seq_len"].is_null());
    EXPECT_TRUE(ladder["warnings"].is_array());
}

TEST(LadderCommand, NumbersAreTheLadderToTheLastDigits)
{
    const nlohmann::json ladder = jsonOf({"ladder", "--set", "model.base=10000", "--format", "json"});
    const std::vector<double> frequency = numbers(ladder["inv_freq"]);
    const std::vector<double> wavelength = numbers(ladder["wavelength"]);
    ASSERT_EQ(frequency.size(), 64U);
    for (std::size_t pair = 0; pair < frequency.size(); ++pair) {
        const double expected = std::pow(10000.0, -2.0 * static_cast<double>(pair) / 128.0);
        EXPECT_NEAR(frequency[pair] / expected, 1.0, 1e-15) << pair;
        EXPECT_NEAR(wavelength[pair] * expected / (2 * std::numbers::pi), 1.0, 1e-15) << pair;
    }
}

TEST(LadderCommand, Llama31KeepsBlendsAndDivides)
{
    // 29 kept, 6 blended, 29 divided by 8: transformers' llama3 scheme on Llama-3.1-8B's config.json.
    const std::vector<double> by = divisors(jsonOf({"ladder", "--preset", "llama-3.1-8b", "--format", "json"}));
    ASSERT_EQ(by.size(), 64U);
    const auto near = [](double value) {
        return [value](double x) {
            return std::abs(x - value) < 1e-12;
        };
    };
    EXPECT_EQ(std::count_if(by.begin(), by.end(), near(1.0)), 29);
    EXPECT_EQ(std::count_if(by.begin(), by.end(), near(8.0)), 29);
    EXPECT_TRUE(std::is_sorted(by.begin(), by.end()));
}

TEST(LadderCommand, CsvHasOneLineForEachPairAndReadsBack)
{
    const Outcome outcome = runProgram({"ladder", "--set", "model.head_dim=8", "--format", "csv"});
    ASSERT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_TRUE(outcome.out.starts_with("layer_type,pair,inv_freq,wavelength,unscaled_inv_freq\n,0,1,"));
    EXPECT_EQ(std::count(outcome.out.begin(), outcome.out.end(), '\n'), 5);
    EXPECT_NE(outcome.out.find("\n,1,0.10000000000000001,"), std::string::npos) << outcome.out;
}

TEST(LadderCommand, TableTellsTheSchemeAndEveryPair)
{
    const Outcome outcome = runProgram({"ladder", "--preset", "llama-3.1-8b"});
    ASSERT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_NE(outcome.out.find("scheme llama3, base 500000, 128 of 128 channels rotate (half pairs)"),
              std::string::npos)
        << outcome.out;
    EXPECT_NE(outcome.out.find("\n  63  "), std::string::npos) << outcome.out;
}

TEST(LadderCommand, LongCallsGrowTheBaseOfDynamicScaling)
{
    const std::vector<std::string> state = {
        "ladder", "--set", "model.scheme=dynamic", "--set", "scheme.factor=4", "--format", "json", "--seq-len"};
    const auto at = [&state](const char* length) {
        std::vector<std::string> arguments = state;
        arguments.emplace_back(length);
        return jsonOf(arguments);
    };
    EXPECT_EQ(at("4096")["inv_freq"], at("1")["inv_freq"]);
    const nlohmann::json grown = at("16k");
    EXPECT_EQ(grown["seq_len"], 16000);
    // B' = B (s N / M - (s - 1))^(d / (d - 2)); the slowest pair turns at B'^(-126/128).
    const double base = 1e4 * std::pow(4.0 * 16000 / 4096 - 3.0, 128.0 / 126.0);
    EXPECT_NEAR(numbers(grown["inv_freq"]).back() * std::pow(base, 126.0 / 128.0), 1.0, 1e-12);
}

TEST(LadderCommand, ALengthThatTheStateNamesCounts)
{
    const nlohmann::json ladder =
        jsonOf({"ladder", "--set", "model.scheme=dynamic", "--set", "sequence.length=8192", "--format", "json"});
    EXPECT_EQ(ladder["seq_len"], 8192);
}

TEST(LadderCommand, SeveralKindsOfLayersComeTogetherOrOneByOne)
{
    const nlohmann::json all = jsonOf({"ladder", "--preset", "gemma-3-27b", "--format", "json"});
    ASSERT_TRUE(all.contains("layers"));
    ASSERT_EQ(all["layers"].size(), 2U);
    const std::string type = all["layers"][1]["layer_type"];
    const nlohmann::json one = jsonOf({"ladder", "--preset", "gemma-3-27b", "--layer-type", type, "--format", "json"});
    EXPECT_EQ(one, all["layers"][1]);
}

TEST(LadderCommand, AnUnknownLayerTypeNamesThoseThatThereAre)
{
    expectRefusal(runProgram({"ladder", "--preset", "gemma-3-27b", "--layer-type", "nope"}), 2, "full_attention");
    expectRefusal(runProgram({"ladder", "--layer-type", "nope"}), 2, "alike");
}

TEST(LadderCommand, ALengthMustBeAWholeNumberOfTokens)
{
    for (const char* length : {"0", "-4", "1.5", "many", "1e30", "nan", ""})
        expectRefusal(runProgram({"ladder", "--seq-len", length}), 2, "--seq-len");
}

TEST(LadderCommand, AFullStandardOutputIsTheMachinesFault)
{
    const Outcome outcome = runProgramInto("/dev/full", {"ladder", "--format", "json"});
    expectRefusal(outcome, 3, "standard output");
}

} // namespace rope::test

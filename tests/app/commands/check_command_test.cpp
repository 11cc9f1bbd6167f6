#include "tests/app/program.h"

#include <cmath>
#include <gtest/gtest.h>

namespace rope::test {
namespace {

/// Rows without any pattern, the same in every run.
std::vector<std::vector<double>> someRows(std::size_t tokens, std::size_t channels)
{
    std::vector<std::vector<double>> rows(tokens, std::vector<double>(channels));
    unsigned state = 1;
    for (auto& row : rows)
        for (double& value : row) {
            state = state * 1664525U + 1013904223U;
            value = static_cast<double>(state >> 8U) / 8388608.0 - 1.0;
        }
    return rows;
}

/// A folder with q.npy and what `rotate` makes of it with a preset.
class CheckCommand : public testing::Test {
protected:
    void turn(const std::string& preset, const std::string& positions)
    {
        before = folder.write("q.npy", npyMatrix(someRows(48, 128)));
        after = folder.path("q_rot.npy");
        const Outcome done =
            runProgram({"rotate", "--preset", preset, "--input", before, "--positions", positions, "-o", after});
        ASSERT_EQ(done.exitCode, 0) << done.err;
    }

    Outcome check(const std::vector<std::string>& more) const
    {
        std::vector<std::string> arguments = {"check", "--before", before, "--after", after};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return runProgram(arguments);
    }

    Folder folder;
    std::string before;
    std::string after;
};

TEST_F(CheckCommand, EndsWithZeroWhenAllIsAsExpected)
{
    turn("llama-3.1-8b", "0:48");
    const Outcome done = check({"--expect", "llama-3.1-8b", "--format", "json"});
    EXPECT_EQ(done.exitCode, 0) << done.out;
    const auto found = nlohmann::json::parse(done.out);
    EXPECT_EQ(found["as_expected"], true);
    EXPECT_EQ(found["rotated"], true);
    EXPECT_EQ(found["pairing"], "half");
    EXPECT_EQ(found["rotary_dim"], 128);
    EXPECT_EQ(found["sign"], 1);
    EXPECT_EQ(found["offset"], 0);
    EXPECT_NEAR(found["base"].get<double>(), 5e5, 5e-4);
    EXPECT_EQ(found["scheme"], "llama3");
    EXPECT_EQ(found["factor"], 8);
    EXPECT_EQ(found["attention_factor"], 1);
    EXPECT_EQ(found["faults"], nlohmann::json::array());
    EXPECT_TRUE(found["first_wrong"].is_null());
    EXPECT_TRUE(found["blind"].is_null());
    EXPECT_EQ(found["per_pair"].size(), 64U);
    for (const char* key : {"pair", "inv_freq", "expected", "residual"})
        EXPECT_TRUE(found["per_pair"][3].contains(key)) << key;
    EXPECT_TRUE(found["nearest_presets"].is_array());
    EXPECT_TRUE(found.contains("number_format"));
}

TEST_F(CheckCommand, EndsWithOneWhenItIsNot)
{
    turn("llama-3.1-8b", "1:49");
    const Outcome done = check({"--expect", "llama-3.1-8b"});
    EXPECT_EQ(done.exitCode, 1);
    EXPECT_NE(done.out.find("positions begin at 1: off by one from token 0"), std::string::npos) << done.out;
    EXPECT_EQ(check({"--expect", "llama-2-7b"}).exitCode, 1);
    EXPECT_EQ(check({}).exitCode, 0);
}

TEST_F(CheckCommand, TellsRotatedRowsFromTheirCentres)
{
    std::vector<std::vector<double>> rows = someRows(64, 128);
    for (auto& row : rows)
        for (std::size_t channel = 0; channel < row.size(); ++channel)
            row[channel] += std::sin(static_cast<double>(channel * channel)) * 2.0;
    before = folder.write("q.npy", npyMatrix(rows));
    after = folder.path("q_rot.npy");
    ASSERT_EQ(runProgram({"rotate", "--preset", "llama-2-7b", "--input", before, "--positions", "0:64", "-o", after})
                  .exitCode,
              0);
    const auto found = jsonOf({"check", "--rotated", after, "--format", "json"});
    EXPECT_EQ(found["pairing"], "half");
    EXPECT_NEAR(found["base"].get<double>() / 1e4, 1.0, 0.1);
    EXPECT_TRUE(found["offset"].is_null());
    for (const char* key : {"concentration", "runner_up", "margin"})
        EXPECT_TRUE(found["blind"][key].is_number()) << key;
}

TEST_F(CheckCommand, RefusesWhatCannotBeCompared)
{
    turn("llama-2-7b", "0:48");
    expectRefusal(check({"--axes", "thd"}), 2, "2 different letters");
    expectRefusal(check({"--expect", "no-such-model"}), 2, "no-such-model");
    expectRefusal(runProgram({"check"}), 2, "--before");
    expectRefusal(runProgram({"check", "--before", before}), 2, "--after");
    expectRefusal(runProgram({"check", "--rotated", folder.path("missing.npy")}), 2, "missing.npy");
    expectRefusal(runProgram({"check", "--rotated", folder.write("x.safetensors", std::string(8, '\xff'))}), 2,
                  "claims a header");
    expectRefusal(
        runProgram({"check", "--before", before, "--after", folder.write("s.npy", npyMatrix(someRows(3, 128)))}), 2,
        "3 tokens");
}

/// A .safetensors with q_proj and k_proj as float32 of 8 columns; `moved` puts heads of 4 rows from half-split to
/// interleaved.
std::string projections(bool moved)
{
    std::string data;
    for (const int rows : {16, 8})
        for (int row = 0; row < rows; ++row)
            for (int column = 0; column < 8; ++column) {
                const int within = row % 4;
                const int from = moved ? row - within + (within == 1 ? 2 : within == 2 ? 1 : within) : row;
                const auto value = static_cast<float>(std::sin(1.0 + 97.0 * from * from + 13.0 * column * (from + 1)));
                data.append(reinterpret_cast<const char*>(&value), sizeof value);
            }
    const std::string header = R"({"model.layers.0.self_attn.q_proj.weight": {"dtype": "F32", "shape": [16, 8], )"
                               R"("data_offsets": [0, 512]}, "model.layers.0.self_attn.k_proj.weight": )"
                               R"({"dtype": "F32", "shape": [8, 8], "data_offsets": [512, 768]}})";
    std::string bytes(8, '\0');
    bytes[0] = static_cast<char>(header.size() & 255U);
    bytes[1] = static_cast<char>(header.size() >> 8U);
    return bytes + header + data;
}

TEST_F(CheckCommand, NamesHowRowsOfWeightsWereMoved)
{
    const std::string a = folder.write("a.safetensors", projections(false));
    const std::string b = folder.write("b.safetensors", projections(true));
    const auto found = jsonOf({"check", "--weights", a, b, "--format", "json"});
    EXPECT_EQ(found["as_expected"], true);
    ASSERT_EQ(found["weights"].size(), 2U);
    EXPECT_EQ(found["weights"][1]["permutation"], "half_to_interleaved");
    EXPECT_EQ(found["weights"][1]["head_dim"], 4);
    EXPECT_EQ(found["weights"][0]["residual"], 0.0);
    EXPECT_EQ(jsonOf({"check", "--weights", a, a, "--format", "json"})["weights"][0]["permutation"], "identity");
}

TEST_F(CheckCommand, RefusesBrokenWeightsInOneLine)
{
    const std::string whole = projections(false);
    const std::string a = folder.write("a.safetensors", whole);
    for (std::size_t size = 0; size < whole.size(); size += 13) {
        const std::string cut = folder.write("cut.safetensors", whole.substr(0, size));
        expectRefusal(runProgram({"check", "--weights", a, cut}), 2, "cut.safetensors");
    }
    std::string overlapping = whole;
    overlapping.replace(overlapping.find("[512, 768]"), 10, "[256, 512]");
    expectRefusal(runProgram({"check", "--weights", a, folder.write("o.safetensors", overlapping)}), 2, "overlaps");
    expectRefusal(runProgram({"check", "--weights", a, folder.write("x.gguf", "GGUF\3")}), 2, "x.gguf");
}

} // namespace
} // namespace rope::test

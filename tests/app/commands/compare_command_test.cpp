#include "tests/app/program.h"

#include <cmath>
#include <gtest/gtest.h>
#include <sstream>

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

namespace {

const nlohmann::json* differenceNamed(const nlohmann::json& layer, const std::string& name)
{
    for (const nlohmann::json& row : layer["differences"])
        if (row["name"] == name)
            return &row;
    return nullptr;
}

const char* hostileConfig()
{
    return R"({"model_type": "<script>alert(1)</script>", "hidden_size": 4096, "num_attention_heads": 32,
        "rope_theta": 20000, "rope_<b>|\n_key": 3})";
}

} // namespace

TEST(CompareCommand, NamesEachValueThatDiffersWithBothOrigins)
{
    const Folder folder;
    const std::string file = folder.write(
        "config.json",
        R"({"model_type": "llama", "hidden_size": 4096, "num_attention_heads": 32, "rope_theta": 500000})");
    const nlohmann::json all = jsonOf({"compare", "llama-2-7b", file, "--format", "json"});
    ASSERT_EQ(all["models"].size(), 2U);
    EXPECT_EQ(all["models"][0]["name"], "Llama 2 7B");
    EXPECT_EQ(all["models"][1]["family"], "llama");
    const nlohmann::json* base = differenceNamed(all["layers"][0], "base");
    ASSERT_NE(base, nullptr);
    EXPECT_EQ((*base)["values"][0]["value"], "10000");
    EXPECT_EQ((*base)["values"][1]["value"], "500000");
    EXPECT_EQ((*base)["values"][1]["origin"], "rope_theta");
    EXPECT_EQ((*base)["values"][1]["kind"], "file");
    EXPECT_EQ(differenceNamed(all["layers"][0], "pairing"), nullptr);
    const Outcome table = runProgram({"compare", "llama-2-7b", file});
    EXPECT_NE(table.out.find("rope_theta"), std::string::npos) << table.out.substr(0, 2000);
    EXPECT_NE(table.out.find("do not turn alike"), std::string::npos) << table.out.substr(0, 2000);
}

TEST(CompareCommand, TheCosineIsTheMeanAndTheLeastOfThePairs)
{
    const nlohmann::json layer = jsonOf({"compare", "llama-3-8b", "llama-3.1-8b", "--format", "json"})["layers"][0];
    const auto first = layer["first_inv_freq"].get<std::vector<double>>();
    const auto second = layer["second_inv_freq"].get<std::vector<double>>();
    const auto positions = layer["cosine"]["positions"].get<std::vector<double>>();
    EXPECT_EQ(positions.front(), 0.0);
    EXPECT_EQ(positions.back(), 131072.0);
    for (std::size_t i = 0; i < positions.size(); i += 17) {
        long double sum = 0;
        long double lowest = 1;
        for (std::size_t j = 0; j < first.size(); ++j) {
            const long double cosine =
                std::cos(static_cast<long double>(positions[i]) * (static_cast<long double>(second[j]) - first[j]));
            sum += cosine;
            lowest = std::min(lowest, cosine);
        }
        EXPECT_NEAR(layer["cosine"]["mean"][i].get<double>(), static_cast<double>(sum / 64), 1e-12) << positions[i];
        EXPECT_NEAR(layer["cosine"]["worst"][i].get<double>(), static_cast<double>(lowest), 1e-12) << positions[i];
    }
    EXPECT_EQ(layer["parting_pairs"][0]["pair"], 32);
    EXPECT_EQ(layer["parting_pairs"].size(), 35U);
}

TEST(CompareCommand, ThreeModelsStandInOneTable)
{
    const nlohmann::json all = jsonOf({"compare", "llama-2-7b", "llama-3-8b", "gpt-j-6b", "--format", "json"});
    EXPECT_EQ(all["models"].size(), 3U);
    for (const nlohmann::json& row : all["layers"][0]["differences"])
        EXPECT_EQ(row["values"].size(), 3U);
    ASSERT_EQ(all["layers"][0]["further"].size(), 1U);
    EXPECT_EQ(all["layers"][0]["further"][0]["model"], 2);
    EXPECT_EQ(all["layers"][0]["further"][0]["same_partners"], false);
    const Outcome table = runProgram({"compare", "llama-2-7b", "llama-3-8b", "gpt-j-6b"});
    EXPECT_NE(table.out.find("Llama 3 8B rad/token"), std::string::npos) << table.out.substr(0, 3000);
    const Folder folder;
    ASSERT_EQ(runProgram({"compare", "llama-2-7b", "llama-3-8b", "gpt-j-6b", "-o", folder.path("a.csv")}).exitCode, 0);
    std::istringstream lines(folder.read("a.csv"));
    std::string heading;
    std::getline(lines, heading);
    EXPECT_EQ(heading, "part,pair,Llama 2 7B (rad/token),Llama 3 8B (rad/token),GPT-J 6B (rad/token)");
    expectRefusal(runProgram({"compare", "llama-2-7b", "llama-3-8b", "gpt-j-6b", "-o", folder.path("a.png")}), 2,
                  "the figure shows two models");
}

TEST(CompareCommand, OneKindOfLayerIsChosenForAllOrForEach)
{
    const nlohmann::json one = jsonOf({"compare", "gemma-3-27b", "gemma-3-27b", "--layer-type", "sliding_attention",
                                       "--layer-type", "full_attention", "--format", "json"});
    ASSERT_EQ(one["layers"].size(), 1U);
    EXPECT_EQ(one["layers"][0]["first_layer_type"], "sliding_attention");
    EXPECT_EQ(one["layers"][0]["second_layer_type"], "full_attention");
    expectRefusal(runProgram({"compare", "gemma-3-27b", "llama-3-8b", "--layer-type", "none"}), 2, "there are: ");
    expectRefusal(runProgram({"compare", "gemma-3-27b", "gemma-3-27b", "--layer-type", "a", "--layer-type", "b",
                              "--layer-type", "c"}),
                  2, "--layer-type");
}

TEST(CompareCommand, WritesAReportInThreeFormats)
{
    const Folder folder;
    for (const char* name : {"a.md", "a.html", "a.pdf"}) {
        const Outcome outcome = runProgram({"compare", "llama-3-8b", "gpt-j-6b", "-o", folder.path(name)});
        ASSERT_EQ(outcome.exitCode, 0) << outcome.err;
        EXPECT_EQ(outcome.out, "");
    }
    EXPECT_EQ(folder.read("a.md").find("# Llama 3 8B against GPT\\-J 6B\n"), 0U) << folder.read("a.md").substr(0, 200);
    const std::string html = folder.read("a.html");
    EXPECT_NE(html.find("<svg"), std::string::npos);
    EXPECT_NE(html.find("mean over the pairs"), std::string::npos);
    EXPECT_NE(html.find("lowest of any pair"), std::string::npos);
    EXPECT_EQ(html.find("<?xml"), std::string::npos);
    const std::string pdf = folder.read("a.pdf");
    EXPECT_EQ(pdf.find("%PDF"), 0U);
    EXPECT_NE(pdf.find("/Count 1"), std::string::npos);
    const Outcome again =
        runProgram({"render", "comparison", "--state", folder.path("a.pdf"), "-o", folder.path("again.json")});
    ASSERT_EQ(again.exitCode, 0) << again.err;
    const Outcome figure = runProgram({"compare", "llama-3-8b", "gpt-j-6b", "-o", folder.path("figure.json")});
    ASSERT_EQ(figure.exitCode, 0) << figure.err;
    EXPECT_EQ(folder.read("again.json"), folder.read("figure.json"));
}

TEST(CompareCommand, TheSameReportIsTheSameFile)
{
    const Folder folder;
    for (const char* ending : {".md", ".html", ".pdf"}) {
        for (const char* name : {"a", "b"})
            ASSERT_EQ(
                runProgram({"compare", "llama-3-8b", "gemma-3-27b", "-o", folder.path(std::string(name) + ending)})
                    .exitCode,
                0);
        EXPECT_EQ(folder.read(std::string("a") + ending), folder.read(std::string("b") + ending)) << ending;
    }
}

TEST(CompareCommand, NothingFromAFileIsMarkupInAReport)
{
    const Folder folder;
    const std::string file = folder.write("<img src=x onerror=alert(1)>.json", hostileConfig());
    for (const char* name : {"a.html", "a.md"}) {
        const Outcome outcome = runProgram({"compare", file, "llama-3-8b", file, "-o", folder.path(name)});
        ASSERT_EQ(outcome.exitCode, 0) << outcome.err;
        const std::string text = folder.read(name);
        EXPECT_EQ(text.find("<img"), std::string::npos) << name;
        EXPECT_EQ(text.find("<script"), std::string::npos) << name;
        EXPECT_EQ(text.find("<b>"), std::string::npos) << name;
        EXPECT_NE(text.find("&lt;img"), std::string::npos) << name;
    }
}

TEST(CompareCommand, WhatIsNoModelOrNotThereIsRefusedInOneSentence)
{
    const Folder folder;
    const std::string text = folder.write("notes.json", R"({"title": "no model"})");
    const std::string output = folder.write("report.html", "before");
    for (const std::string& wrong : {text, folder.path("missing.json"), folder.write("empty.gguf", "GGUF")})
        for (const std::vector<std::string>& models : {std::vector<std::string>{wrong, "llama-3-8b"},
                                                       {"llama-3-8b", wrong},
                                                       {"llama-3-8b", "gpt-j-6b", wrong}}) {
            std::vector<std::string> arguments{"compare"};
            arguments.insert(arguments.end(), models.begin(), models.end());
            expectRefusal(runProgram(arguments), 2, wrong.substr(wrong.rfind('/') + 1));
            arguments.insert(arguments.end(), {"-o", output});
            expectRefusal(runProgram(arguments), 2, wrong.substr(wrong.rfind('/') + 1));
        }
    EXPECT_EQ(folder.read("report.html"), "before");
    expectRefusal(runProgram({"compare", "llama-3-8b", "gpt-j-6b", "-o", folder.path("no/such/a.md")}), 2, "no/such");
    expectRefusal(runProgram({"compare", "llama-3-8b", "gpt-j-6b", "--size", "85x60mm", "-o", folder.path("a.pdf")}), 2,
                  "render comparison");
}

} // namespace rope::test

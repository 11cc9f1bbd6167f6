#include "core/base/loose_json.h"

#include <gtest/gtest.h>

namespace rope {
namespace {

nlohmann::json valueOf(std::string_view text)
{
    const auto json = parseLooseJson(text);
    EXPECT_TRUE(json.has_value()) << text << ": " << (json ? "" : describe(json.error()));
    return json ? json->value : nlohmann::json();
}

TEST(LooseJson, ReadsWhatPythonAndPeopleWrite)
{
    EXPECT_EQ(valueOf("\xEF\xBB\xBF{\"a\": 1}")["a"], 1);
    EXPECT_EQ(valueOf("{\"a\": [NaN, Infinity, -Infinity]}")["a"], (nlohmann::json{"NaN", "Infinity", "-Infinity"}));
    EXPECT_EQ(valueOf("{\"a\": [1, 2,], // two\n /* and\n more */ \"b\": {\"c\": 3,},}")["b"]["c"], 3);
    EXPECT_EQ(parseLooseJson("{\"a\": [NaN, 1,] /* x */}")->remarks.size(), 3U);
    EXPECT_TRUE(parseLooseJson("{\"a\": 1}")->remarks.empty());
}

TEST(LooseJson, LeavesWhatStandsInStringsAlone)
{
    const char* text = R"({"a": "http://x/*y*/, NaN ,] \" // z", "Infinity": 1, "b": "\\"})";
    EXPECT_EQ(valueOf(text)["a"], R"(http://x/*y*/, NaN ,] " // z)");
    EXPECT_EQ(valueOf(text)["Infinity"], 1);
    EXPECT_TRUE(parseLooseJson(text)->remarks.empty());
}

TEST(LooseJson, SaysTheLineAndTheColumnAsTheFileHasThem)
{
    const auto fieldOf = [](std::string_view text) {
        const auto json = parseLooseJson(text);
        EXPECT_FALSE(json.has_value()) << text;
        return json ? std::string() : json.error().field;
    };
    EXPECT_EQ(fieldOf("{\n  \"a\": 1\n  \"b\": 2}"), "line 3, column 5");
    EXPECT_EQ(fieldOf("{\"a\": x}"), "line 1, column 7");
    EXPECT_EQ(fieldOf("{\"a\": NaN, /* n */ \"b\": x}"), "line 1, column 25");
    EXPECT_EQ(fieldOf("// one\n// two\n{\"a\": NaN, NaN}"), "line 3, column 15");
}

TEST(LooseJson, RefusesWhatIsNotToBeRead)
{
    for (const char* text : {"", " ", "{", "/*", "{\"a\": NaNs}", "{\"a\": 1e999}", "{,}", "[1,,2]", "//"})
        EXPECT_FALSE(parseLooseJson(text).has_value()) << text;
    EXPECT_FALSE(parseLooseJson(std::string(100000, '[')).has_value());
    EXPECT_FALSE(parseLooseJson("[1]", {.bytes = 2}).has_value());
}

TEST(WhatItIs, NamesFilesThatAreNoJson)
{
    using namespace std::string_view_literals;
    const std::pair<std::string_view, std::string_view> files[] = {
        {"version https://git-lfs.github.com/spec/v1\noid sha256:0\n", "Git LFS"},
        {"\x1f\x8b\x08\0"sv, "gzip"},
        {"PK\x03\x04...", "zip"},
        {"<!DOCTYPE html>\n<html>", "HTML"},
        {"\n<html>", "HTML"},
        {"---\nlicense: mit\n", "YAML"},
        {"model_type: llama\nrope_theta: 1e4\n", "YAML"},
        {"# Model\n\nText", "Markdown"},
        {"\x10\x01\0\0\0\0\0\0{\"a\":1}"sv, "safetensors"},
        {"\x93NUMPY\x01\0"sv, ".npy"},
    };
    for (const auto& [text, name] : files)
        EXPECT_NE(whatItIs(text).find(name), std::string::npos) << name;
    for (const char* json :
         {"{}", " {\"a\": 1}", "[1]", "// c\n{}", "\xEF\xBB\xBF{}", "", "null", "\"rope_scaling\": {}"})
        EXPECT_EQ(whatItIs(json), "") << json;
}

} // namespace
} // namespace rope

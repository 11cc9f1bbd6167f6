#include "app/commands/text.h"

#include <cstdlib>
#include <gtest/gtest.h>
#include <limits>
#include <nlohmann/json.hpp>

namespace rope::cli::test {

TEST(Text, ExactNumbersReadBackToTheSameDouble)
{
    for (const double value : {0.1, 1.0 / 3, 5e-324, 1.7976931348623157e308, -2.5, 0.0})
        EXPECT_EQ(std::strtod(exactNumber(value).c_str(), nullptr), value);
}

TEST(Text, JsonHasNoInfinity)
{
    EXPECT_EQ(jsonNumbers({1, std::numeric_limits<double>::infinity()}), "[1, null]");
}

TEST(Text, JsonObjectsAreWellFormedAndKeepTheirOrder)
{
    const std::string text = JsonObject().add("b", jsonText("a \"quoted\"\nline")).add("a", jsonNumbers({})).text();
    const nlohmann::ordered_json json = nlohmann::ordered_json::parse(text);
    EXPECT_EQ(json.begin().key(), "b");
    EXPECT_EQ(json["b"], "a \"quoted\"\nline");
    EXPECT_TRUE(json["a"].empty());
}

TEST(Text, CsvFieldsAreQuotedWhereTheyMustBe)
{
    EXPECT_EQ(csvField("plain"), "plain");
    EXPECT_EQ(csvField("a,\"b\""), "\"a,\"\"b\"\"\"");
}

TEST(Text, TablesAlignNumbersRightAndCountCharactersNotBytes)
{
    EXPECT_EQ(alignedTable({"n", "name"}, {{"5", "θ"}, {"12", "ab"}}), " n  name\n 5  θ\n12  ab\n");
}

TEST(Text, RangesAreHalfOpenAndEndsMayBeLeftOut)
{
    const Result<Range> range = parseRange("--rows", "2:", {0, 10}, true);
    ASSERT_TRUE(range);
    EXPECT_EQ(range->first, 2);
    EXPECT_EQ(range->last, 10);
    EXPECT_EQ(parseRange("--rows", ":4", {0, 10}, true)->count(), 4);
    EXPECT_EQ(parseRange("--rows", "1k:2^11", {0, 10}, false)->count(), 1048);
    for (const char* wrong : {"", "5", "5:5", "6:5", "0:11", "-1:4", "a:b", "0.5:3", "1:2:3", "0:1e300", "nan:4"})
        EXPECT_FALSE(parseRange("--rows", wrong, {0, 10}, true)) << wrong;
}

} // namespace rope::cli::test

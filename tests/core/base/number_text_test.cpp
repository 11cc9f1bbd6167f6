#include "core/base/number_text.h"

namespace rope {

TEST(NumberText, ReadsWhatUsersType)
{
    const std::vector<std::pair<std::string, double>> cases = {
        {"12", 12},         {"500k", 500e3},     {"1e6", 1e6},
        {"2^20", 1048576},  {"131 072", 131072}, {"131\u2009072", 131072},
        {"1_000_000", 1e6}, {"-3.5", -3.5},      {"\u22127", -7},
        {"10M", 1e7},       {"+4", 4},           {" 8 ", 8},
        {"1e-9", 1e-9}};
    for (const auto& [text, number] : cases) {
        const auto parsed = parseNumber(text);
        ASSERT_TRUE(parsed.has_value()) << text;
        EXPECT_DOUBLE_EQ(*parsed, number) << text;
    }
}

TEST(NumberText, RefusesWhatIsNoNumber)
{
    for (const char* text : {"", "k", "nan", "inf", "1e400", "2^", "^2", "12x", "1.2.3", "0x10", "9^9999"})
        EXPECT_FALSE(parseNumber(text).has_value()) << text;
}

TEST(NumberText, SaysOfAnEmptyFieldThatNothingIsWritten)
{
    for (const char* text : {"", "  "})
        EXPECT_EQ(parseNumber(text).error().message,
                  "nothing is written; write a number such as 500000, 500k, 5e5 or 2^19");
}

TEST(NumberText, FormattedNumbersReadBackToTheSameDouble)
{
    for (const double number : {0.0, 1.0, -3.0, 0.1, 1.0 / 3.0, 1e-300, 1.7976931348623157e308, 131072.0, 123456.789})
        EXPECT_EQ(*parseNumber(shortestNumber(number)), number);
}

TEST(NumberText, RoundsToTheDigitsThatAreAskedFor)
{
    EXPECT_EQ(shortNumber(1234567.0), "1.23457e+06");
    EXPECT_EQ(shortNumber(0.5), "0.5");
    EXPECT_EQ(roundedNumber(1.0 / 3.0, 4), "0.3333");
    EXPECT_EQ(exactNumber(0.1), "0.10000000000000001");
    EXPECT_EQ(shortestNumber(131072.0), "131072");
}

} // namespace rope

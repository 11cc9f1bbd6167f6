#include "core/base/plain_text.h"

namespace rope {

TEST(PlainText, KeepsEveryOrdinaryCharacter)
{
    const std::string text = "abc <&> \"quoted\" \xC3\xA9 \xE2\x82\xAC \xED\x9F\xBF \xF0\x9F\x98\x80 \xF4\x8F\xBF\xBF";
    EXPECT_EQ(plainText(text), text);
    EXPECT_EQ(plainText(""), "");
}

TEST(PlainText, MakesControlCharactersSpaces)
{
    EXPECT_EQ(plainText(std::string_view("a\nb\tc\x1b[31m\0d\x7f", 12)), "a b c [31m d");
    EXPECT_EQ(plainText("a\x7f"
                        "b\xC2\x85"
                        "c\xC2\xA0"
                        "d"),
              "a b c\xC2\xA0"
              "d"); // U+0085 and U+00A0
}

TEST(PlainText, AnswersEveryPairOfBytesWithUtf8)
{
    for (int first = 0; first < 256; ++first)
        for (int second = 0; second < 256; ++second) {
            const std::string bytes{'x', static_cast<char>(first), static_cast<char>(second), 'x'};
            const std::string line = plainText(bytes);
            EXPECT_EQ(plainText(line), line);
            EXPECT_EQ(line.front(), 'x');
            EXPECT_EQ(line.back(), 'x');
        }
}

TEST(PlainText, RefusesWhatOnlyLooksLikeUtf8)
{
    for (const char* wrong : {"\x80", "\xC0\xAF", "\xE0\x80\xAF", "\xED\xA0\x80", "\xF0\x80\x80\xAF",
                              "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xE2\x82", "\xFF"})
        EXPECT_EQ(plainText(wrong), std::string(std::string_view(wrong).size(), '?'));
}

TEST(PlainText, IsCutBetweenCharacters)
{
    const std::string text = "a\xE2\x82\xAC"
                             "b";
    EXPECT_EQ(beginningOf(text, 5), text);
    EXPECT_EQ(beginningOf(text, 3), "a");
    EXPECT_EQ(beginningOf(text, 4), "a\xE2\x82\xAC");
    EXPECT_EQ(beginningOf(text, 0), "");
    EXPECT_EQ(endOf(text, 9), text);
    EXPECT_EQ(endOf(text, 3), "b");
    EXPECT_EQ(endOf(text, 4), "\xE2\x82\xAC"
                              "b");
    EXPECT_EQ(endOf(text, 0), "");
}

TEST(MessageLine, CutsTheMiddleOutOfALongQuotation)
{
    EXPECT_EQ(messageLine("a\nb: is wrong"), "a b: is wrong");
    const std::string line = messageLine("--size: '" + std::string(100'000, 'x') + "' is no size");
    EXPECT_LT(line.size(), 1010U);
    EXPECT_TRUE(line.starts_with("--size: 'xxx"));
    EXPECT_TRUE(line.ends_with("xxx' is no size"));
}

} // namespace rope

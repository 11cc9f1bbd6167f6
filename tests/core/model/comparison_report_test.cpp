#include "core/model/comparison_report.h"

#include "core/model/config/config_json.h"
#include "core/model/presets.h"

#include <algorithm>
#include <regex>
#include <sstream>

namespace rope {
namespace {

constexpr const char* hostile = "<script>alert('x')</script>\n|&\"`*[a](http://b)\t\x1b[31m";

std::vector<PartComparison> compared(const std::vector<ComparedModel>& models)
{
    return *compareParts(models, {}, 0);
}

std::vector<PartComparison> hostileComparison()
{
    ComparedModel bad{*loadPreset("gpt-j-6b")};
    bad.file.model.name = hostile;
    for (auto& [name, origin] : bad.file.parts.front().origins)
        origin.text = hostile;
    return compared({{*loadPreset("llama-2-7b")}, bad});
}

std::string noPicture(const ReportPicture&)
{
    return "<svg></svg>";
}

TEST(ComparisonReport, HasTitleVerdictDifferencesAndPairsThatPart)
{
    const std::string text =
        markdownOf(reportOf(compared({{*loadPreset("llama-3-8b")}, {*loadPreset("llama-3.1-8b")}})));
    EXPECT_EQ(text.find("# Llama 3 8B against Llama 3.1 8B\n"), 0U) << text;
    EXPECT_NE(text.find("Pair 32 parts first"), std::string::npos) << text;
    EXPECT_NE(text.find("| scheme.factor | not there | 8, rope\\_scaling.factor \\(file\\) |"), std::string::npos)
        << text;
    EXPECT_NE(text.find("| pair | rad/token, Llama 3 8B |"), std::string::npos) << text;
}

TEST(ComparisonReport, NothingFromAFileIsMarkup)
{
    const std::vector<ReportBlock> report = reportOf(hostileComparison());
    const std::string html = htmlOf(report, noPicture);
    EXPECT_EQ(html.find("<script"), std::string::npos);
    EXPECT_EQ(html.find('\x1b'), std::string::npos);
    EXPECT_NE(html.find("&lt;script&gt;"), std::string::npos);
    const std::regex tag("<(/?)([a-zA-Z0-9]+)[^>]*>");
    const std::vector<std::string> own{"html",  "head", "meta", "title", "style", "body",   "h1",         "h2", "h3",
                                       "table", "tr",   "th",   "td",    "p",     "figure", "figcaption", "svg"};
    for (std::sregex_iterator match(html.begin(), html.end(), tag), end; match != end; ++match)
        EXPECT_NE(std::ranges::find(own, (*match)[2].str()), own.end()) << match->str();
    const std::string markdown = markdownOf(report);
    EXPECT_EQ(markdown.find("<script"), std::string::npos);
    EXPECT_EQ(markdown.find("[a]("), std::string::npos);
    std::istringstream lines(markdown);
    for (std::string line; std::getline(lines, line);) { // a bar from a file does not make a column
        const std::string bare = std::regex_replace(line, std::regex(R"(\\\|)"), "");
        const auto bars = std::ranges::count(bare, '|');
        EXPECT_TRUE(bars == 0 || bars == 4 || bars == 6) << line;
    }
}

TEST(ComparisonReport, EveryHtmlElementThatOpensCloses)
{
    const std::string html = htmlOf(reportOf(hostileComparison()), noPicture);
    const auto count = [&](const std::string& word) {
        std::size_t found = 0;
        for (std::size_t at = html.find(word); at != std::string::npos; at = html.find(word, at + 1))
            ++found;
        return found;
    };
    for (const char* tag : {"table", "tr", "td", "th", "p", "h1", "h3", "figure", "body", "html"})
        EXPECT_EQ(count("<" + std::string(tag) + ">") + count("<" + std::string(tag) + " "),
                  count("</" + std::string(tag) + ">"))
            << tag;
}

TEST(ComparisonReport, TsvHasTheSameFieldsInEveryLine)
{
    for (const auto& comparisons :
         {hostileComparison(),
          compared({{*loadPreset("llama-2-7b")}, {*loadPreset("llama-3-8b")}, {*loadPreset("gemma-3-27b")}})}) {
        std::istringstream lines(differencesAsTsv(comparisons));
        std::size_t rows = 0;
        for (std::string line; std::getline(lines, line); ++rows)
            EXPECT_EQ(std::ranges::count(line, '\t'),
                      static_cast<std::ptrdiff_t>(1 + 3 * comparisons.front().models.size()))
                << line;
        std::size_t differences = 0;
        for (const PartComparison& comparison : comparisons)
            differences += comparison.differences().size();
        EXPECT_EQ(rows, differences + 1);
    }
}

} // namespace
} // namespace rope

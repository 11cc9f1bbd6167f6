#include "tests/ui/figures/figure_states.h"
#include "tests/ui/text_recorder.h"
#include "ui/figures/registry.h"
#include "ui/figures/scores/score_part_source.h"

#include <gtest/gtest.h>

#include <cmath>

namespace rope {
namespace {

constexpr QSizeF size{600, 450};

const Figure& scores()
{
    return *findFigure(u"scores");
}

ExplorerState stateOf(const std::string& part, const std::string& length = "40", const std::string& content = "random")
{
    return stateWith({{"sequence.length", length}, {"sequence.content", content}, {"scores.part", part}});
}

std::string allTexts(const ExplorerState& state)
{
    TextRecorder recorder(size.toSize());
    QPainter painter(&recorder);
    Scene(scores(), state, size).paint(painter);
    painter.end();
    std::string all;
    for (const PaintedText& text : recorder.texts())
        all += text.text.toStdString() + "|";
    return all;
}

std::optional<double> shownValue(const ExplorerState& state, const ScoreCell& cell)
{
    const auto source = scoreSource(state, prepareScores(state, {}).get());
    const auto image = source->image(scoreWindow(state), 256);
    EXPECT_GT(image.pixels, 0);
    return source->value(cell);
}

} // namespace

TEST(ScorePart, PartsOfEveryCellAddUpToTheWhole)
{
    for (const ScoreCell cell : {ScoreCell{0, 0}, {7, 30}, {39, 2}}) {
        const auto whole = shownValue(stateOf("whole"), cell);
        const auto positional = shownValue(stateOf("positional"), cell);
        const auto content = shownValue(stateOf("content"), cell);
        ASSERT_TRUE(whole && positional && content);
        EXPECT_NEAR(*positional + *content, *whole, 1e-5);
        EXPECT_GT(std::abs(*content), 1e-3);
    }
}

TEST(ScorePart, DataHoldAllThreeAtAnyLength)
{
    for (const char* length : {"1", "40", "100000"}) {
        const DataTable table = scores().data(stateOf("content", length));
        ASSERT_EQ(table.columns.size(), 5U);
        EXPECT_EQ(table.columns[3].name.toStdString(), "positional");
        for (std::size_t row = 0; row < table.columns[2].values.size(); ++row)
            ASSERT_NEAR(table.columns[3].values[row] + table.columns[4].values[row], table.columns[2].values[row],
                        1e-5);
    }
    EXPECT_EQ(scores().data(stateOf("whole")).columns.size(), 3U);
}

TEST(ScorePart, CaptionAndTitleSayWhichPart)
{
    EXPECT_NE(allTexts(stateOf("positional")).find("Positional pattern: the mean of every diagonal"),
              std::string::npos);
    EXPECT_NE(allTexts(stateOf("content")).find("Content variation: "), std::string::npos);
    EXPECT_NE(allTexts(stateOf("content", "100000")).find("Content variation: "), std::string::npos);
    EXPECT_NE(scores().subtitle(stateOf("content")).indexOf(QStringLiteral("content variation")), -1);
    EXPECT_NE(scores().describe(stateOf("positional")).indexOf(QStringLiteral("positional pattern")), -1);
    EXPECT_EQ(scores().subtitle(stateOf("whole")).indexOf(QStringLiteral("pattern")), -1);
}

TEST(ScorePart, IdenticalContentLeavesNothingForTheContentPart)
{
    const auto source = scoreSource(stateOf("content", "1000000", "identical"), prepareScores(stateOf("content", "1000000", "identical"), {}).get());
    const ScoreImage image = source->image({0, 0, 1'000'000}, 64);
    EXPECT_EQ(image.minimum, 0.0);
    EXPECT_EQ(image.maximum, 0.0);
    const ValueRange range = source->range(image);
    EXPECT_GT(range.maximum - range.minimum, 0.5) << "the colours are still those of the whole";
}

} // namespace rope

#include "tests/core/opened_content.h"
#include "tests/core/oracles.h"
#include "tests/ui/figures/figure_states.h"
#include "tests/ui/text_recorder.h"
#include "ui/figures/registry.h"
#include "ui/figures/scores/score_layout.h"
#include "ui/figures/scores/score_source.h"

#include <cmath>
#include <gtest/gtest.h>

namespace rope {
namespace {

ShownState previousTokenHead()
{
    ShownState state = openedWith({}, "capture:tinylm_natural");
    state.sequence.fileLayer = 3;
    state.sequence.fileHead = 3;
    return state;
}

QString allTexts(const ShownState& state, QSize size)
{
    TextRecorder recorder(size);
    QPainter painter(&recorder);
    Scene(*findFigure(u"scores"), state, size).paint(painter);
    painter.end();
    QString all;
    for (const PaintedText& text : recorder.texts())
        all += text.text + QLatin1Char('\n');
    return all;
}

TEST(ContentScores, CellsAreTheScoresThatTheModelSaw)
{
    const ShownState state = previousTokenHead();
    const testing::CapturedScores expected = testing::capturedScores(loadCapture("tinylm_natural").value(), 3, 3);
    const auto source = scoreSource(state, prepareScores(state, {}).get());
    ASSERT_NE(source, nullptr);
    EXPECT_NEAR(*source->value({100, 99}), expected.after(100, 99), 1e-4);
    EXPECT_FALSE(source->value({300, 2}));
}

/// A million tokens of Gaussian content, 32 pairs: the rows at the edges of pixels are what takes long.
ShownState longRandom(const std::string& mask)
{
    return stateWith({{"model.head_dim", "64"},
                      {"sequence.length", "2^20"},
                      {"sequence.content", "random"},
                      {"sequence.mask", mask}});
}

TEST(ContentScores, LongContentIsPreparedWithItsPicture)
{
    for (const char* mask : {"none", "causal"}) {
        const ShownState state = longRandom(mask);
        const auto prepared = prepareScores(state, {});
        const auto source = scoreSource(state, prepared.get());
        ASSERT_NE(source, nullptr);
        const ScoreImage sharp = source->image(scoreWindow(state), 4096);
        EXPECT_EQ(sharp.pixels, 1024);
        EXPECT_EQ(sharp.tokensPerPixel, 1024.0);
        EXPECT_EQ(source->image(scoreWindow(state), 256).pixels, 1024) << "it is drawn smaller, not made anew";
        EXPECT_EQ(std::isnan(sharp.at(400, 800)), state.sequence.mask == Mask::Causal);
    }
}

TEST(ContentScores, APictureOfLongContentCanBeCancelled)
{
    const std::atomic<bool> cancelled{true};
    ShownState state = longRandom("none");
    state.sequence.seed += 1;
    EXPECT_EQ(prepareScores(state, {&cancelled, {}}), nullptr);
    EXPECT_TRUE(scoresNeedPreparation(state, nullptr));
}

TEST(ContentScores, AnotherHeadLayerOrFileIsPreparedAnew)
{
    const ShownState before = previousTokenHead();
    const std::shared_ptr<const Prepared> have = prepareScores(before, {});
    const double old = *scoreSource(before, have.get())->value({100, 99});
    for (const ShownState& state :
         {openedAfter(before, SetValue{"sequence.file_head", 1.0}),
          openedAfter(before, SetValue{"sequence.file_layer", 1.0}), openedWith(before, "capture:tinylm_repeat")}) {
        EXPECT_TRUE(scoresNeedPreparation(state, have.get()));
        const double fresh = *scoreSource(state, prepareScores(state, {}).get())->value({100, 99});
        EXPECT_EQ(*scoreSource(state, prepareScores(state, {}, have.get()).get())->value({100, 99}), fresh);
        EXPECT_NE(fresh, old);
    }
}

TEST(ContentScores, ThePreviousTokenHeadLooksBackByOne)
{
    ShownState state = previousTokenHead();
    state.sequence.mask = Mask::Causal;
    state.sequence.quantity = Quantity::Attention;
    const auto source = scoreSource(state, prepareScores(state, {}).get());
    double sum = 0.0;
    for (std::int64_t m = 1; m < 128; ++m)
        sum += *source->value({m, m - 1});
    EXPECT_GT(sum / 127.0, 0.35);
}

TEST(ContentScores, WhatIsShownIsWhatTheFileHasAndItSaysSo)
{
    ShownState state = previousTokenHead();
    EXPECT_EQ(scoreWindow(state).span, 256);
    EXPECT_TRUE(allTexts(state, {1000, 800}).contains("layer 3, head 3 (previous token)"));
    EXPECT_TRUE(allTexts(state, {1000, 800}).contains("beyond its training"));
    EXPECT_FALSE(allTexts(state, {1000, 800}).contains("the file ends"));
    state.sequence.length = 5000;
    EXPECT_EQ(scoreWindow(state).span, 256);
    EXPECT_TRUE(allTexts(state, {1000, 800}).contains("256 × 256 (the file ends before T = 5\u202F000)"));
    state.sequence.length = 100;
    EXPECT_EQ(scoreWindow(state).span, 100);
    EXPECT_FALSE(allTexts(state, {1000, 800}).contains("beyond its training"));
}

TEST(ContentScores, AnotherBaseThanTheTrainedOneIsTold)
{
    ShownState state = previousTokenHead();
    activeRotary(state).base = 500.0;
    EXPECT_TRUE(allTexts(state, {1000, 800}).contains("trained with base 10\u202F000, half-split"));
}

TEST(ContentScores, HoverNamesTheTokens)
{
    const ShownState state = previousTokenHead();
    const Scene scene(*findFigure(u"scores"), state, QSizeF(600, 450));
    EXPECT_EQ(scene.hover({250, 200}).text.count(QStringLiteral("‘")), 2) << scene.hover({250, 200}).text.toStdString();
}

TEST(ContentScores, AMixOfZeroIsIdenticalContent)
{
    ShownState state = previousTokenHead();
    state.sequence.contentMix = 0.0;
    state.sequence.length = 2000;
    EXPECT_EQ(scoreWindow(state).span, 2000);
    EXPECT_TRUE(allTexts(state, {1000, 800}).contains("Toeplitz:"));
}

} // namespace
} // namespace rope

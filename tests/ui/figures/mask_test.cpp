#include "core/views/mask_layers.h"
#include "tests/ui/figures/figure_states.h"
#include "tests/ui/text_recorder.h"
#include "ui/figures/all.h"

#include <algorithm>
#include <cstdlib>
#include <gtest/gtest.h>

namespace rope {
namespace {

ExplorerState causalState()
{
    return stateWith({{"sequence.length", "32"}, {"sequence.mask", "causal"}});
}

TEST(MaskFigure, GivesEveryCellOfTheWindow)
{
    const MaskLayers layers = maskLayers(causalState());
    const DataTable table = maskFigure().data(causalState());
    ASSERT_EQ(table.columns[4].values.size(), 32U * 32U);
    EXPECT_EQ(table.columns[2].values[12 * 32 + 13], 0.0);
    EXPECT_EQ(table.columns[3].values[12 * 32 + 5], layers.scores(12, 5));
    EXPECT_EQ(table.columns[4].values[12 * 32 + 5], layers.attention(12, 5));
}

TEST(MaskFigure, SwitchesEachLayerAlone)
{
    const auto column = [](const ExplorerState& state, std::size_t which) {
        return maskFigure().data(state).columns[which].values;
    };
    ExplorerState open = causalState();
    open.sequence.mask = Mask::None;
    ExplorerState still = causalState();
    still.encoding.relative = RelativeEncoding::None;
    EXPECT_EQ(column(open, 3), column(causalState(), 3));  // the mask leaves scores
    EXPECT_EQ(column(still, 2), column(causalState(), 2)); // rotation leaves visibility
    EXPECT_NE(column(open, 2), column(causalState(), 2));
    EXPECT_NE(column(still, 3), column(causalState(), 3));
}

TEST(MaskFigure, SaysOfWhichPositionsItSpeaks)
{
    EXPECT_TRUE(maskFigure().describe(causalState()).contains("All 32 positions"));
    const QString words = maskFigure().describe(stateWith({{"sequence.length", "4096"}, {"positions.query", "100"}}));
    EXPECT_TRUE(words.contains("softmax over these alone")) << qPrintable(words);
}

TEST(MaskFigure, SpeaksOfTheLastPositionWhenTheQueryLiesPastTheEnd)
{
    const ExplorerState state = stateWith({{"sequence.length", "32"}, {"positions.query", "300"}});
    EXPECT_TRUE(maskFigure().describe(state).contains("Query 31 sees"));
}

int distance(const QColor& a, const QColor& b)
{
    return std::abs(a.red() - b.red()) + std::abs(a.green() - b.green()) + std::abs(a.blue() - b.blue());
}

bool isNear(const QColor& a, const QColor& b)
{
    return distance(a, b) < 60;
}

/// The first colour to the left of a text that is not the background: what a legend's sample shows.
QColor sampleBefore(const QImage& image, const PaintedText& text)
{
    const QColor background = image.pixelColor(1, 1);
    QColor sample = background;
    for (int x = static_cast<int>(text.ink.left()) - 3; x > 2 && isNear(sample, background); --x)
        for (int y = static_cast<int>(text.ink.top()); y <= static_cast<int>(text.ink.bottom()); ++y)
            if (distance(image.pixelColor(x, y), background) > distance(sample, background))
                sample = image.pixelColor(x - 2, y); // past the edge, which may be blended
    return sample;
}

/// The row of query m alone, as it is painted.
class PaintedRow {
public:
    explicit PaintedRow(const ExplorerState& state)
        : scene_(maskFigure(), state, QSizeF(800, 500))
        , image_(scene_.image())
    {
        TextRecorder recorder(QSize(800, 500));
        QPainter painter(&recorder);
        scene_.paint(painter);
        painter.end();
        texts_ = recorder.texts();
    }

    QColor sampleOf(const QString& name) const
    {
        const auto found = std::ranges::find_if(texts_, [&](const PaintedText& text) { return text.text == name; });
        EXPECT_NE(found, texts_.end()) << qPrintable(name);
        return found == texts_.end() ? QColor() : sampleBefore(image_, *found);
    }

    /// Whether the plot shows the colour above a key.
    bool showsAbove(std::int64_t key, const QColor& color) const
    {
        for (int x = 0; x < image_.width(); x += 2) {
            if (scene_.hover(QPointF(x, 0.5 * image_.height())).highlight.keyPosition != key)
                continue;
            for (int y = image_.height() / 5; y < image_.height() * 4 / 5; ++y) // without legend and captions
                if (isNear(image_.pixelColor(x, y), color))
                    return true;
        }
        return false;
    }

private:
    Scene scene_;
    QImage image_;
    std::vector<PaintedText> texts_;
};

TEST(MaskFigure, LegendNamesTheColourThatAMaskTakesFromLaterKeys)
{
    ExplorerState state = stateWith({{"sequence.length", "16"}, {"sequence.mask", "causal"}, {"positions.query", "8"}});
    state.view.panel = 4;
    const MaskLayers layers = maskLayers(state);
    ASSERT_GT(layers.causalRow[4], 0.0);
    ASSERT_EQ(layers.causalRow[12], 0.0);
    ASSERT_GT(layers.openRow[12], 0.0);
    const PaintedRow row(state);
    const QColor masked = row.sampleOf("with causal mask");
    const QColor open = row.sampleOf("without mask");
    ASSERT_FALSE(isNear(masked, open));
    EXPECT_TRUE(row.showsAbove(4, masked)); // a key that both rows see
    EXPECT_TRUE(row.showsAbove(4, open));
    EXPECT_FALSE(row.showsAbove(12, masked)); // a later key: only the row without a mask sees it
    EXPECT_TRUE(row.showsAbove(12, open));
}

TEST(MaskFigure, ReadsACellAndMovesThere)
{
    const Scene scene(maskFigure(), causalState(), QSizeF(600, 450));
    const QPointF place(60, 100); // in the first matrix
    const Readout readout = scene.hover(place);
    ASSERT_TRUE(readout.highlight.queryPosition.has_value());
    EXPECT_EQ(*readout.highlight.offset, *readout.highlight.keyPosition - *readout.highlight.queryPosition);
    const auto change = scene.drag(place, place);
    ASSERT_TRUE(change.has_value());
    const ExplorerState moved = *withChange(causalState(), *change);
    EXPECT_EQ(moved.positions.query, *readout.highlight.queryPosition);
    EXPECT_EQ(moved.positions.key, *readout.highlight.keyPosition);
}

} // namespace
} // namespace rope

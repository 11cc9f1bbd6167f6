#include "core/views/head_energy.h"
#include "tests/core/opened_content.h"
#include "tests/ui/figures/figure_states.h"
#include "tests/ui/text_recorder.h"
#include "ui/figures/registry.h"

#include <gtest/gtest.h>

namespace rope {
namespace {

constexpr QSizeF size{600, 450};

const Figure& headEnergyOf()
{
    return *findFigure(u"head_energy");
}

ShownState tinylm()
{
    return openedWith({}, exampleContent);
}

std::optional<ShownState> after(const ShownState& state, const std::optional<Change>& change)
{
    if (!change)
        return std::nullopt;
    return withContentOf(withChange(state, *change).value(), state);
}

TEST(HeadEnergyFigure, NamesWhatItShowsAndItsLicence)
{
    const QString example = headEnergyOf().describe({});
    EXPECT_TRUE(example.contains("example")) << example.toStdString();
    EXPECT_TRUE(example.contains("tinylm") && example.contains("GPL-3.0"));
    EXPECT_TRUE(example.contains("does not say what the head attends to"));
    EXPECT_FALSE(headEnergyOf().describe(tinylm()).contains("example"));
    const ShownState repeat = openedWith({}, "capture:tinylm_repeat");
    EXPECT_FALSE(headEnergyOf().describe(repeat).contains("nduction"));
}

TEST(HeadEnergyFigure, AClickChoosesLayerHeadAndPair)
{
    const ShownState state = tinylm();
    const Scene scene(headEnergyOf(), state, size);
    int chosen = 0;
    for (double y = 5.0; y < size.height(); y += 23.0)
        for (double x = 5.0; x < size.width(); x += 41.0) {
            const QString text = scene.hover({x, y}).text;
            const auto next = after(state, scene.drag({x, y}, {x, y}));
            ASSERT_EQ(next.has_value(), !text.isEmpty());
            if (!next)
                continue;
            ++chosen;
            const QString head =
                QStringLiteral("head %1.%2 (").arg(next->sequence.fileLayer).arg(next->sequence.fileHead);
            EXPECT_TRUE(text.startsWith(head)) << text.toStdString();
            EXPECT_TRUE(text.contains(QStringLiteral("pair %1:").arg(next->highlightedPair))) << text.toStdString();
        }
    EXPECT_GT(chosen, 40);
}

TEST(HeadEnergyFigure, ArrowKeysGoThroughHeadsAndPairs)
{
    const ExplorerState state = stateWith({{"sequence.file_layer", "1"}, {"sequence.file_head", "0"}});
    const auto up = after(state, headEnergyOf().step(state, 1, true));
    EXPECT_EQ(up->sequence.fileLayer, 0);
    EXPECT_EQ(up->sequence.fileHead, 3);
    EXPECT_EQ(after(state, headEnergyOf().step(state, 1, false))->highlightedPair, state.highlightedPair + 1);
}

TEST(HeadEnergyFigure, TableHoldsEveryHeadAndPair)
{
    const DataTable table = headEnergyOf().data({});
    EXPECT_EQ(table.columns.front().values.size(), 16U * 32U);
    EXPECT_EQ(table.columns[0].values.back(), 3.0);
    EXPECT_NEAR(table.columns[3].values.front(), 6.2831853, 1e-6);
}

TEST(HeadEnergyFigure, AFileThatVanishedIsTold)
{
    ShownState state = tinylm();
    state.sequence.contentFile = "no such file.npy";
    ContentShelf shelf;
    state = withContentOpened(state, shelf);
    for (const char* id : {"head_energy", "scores"}) {
        const Figure& figure = *findFigure(QString::fromLatin1(id));
        TextRecorder recorder(size.toSize());
        QPainter painter(&recorder);
        Scene(figure, state, size).paint(painter);
        painter.end();
        EXPECT_TRUE(std::any_of(recorder.texts().begin(), recorder.texts().end(), [](const PaintedText& text) {
            return text.text.contains("no such file");
        })) << id;
        EXPECT_FALSE(figure.data(state).note.isEmpty()) << id;
        EXPECT_FALSE(figure.describe(state).isEmpty()) << id;
    }
}

} // namespace
} // namespace rope

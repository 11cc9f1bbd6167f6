#include "app/window/comparing.h"

#include "app/window/main_window.h"
#include "core/model/presets.h"
#include "core/state/json.h"
#include "ui/widgets/preset_picker.h"

#include <QApplication>
#include <QClipboard>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFile>
#include <QMimeData>
#include <QTemporaryDir>
#include <QTest>
#include <gtest/gtest.h>

namespace rope {

namespace {

class ComparingTest : public testing::Test {
protected:
    QString write(const QString& name, const QByteArray& bytes) const
    {
        QFile file(folder.filePath(name));
        EXPECT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(bytes);
        return file.fileName();
    }
    void drop(const QStringList& paths, const QPoint& at)
    {
        QMimeData data;
        QList<QUrl> urls;
        for (const QString& path : paths)
            urls << QUrl::fromLocalFile(path);
        data.setUrls(urls);
        QDragEnterEvent enter(at, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&window, &enter);
        EXPECT_TRUE(enter.isAccepted());
        QDropEvent event(at, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&window, &event);
    }
    QToolButton* buttonOf(const char* actionId)
    {
        for (QToolButton* button : window.findChildren<QToolButton*>())
            if (button->defaultAction() == window.action(actionId))
                return button;
        return nullptr;
    }
    QString page() { return window.comparing().view()->text(); }

    QTemporaryDir folder;
    ExplorerStore store;
    MainWindow window{store,
                      {folder.filePath("session.json"), folder.filePath("window.ini"), folder.filePath("p.json")}};
    const QString llama = write("llama.json", R"({"model_type": "llama", "hidden_size": 4096, "num_attention_heads": 32,
        "rope_theta": 500000, "max_position_embeddings": 8192})");
    const QString gptj = write("gptj.json", R"({"model_type": "gptj", "n_embd": 4096, "n_head": 16, "rotary_dim": 64,
        "n_positions": 2048})");
};

} // namespace

TEST_F(ComparingTest, TwoDroppedFilesBecomeBothModels)
{
    drop({llama, gptj}, QPoint(20, 20));
    ASSERT_TRUE(store.state().compared) << qPrintable(window.messageBar().text());
    EXPECT_EQ(activeRotary(store.state()).base, 500000.0);
    EXPECT_EQ(store.state().compared->layers.front().rotaryDim, 64);
    EXPECT_EQ(window.sidePages().currentWidget(), window.comparing().view());
    EXPECT_TRUE(page().contains("n_embd")) << qPrintable(page());
}

TEST_F(ComparingTest, AFileDroppedOnCompareIsTheSecondModel)
{
    window.documents().usePreset("llama-2-7b");
    window.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&window));
    QToolButton* button = buttonOf("compare");
    ASSERT_NE(button, nullptr);
    drop({gptj}, button->mapTo(&window, button->rect().center()));
    ASSERT_TRUE(store.state().compared);
    EXPECT_EQ(store.state().model.source, "llama-2-7b");
    EXPECT_TRUE(button->text().contains(QString::fromStdString(store.state().compared->name).left(4)))
        << qPrintable(button->text());
    drop({llama}, window.comparing().view()->mapTo(&window, window.comparing().view()->rect().center()));
    EXPECT_EQ(store.state().compared->layers.front().base, 500000.0);
    EXPECT_EQ(store.state().model.source, "llama-2-7b");
    drop({gptj}, window.figureGrid().mapTo(&window, QPoint(50, 50)));
    EXPECT_EQ(activeRotary(store.state()).rotaryDim, 64);
}

TEST_F(ComparingTest, BothModelsChangePlacesAndBack)
{
    window.documents().usePreset("llama-2-7b");
    window.comparing().takePreset("gpt-j-6b");
    const ExplorerState before = store.state();
    window.action("exchange")->trigger();
    EXPECT_EQ(store.state().model, *before.compared);
    EXPECT_EQ(*store.state().compared, before.model);
    window.action("undo")->trigger();
    EXPECT_EQ(store.state(), before);
    window.action("undo")->trigger();
    EXPECT_FALSE(store.state().compared);
    EXPECT_FALSE(window.sidePages().isTabVisible(window.sidePages().indexOf(window.comparing().view())));
}

TEST_F(ComparingTest, ThePageSaysWhatDiffersAndFollowsTheState)
{
    window.documents().usePreset("llama-2-7b");
    window.comparing().takePreset("llama-3-8b");
    EXPECT_TRUE(page().contains("Llama 2 7B and Llama 3 8B do not turn alike")) << qPrintable(page());
    EXPECT_TRUE(page().contains("A: 10000, "));
    EXPECT_TRUE(page().contains("B: 500000, rope_theta (file)")) << qPrintable(page());
    ASSERT_FALSE(store.propose(SetValue{"model.base", 12345.0}, "Base"));
    EXPECT_TRUE(page().contains("A: 12345, set by hand (rule)")) << qPrintable(page());
}

TEST_F(ComparingTest, TheDifferencesAreCopiedWithTabs)
{
    window.documents().usePreset("llama-2-7b");
    window.comparing().takePreset("llama-3-8b");
    window.action("copy_comparison")->trigger();
    const QStringList lines = QApplication::clipboard()->text().split('\n', Qt::SkipEmptyParts);
    ASSERT_GT(lines.size(), 2);
    EXPECT_EQ(lines.front(), "part\tvalue\tLlama 2 7B\tkind\torigin\tLlama 3 8B\tkind\torigin");
    for (const QString& line : lines)
        EXPECT_EQ(line.count('\t'), 7) << qPrintable(line);
}

TEST_F(ComparingTest, AReportIsWrittenFromTheWindow)
{
    window.documents().usePreset("llama-2-7b");
    window.comparing().takePreset("llama-3-8b");
    for (const char* name : {"a.html", "a.pdf", "a.md"}) {
        EXPECT_TRUE(window.comparing().writeReport(folder.filePath(name))) << name;
        EXPECT_TRUE(QFile::exists(folder.filePath(name))) << name;
    }
    EXPECT_FALSE(window.comparing().writeReport(folder.filePath("a.doc")));
    EXPECT_FALSE(QFile::exists(folder.filePath("a.doc")));
}

TEST_F(ComparingTest, AKindOfLayerOfTheSecondIsChosenAndTheOthersComeBack)
{
    window.documents().usePreset("llama-2-7b");
    window.comparing().takePreset("gemma-3-27b");
    const std::size_t layers = store.state().compared->layers.size();
    ASSERT_EQ(layers, 2U);
    window.comparing().takePart("full_attention");
    ASSERT_EQ(store.state().compared->layers.size(), 1U);
    EXPECT_TRUE(page().contains("B: 1000000, rope_theta (file)")) << qPrintable(page());
    window.comparing().takePart({});
    EXPECT_EQ(store.state().compared->layers.size(), layers);
}

TEST_F(ComparingTest, TheSessionKeepsTheSecondModel)
{
    window.documents().usePreset("llama-2-7b");
    window.comparing().takePreset("gpt-j-6b");
    const Result<ExplorerState> again = stateFromJson(toJson(store.state()));
    ASSERT_TRUE(again.has_value());
    EXPECT_EQ(*again, store.state());
}

TEST_F(ComparingTest, AFileThatIsNoModelIsToldAndChangesNothing)
{
    window.documents().usePreset("llama-2-7b");
    const ExplorerState before = store.state();
    EXPECT_FALSE(window.comparing().takeFile(write("no.json", R"({"title": 1})")));
    EXPECT_FALSE(window.comparing().takeFile(folder.filePath("missing.json")));
    EXPECT_EQ(store.state(), before);
    EXPECT_FALSE(window.messageBar().isHidden());
}

} // namespace rope

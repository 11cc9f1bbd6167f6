#include "app/window/main_window.h"

#include "app/window/actions.h"
#include "app/window/quit_signals.h"
#include "app/window/workspaces.h"
#include "core/base/npy.h"
#include "core/state/json.h"
#include "ui/figures/registry.h"
#include "ui/paint/export/export.h"
#include "ui/widgets/figure/figure_picture.h"
#include "ui/widgets/preset_picker.h"

#include <QAccessible>
#include <QApplication>
#include <QClipboard>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QElapsedTimer>
#include <QFile>
#include <QMimeData>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <csignal>
#include <gtest/gtest.h>

namespace rope {

namespace {

class MainWindowTest : public testing::Test {
protected:
    WindowFiles files() const
    {
        return {folder.filePath("data/session.json"), folder.filePath("config/window.ini"),
                folder.filePath("data/progress.json")};
    }

    QString write(const QString& name, const QByteArray& bytes) const
    {
        QFile file(folder.filePath(name));
        EXPECT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(bytes);
        return file.fileName();
    }
    void drop(const QString& path)
    {
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(path)});
        QDragEnterEvent enter(QPoint(20, 20), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&window, &enter);
        EXPECT_TRUE(enter.isAccepted());
        QDropEvent event(QPointF(20, 20), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&window, &event);
    }

    QTemporaryDir folder;
    ExplorerStore store;
    MainWindow window{store, files()};
};

constexpr const char* llamaConfig = R"({
  "hidden_size": 4096, "num_attention_heads": 32, "head_dim": 128, "rope_theta": 500000.0,
  "max_position_embeddings": 131072,
  "rope_scaling": {"rope_type": "llama3", "factor": 8.0, "low_freq_factor": 1.0, "high_freq_factor": 4.0,
                   "original_max_position_embeddings": 8192}})";

} // namespace

TEST_F(MainWindowTest, EveryControlThatTakesTheFocusHasASpokenName)
{
    window.show();
    QApplication::processEvents();
    for (QWidget* each : window.findChildren<QWidget*>()) {
        const bool ownControl = !each->objectName().startsWith(QStringLiteral("qt_"));
        if (!each->isVisible() || (each->focusPolicy() & Qt::TabFocus) == 0 || !ownControl)
            continue;
        QAccessibleInterface* reader = QAccessible::queryAccessibleInterface(each);
        ASSERT_NE(reader, nullptr);
        EXPECT_FALSE(reader->text(QAccessible::Name).isEmpty())
            << each->metaObject()->className() << ' ' << qPrintable(each->objectName());
    }
}

TEST_F(MainWindowTest, SaysWhenAModelIsNoLongerTheOneOfItsFile)
{
    window.documents().usePreset("llama-3.1-8b");
    EXPECT_EQ(window.windowTitle(), "Llama 3.1 8B – RoPE Explorer");
    ASSERT_FALSE(store.propose(SetValue{"model.base", 1e6}, "base"));
    EXPECT_EQ(window.windowTitle(), "Llama 3.1 8B, changed – RoPE Explorer");
    store.history().undo();
    EXPECT_EQ(window.windowTitle(), "Llama 3.1 8B – RoPE Explorer");
}

TEST_F(MainWindowTest, EveryCommandIsInAMenuAndShortcutsAreUnique)
{
    QStringList shortcuts;
    for (QAction* action : window.actions())
        for (const QKeySequence& shortcut : action->shortcuts())
            shortcuts << shortcut.toString();
    EXPECT_EQ(shortcuts.removeDuplicates(), 0);
    for (const ActionRow& row : actionRows())
        EXPECT_NE(window.action(QLatin1String(row.id.data(), static_cast<qsizetype>(row.id.size()))), nullptr);
}

TEST_F(MainWindowTest, NothingIsCutOffAt1280By800)
{
    window.resize(1280, 800);
    window.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&window));
    EXPECT_EQ(window.size(), QSize(1280, 800));
    const QWidget* content = window.parameterPanel().widget();
    EXPECT_LE(content->width(), window.parameterPanel().viewport()->width());
    for (int cell = 0; cell < window.figureGrid().count(); ++cell)
        EXPECT_GE(window.figureGrid().view(cell)->width(), 300);
    for (const char* words : {"Open…", "Compare", "Copy figure", "Export figure…"}) {
        bool found = false;
        for (auto* button : window.findChildren<QToolButton*>())
            if (button->isVisible() && button->text() == QString::fromUtf8(words)) {
                found = true;
                EXPECT_GE(button->width(), button->sizeHint().width()) << words;
            }
        EXPECT_TRUE(found) << words;
    }
}

TEST_F(MainWindowTest, UndoAndRedoFollowTheHistory)
{
    EXPECT_FALSE(window.action("undo")->isEnabled());
    store.propose(SetValue{"positions.query", 40.0}, "Query position m");
    EXPECT_TRUE(window.action("undo")->isEnabled());
    EXPECT_TRUE(window.action("undo")->toolTip().contains("Query position m"));
    window.action("undo")->trigger();
    EXPECT_EQ(store.state().positions.query, 12);
    window.action("redo")->trigger();
    EXPECT_EQ(store.state().positions.query, 40);
}

TEST_F(MainWindowTest, TheSessionComesBack)
{
    store.propose(SetValue{"model.base", 500000.0}, "Base");
    window.close();
    const LastSession last = readLastSession(files().session);
    ASSERT_TRUE(last.state);
    EXPECT_EQ(*last.state, store.state());
    EXPECT_TRUE(last.message.isEmpty());
}

TEST_F(MainWindowTest, IsKeptWhileItChangesWithoutAPause)
{
    window.show();
    QElapsedTimer watch;
    watch.start();
    std::int64_t position = 0;
    while (!QFile::exists(files().session) && watch.elapsed() < 60'000) {
        store.propose(SetValue{"positions.query", static_cast<double>(++position % 100)}, "Position");
        QTest::qWait(50);
    }
    ASSERT_TRUE(readLastSession(files().session).state);
}

TEST_F(MainWindowTest, TellsOnceThatItCannotBeKept)
{
    QDir(folder.path()).mkpath("data/session.json/in-the-way");
    store.propose(SetValue{"positions.query", 40.0}, "Position");
    ASSERT_TRUE(QTest::qWaitFor([&] { return window.messageBar().text().contains("cannot be kept"); }, 60'000));
    window.messageBar().clear();
    store.propose(SetValue{"positions.query", 41.0}, "Position");
    QTest::qWait(3500);
    EXPECT_EQ(window.messageBar().text(), QString());
}

TEST_F(MainWindowTest, ASignalToEndIsHeardOnTheEventLoop)
{
    for (const int signal : {SIGTERM, SIGINT, SIGHUP}) {
        const QuitSignals quitSignals;
        int asked = 0;
        QObject::connect(&quitSignals, &QuitSignals::asked, &window, [&asked] { ++asked; });
        ASSERT_EQ(std::raise(signal), 0);
        EXPECT_TRUE(QTest::qWaitFor([&] { return asked == 1; }, 10'000)) << signal;
    }
}

TEST_F(MainWindowTest, ABrokenSessionIsKeptAndToldOf)
{
    QDir(folder.path()).mkpath("data");
    const QString path = write("data/session.json", "{\"format\": \"half a sess");
    const LastSession last = readLastSession(path);
    EXPECT_FALSE(last.state);
    EXPECT_TRUE(last.message.contains(path + ".broken"));
    EXPECT_FALSE(QFile::exists(path));
    EXPECT_TRUE(QFile::exists(path + ".broken"));
    EXPECT_FALSE(readLastSession(path).state);
    EXPECT_TRUE(readLastSession(path).message.isEmpty());
}

TEST_F(MainWindowTest, TheLayoutComesBack)
{
    window.action("side")->trigger();
    window.useDarkTheme();
    window.close();
    ExplorerStore otherStore;
    MainWindow other(otherStore, files());
    EXPECT_FALSE(other.action("side")->isChecked());
    EXPECT_EQ(other.appearance().theme(), Theme::Dark);
    other.useLightTheme();
}

TEST_F(MainWindowTest, ADroppedModelIsTaken)
{
    drop(write("config.json", llamaConfig));
    const RotarySettings& rotary = activeRotary(store.state());
    EXPECT_EQ(rotary.base, 500000.0);
    EXPECT_EQ(rotary.scheme, "llama3");
    EXPECT_EQ(store.history().count(), 1);
    window.undo();
    EXPECT_EQ(activeRotary(store.state()).base, 10000.0);
}

TEST_F(MainWindowTest, ADroppedSessionIsOpened)
{
    ExplorerState state;
    state.positions.query = 77;
    drop(write("saved.json", QByteArray::fromStdString(toJson(state))));
    EXPECT_EQ(store.state(), state);
}

TEST_F(MainWindowTest, ADroppedFigureReopensAsTheSameView)
{
    ExplorerState state;
    state.positions.query = 321;
    const Figure& figure = *figures().front();
    ExportOptions options;
    describeInto(options, figure, state);
    for (const char* suffix : {"png", "svg", "pdf"}) {
        const Result<QByteArray> bytes =
            exportPicture(QString::fromLatin1(suffix), options, paintFunction(figure, state, nullptr));
        ASSERT_TRUE(bytes);
        store.reset({});
        drop(write(QStringLiteral("figure.") + suffix, *bytes));
        EXPECT_EQ(store.state(), state) << suffix;
    }
}

TEST_F(MainWindowTest, AFileThatCannotBeReadIsToldCalmly)
{
    const ExplorerState before = store.state();
    for (const auto& [name, bytes] : {std::pair{"broken.json", "{\"rope_scaling\": 3}"},
                                      {"not.json", "no json at all"},
                                      {"picture.png", "no picture"},
                                      {"array.npy", "no array"}}) {
        window.messageBar().clear();
        EXPECT_FALSE(window.documents().openFile(write(name, bytes))) << name;
        EXPECT_FALSE(window.messageBar().text().isEmpty()) << name;
        EXPECT_EQ(store.state(), before) << name;
    }
    EXPECT_FALSE(window.documents().openFile(folder.filePath("missing.json")));
}

TEST_F(MainWindowTest, TheDataMenuOffersTheBuiltInQueriesAndKeys)
{
    auto* capture = window.findChild<QAction*>("capture:stories260k");
    ASSERT_NE(capture, nullptr);
    capture->trigger();
    EXPECT_EQ(store.state().sequence.contentFile, "capture:stories260k");
    EXPECT_EQ(activeRotary(store.state()).pairing, PairLayout::Interleaved);
    EXPECT_TRUE(window.messageBar().text().contains("MIT"));
    EXPECT_NE(window.parameterPanel().row("sequence.file_head"), nullptr);
    window.undo();
    EXPECT_EQ(store.state().sequence.content, ContentKind::Identical);
}

TEST_F(MainWindowTest, ADroppedArrayBecomesContent)
{
    const std::string bytes = npyBytes(RowMatrix(RowMatrix::Random(12, 16)));
    const QByteArray array(bytes.data(), static_cast<qsizetype>(bytes.size()));
    drop(write("x_q.npy", array));
    EXPECT_EQ(store.state().sequence.content, ContentKind::File);
    EXPECT_EQ(activeRotary(store.state()).headDim, 16);
    EXPECT_TRUE(window.messageBar().text().contains("as queries and as keys"));
    write("x_k.npy", array);
    drop(folder.filePath("x_q.npy"));
    EXPECT_TRUE(window.messageBar().text().contains("keys x_k.npy"));
}

TEST_F(MainWindowTest, PastedJsonIsTakenAsAModel)
{
    EXPECT_TRUE(window.documents().pasteModel(llamaConfig));
    EXPECT_EQ(activeRotary(store.state()).scheme, "llama3");
    EXPECT_TRUE(window.documents().pasteModel(R"("rope_scaling": {"rope_type": "linear", "factor": 4.0})"));
    EXPECT_EQ(activeRotary(store.state()).scheme, "linear");
    EXPECT_EQ(activeRotary(store.state()).base, 500000.0);
    EXPECT_FALSE(window.documents().pasteModel("not a model"));
    EXPECT_FALSE(window.messageBar().text().isEmpty());
}

TEST_F(MainWindowTest, APresetBecomesTheBaselineOfResets)
{
    window.documents().usePreset("llama-3.1-8b");
    EXPECT_EQ(activeRotary(store.state()).base, 500000.0);
    const auto* reset = window.parameterPanel().row("model.base")->findChild<QToolButton*>("resetButton");
    EXPECT_TRUE(reset->isHidden());
    store.propose(SetValue{"model.base", 10000.0}, "Base");
    EXPECT_FALSE(reset->isHidden());
}

TEST_F(MainWindowTest, WorkspacesArrangeTheFigures)
{
    for (const Workspace& workspace : workspaces()) {
        EXPECT_TRUE(window.documents().openState(withWorkspace(store.state(), workspace), "Workspace")) << workspace.id;
        int known = 0;
        for (const std::string_view id : workspace.figures)
            known += findFigure(QString::fromUtf8(id.data(), static_cast<qsizetype>(id.size()))) != nullptr ? 1 : 0;
        EXPECT_EQ(window.figureGrid().count(), std::max(1, known)) << workspace.id;
    }
}

TEST_F(MainWindowTest, ComparingIsOneStepAndCanBeEnded)
{
    window.documents().usePreset("llama-3.1-8b");
    const int steps = store.history().count();
    window.action("compare")->trigger();
    auto* picker = window.findChild<PresetPicker*>();
    ASSERT_NE(picker, nullptr);
    Q_EMIT picker->chosen("gpt-j-6b");
    ASSERT_TRUE(store.state().compared);
    EXPECT_EQ(store.state().compared->source, "gpt-j-6b");
    EXPECT_EQ(store.history().count(), steps + 1);
    EXPECT_EQ(store.state().view.workspace, "compare");
    window.action("stop_comparing")->trigger();
    EXPECT_FALSE(store.state().compared);
}

TEST_F(MainWindowTest, AFigureIsMaximisedDetachedAndPutBack)
{
    FigureGrid& grid = window.figureGrid();
    window.show();
    grid.toggleMaximised(0);
    EXPECT_EQ(grid.maximisedCell(), 0);
    for (int cell = 1; cell < grid.count(); ++cell)
        EXPECT_TRUE(grid.view(cell)->isHidden());
    grid.toggleMaximised(0);
    EXPECT_EQ(grid.maximisedCell(), -1);
    grid.toggleDetached(0);
    EXPECT_TRUE(grid.isDetached(0));
    EXPECT_NE(grid.view(0)->window(), &window);
    grid.view(0)->window()->close();
    EXPECT_TRUE(QTest::qWaitFor([&grid] { return !grid.isDetached(0); }));
    EXPECT_EQ(grid.view(0)->window(), &window);
    EXPECT_TRUE(grid.view(0)->isVisible());
}

TEST_F(MainWindowTest, PresenterModeHidesThePanelsAndBringsThemBack)
{
    window.show();
    const double before = window.appearance().style().fontSize;
    window.action("present")->trigger();
    EXPECT_TRUE(window.isFullScreen());
    EXPECT_GT(window.appearance().style().fontSize, before);
    EXPECT_FALSE(window.parameterPanel().isVisible());
    QTest::keyClick(&window, Qt::Key_Escape);
    EXPECT_FALSE(window.isFullScreen());
    EXPECT_TRUE(window.parameterPanel().isVisible());
    EXPECT_EQ(window.appearance().style().fontSize, before);
}

TEST_F(MainWindowTest, ACopiedFigureIsPngAndSvg)
{
    window.copyFigure();
    const QMimeData* copied = QApplication::clipboard()->mimeData();
    EXPECT_TRUE(copied->hasImage());
    EXPECT_TRUE(copied->data("image/svg+xml").contains("<svg"));
}

} // namespace rope

#include "core/model/config/config_json.h"
#include "core/model/inspection.h"
#include "core/model/presets.h"
#include "ui/figures/registry.h"
#include "ui/widgets/export/export_dialog.h"
#include "ui/widgets/export/export_movie.h"
#include "ui/widgets/live_numbers_panel.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/model_report_view.h"
#include "ui/widgets/parameter_panel.h"
#include "ui/widgets/preset_picker.h"
#include "ui/paint/number_text.h"

#include <QDir>
#include <QFile>
#include <QPointer>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <gtest/gtest.h>

namespace rope {

TEST(LiveNumbersPanel, ShowsBothSidesToTwelveDigits)
{
    ExplorerStore store;
    const LiveNumbersPanel panel(store);
    const LiveNumbers numbers = liveNumbers(store.state());
    EXPECT_EQ(panel.valueText("rotated_score"), significantText(numbers.rotatedScore, 12));
    EXPECT_EQ(panel.valueText("relative_score"), panel.valueText("rotated_score"));
    EXPECT_EQ(panel.valueText("offset"), "−7");
    const QString before = panel.valueText("relative_score");
    store.propose(SetValue{"positions.keep_offset", 1.0}, "keep");
    store.propose(SetValue{"positions.query", 700.0}, "m");
    EXPECT_EQ(panel.valueText("relative_score"), before);
    store.propose(SetValue{"positions.keep_offset", 0.0}, "keep");
    store.propose(SetValue{"positions.query", 3.0}, "m");
    EXPECT_NE(panel.valueText("relative_score"), before);
}

TEST(PresetPicker, FindsModelsByPartOfTheirName)
{
    PresetPicker picker;
    EXPECT_EQ(picker.shownIds().size(), static_cast<qsizetype>(presets().size()));
    picker.setFilter("llama 3.1");
    EXPECT_TRUE(picker.shownIds().contains("llama-3.1-8b"));
    EXPECT_FALSE(picker.shownIds().contains("gpt-j-6b"));
    picker.setFilter("no such model");
    EXPECT_TRUE(picker.shownIds().isEmpty());
}

TEST(PresetPicker, ReturnTakesTheFirstFind)
{
    PresetPicker picker;
    QSignalSpy chosen(&picker, &PresetPicker::chosen);
    picker.show();
    picker.setFilter("llama-3.1-8b");
    QTest::keyClick(&picker, Qt::Key_Return);
    ASSERT_EQ(chosen.count(), 1);
    EXPECT_EQ(chosen.front().front().toString(), "llama-3.1-8b");
}

TEST(ModelReportView, ListsWarningsBeforeEverythingElse)
{
    const Result<ModelFile> file = readConfigJson(
        R"({"hidden_size": 4096, "num_attention_heads": 32, "rope_theta": 500000.0, "rope_scalling": {"factor": 2}})",
        "small");
    ASSERT_TRUE(file);
    ModelReportView view;
    view.showReport(*file);
    const QString text = view.toPlainText();
    EXPECT_TRUE(text.contains("rope_theta"));
    EXPECT_TRUE(text.contains("rope_scalling"));
    for (const std::string& warning : file->warnings)
        EXPECT_LT(text.indexOf(QString::fromStdString(warning)), text.indexOf("hidden_size"));
}

TEST(ModelReportView, ShowsEachValueWithItsOriginAndWhatItIsWorth)
{
    const Result<ModelFile> file = readConfigJson(
        R"({"model_type": "surely_new", "hidden_size": 4096, "num_attention_heads": 32, "rope_theta": 500000.0})", "x");
    ASSERT_TRUE(file);
    ModelReportView view;
    view.showReport(*file);
    const QString text = view.toPlainText();
    for (const InspectedPart& part : inspect(*file))
        for (const InspectedValue& value : part.values) {
            EXPECT_TRUE(text.contains(QString::fromStdString(value.name))) << value.name;
            EXPECT_TRUE(text.contains(QString::fromStdString(value.text))) << value.name;
            EXPECT_TRUE(text.contains(QString::fromStdString(value.origin.text))) << value.name;
        }
    EXPECT_TRUE(text.contains("guess"));
    EXPECT_TRUE(view.textInteractionFlags().testFlag(Qt::TextSelectableByMouse));
}

TEST(ParameterPanel, TellsTheOriginOfAValueOnHover)
{
    ExplorerStore store;
    ParameterPanel panel(store);
    panel.setOrigins({{"model.base", "rope_theta <file>"}});
    EXPECT_TRUE(panel.row("model.base")->toolTip().contains("rope_theta &lt;file&gt;"));
    EXPECT_FALSE(panel.row("model.head_dim")->toolTip().contains("From:"));
    panel.setOrigins({});
    EXPECT_FALSE(panel.row("model.base")->toolTip().contains("From:"));
}

TEST(ExportDialog, WritesWhatItSays)
{
    const QTemporaryDir folder;
    const Figure& figure = *figures().front();
    ExportDialog dialog(figure, ExplorerState{});
    dialog.setSize({{60, 45}, ExportSize::Unit::Millimetre});
    for (const char* suffix : {"png", "svg", "pdf", "tex"}) {
        const QString path = folder.filePath(figure.id() + "." + suffix);
        ASSERT_TRUE(dialog.writeTo(path)) << suffix;
        EXPECT_TRUE(embeddedState(path)) << suffix;
    }
    EXPECT_FALSE(dialog.writeTo(folder.filePath("picture.xyz")));
    EXPECT_FALSE(QFile::exists(folder.filePath("picture.xyz")));
}

TEST(ExportDialog, WritesMovingPictures)
{
    const QTemporaryDir folder;
    ExportDialog dialog(*figures().front(), ExplorerState{});
    for (const QString suffix : {"gif", "mp4"}) {
        dialog.setSuffix(suffix);
        dialog.setSize({{120, 90}, ExportSize::Unit::Pixel});
        dialog.setSweep({"positions.query", 3.0, 8.0, 6});
        QSignalSpy written(&dialog, &ExportDialog::written);
        const QString path = folder.filePath("picture." + suffix);
        ASSERT_TRUE(dialog.writeTo(path));
        ASSERT_TRUE(written.wait(60000));
        EXPECT_TRUE(embeddedState(path)) << suffix.toStdString();
    }
    dialog.setSweep({"positions.query", 3.0, 1e30, 6});
    EXPECT_FALSE(dialog.writeTo(folder.filePath("wrong.gif")));
    EXPECT_FALSE(QFile::exists(folder.filePath("wrong.gif")));
}

TEST(ExportDialog, ClosedWhileFramesArePaintedLeavesNothing)
{
    const QTemporaryDir folder;
    const QPointer<ExportDialog> dialog = new ExportDialog(*figures().front(), ExplorerState{});
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->show();
    dialog->setSize({{120, 90}, ExportSize::Unit::Pixel});
    dialog->setSweep({"positions.query", 0.0, 500.0, 501});
    ASSERT_TRUE(dialog->writeTo(folder.filePath("picture.mp4")));
    QTest::qWait(50);
    dialog->close();
    QTest::qWait(200);
    EXPECT_TRUE(dialog.isNull());
    EXPECT_TRUE(QDir(folder.path()).isEmpty());
}

TEST(MovieExport, CancelledLeavesNothing)
{
    const QTemporaryDir folder;
    ExportOptions options;
    options.size = {{120, 90}, ExportSize::Unit::Pixel};
    MovieExport movie(*figures().front(), ExplorerState{}, {"positions.query", 0.0, 99.0, 100}, options);
    QSignalSpy progressed(&movie, &MovieExport::progressed);
    QSignalSpy written(&movie, &MovieExport::written);
    const QString path = folder.filePath("picture.gif");
    movie.start(path, 10.0);
    ASSERT_TRUE(progressed.wait(60000));
    movie.cancel();
    EXPECT_FALSE(written.wait(200));
    EXPECT_LT(progressed.count(), 100);
    EXPECT_FALSE(QFile::exists(path));
}

TEST(MessageBar, ShowsAndCloses)
{
    MessageBar bar;
    EXPECT_TRUE(bar.isHidden());
    bar.showMessage("what is wrong", MessageBar::Kind::Warning);
    EXPECT_FALSE(bar.isHidden());
    bar.clear();
    EXPECT_TRUE(bar.isHidden());
}

} // namespace rope

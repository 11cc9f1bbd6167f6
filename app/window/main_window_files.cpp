#include "app/window/main_window.h"

#include "app/files/open_file.h"
#include "app/window/workspaces.h"
#include "core/model/config/config_json.h"
#include "core/model/inspection.h"
#include "core/model/model_file.h"
#include "core/model/presets.h"
#include "core/state/content_choice.h"
#include "ui/widgets/export/export_dialog.h"
#include "ui/widgets/figure/figure_picture.h"
#include "ui/widgets/lesson/progress_file.h"
#include "ui/widgets/preset_picker.h"

#include <QApplication>
#include <QClipboard>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QMimeData>
#include <algorithm>

namespace rope {

namespace {

/// The report of a model that came with a session or from the command line: of its preset or its file.
Result<ModelFile> readAgain(const std::string& source)
{
    if (QFileInfo(QString::fromStdString(source)).isFile())
        return readModelFile(source);
    return loadPreset(source);
}

/// Where the values of the layer on show came from, by the state's keys.
std::map<QString, QString> originsByKey(const ModelFile& file, const ModelSettings& shown)
{
    std::map<QString, QString> texts;
    const auto part = static_cast<std::size_t>(shown.activeLayer);
    if (part >= file.model.layers.size() || part >= shown.layers.size())
        return texts;
    for (const auto& [name, origin] : originsOf(file, part, shown.layers[part])) {
        const std::string key = name.starts_with("scheme.") ? name : "model." + name;
        texts.emplace(QString::fromStdString(key), QString::fromStdString(describe(origin)));
    }
    return texts;
}

} // namespace

bool MainWindow::openState(const ExplorerState& state, const QString& label)
{
    timeline_->setPlaying(false);
    if (const std::optional<Error> error = store_.propose(ReplaceAll{state}, label)) {
        notify(QString::fromStdString(describe(*error)), MessageBar::Kind::Warning);
        return false;
    }
    return true;
}

void MainWindow::takeModelFile(const ModelFile& file)
{
    if (const std::optional<Error> error = store_.propose(SetModel{file.model}, tr("Open model"))) {
        notify(QString::fromStdString(describe(*error)), MessageBar::Kind::Warning);
        return;
    }
    parameters_->setBaseline(store_.state());
    reports_.insert(QString::fromStdString(file.model.source + file.model.name), file);
    followReport();
    const auto remarks = static_cast<int>(file.warnings.size() + file.disagreements.size());
    const QString name = QString::fromStdString(file.model.name);
    if (remarks > 0)
        notify(tr("%1: %n remark(s), see the page Model.", nullptr, remarks).arg(name), MessageBar::Kind::Warning);
    else
        messages_->clear();
}

/// The report belongs to the model on show, also after an undo.
void MainWindow::followReport()
{
    const ModelSettings& model = store_.state().model;
    const QString key = QString::fromStdString(model.source + model.name);
    if (!reports_.contains(key))
        if (const Result<ModelFile> file = readAgain(model.source))
            reports_.insert(key, *file);
    const auto found = reports_.constFind(key);
    if (found == reports_.constEnd())
        report_->showNoReport();
    else
        report_->showReport(*found);
    parameters_->setOrigins(found == reports_.constEnd() ? std::map<QString, QString>{} : originsByKey(*found, model));
}

/// The model's name, and whether it is no longer the one that its file describes.
QString MainWindow::modelTitle() const
{
    const ModelSettings& model = store_.state().model;
    const QString name = QString::fromStdString(model.name);
    const auto found = reports_.constFind(QString::fromStdString(model.source + model.name));
    const bool changed = found != reports_.constEnd() && found->model.layers != model.layers;
    return changed ? tr("%1, changed").arg(name) : name;
}

void MainWindow::keepProgress(const Progress& progress)
{
    if (const Result<void> saved = saveProgress(files_.progress, savedProgress_, progress); !saved)
        return notify(QString::fromStdString(describe(saved.error())), MessageBar::Kind::Warning);
    savedProgress_ = progress;
}

void MainWindow::pickModel()
{
    auto* picker = new PresetPicker(this);
    picker->setAttribute(Qt::WA_DeleteOnClose);
    connect(picker, &PresetPicker::chosen, this, &MainWindow::usePreset);
    picker->open();
}

void MainWindow::pickCompared()
{
    auto* picker = new PresetPicker(this);
    picker->setAttribute(Qt::WA_DeleteOnClose);
    picker->setPurpose(tr("Compare %1 with").arg(QString::fromStdString(store_.state().model.name)), tr("Compare"));
    connect(picker, &PresetPicker::chosen, this, &MainWindow::compareWith);
    picker->open();
}

/// The second model and the figures that show it, as one undo step.
void MainWindow::compareWith(const QString& presetId)
{
    const Result<ModelFile> file = loadPreset(presetId.toStdString());
    if (!file) {
        notify(QString::fromStdString(describe(file.error())), MessageBar::Kind::Warning);
        return;
    }
    ExplorerState next = store_.state();
    next.compared = file->model;
    const auto shown = std::ranges::find(next.view.figures, "comparison");
    if (shown == next.view.figures.end())
        next = withWorkspace(next, *findWorkspace("compare"));
    openState(next, tr("Compare models"));
}

void MainWindow::stopComparing()
{
    ExplorerState next = store_.state();
    next.compared.reset();
    openState(next, tr("Stop comparing"));
}

void MainWindow::usePreset(const QString& id)
{
    const Result<ModelFile> file = loadPreset(id.toStdString());
    if (file)
        takeModelFile(*file);
    else
        notify(QString::fromStdString(describe(file.error())), MessageBar::Kind::Warning);
}

void MainWindow::showModelReport()
{
    showSidePage(report_);
}

bool MainWindow::pasteModel(const QString& text)
{
    const Result<ModelFile> file = readRopeFragment(text.toStdString(), activeRotary(store_.state()));
    if (!file) {
        notify(tr("Pasted text: %1").arg(QString::fromStdString(describe(file.error()))), MessageBar::Kind::Warning);
        return false;
    }
    takeModelFile(*file);
    showModelReport();
    return true;
}

bool MainWindow::openFile(const QString& path)
{
    switch (kindOfFile(path.toStdString())) {
    case FileKind::Session:
        return openSession(path);
    case FileKind::Model:
        return openModelFile(path);
    case FileKind::Array:
        break;
    }
    return useContent(path);
}

bool MainWindow::openSession(const QString& path)
{
    const Result<ExplorerState> state = readSession(path.toStdString());
    if (!state) {
        notify(QString::fromStdString(describe(state.error())), MessageBar::Kind::Warning);
        return false;
    }
    if (!openState(*state, tr("Open session")))
        return false;
    parameters_->setBaseline(store_.state());
    notify(tr("Opened %1.").arg(QFileInfo(path).fileName()));
    return true;
}

bool MainWindow::openModelFile(const QString& path)
{
    const Result<ModelFile> file = readModelFile(path.toStdString());
    if (!file) {
        notify(QString::fromStdString(describe(file.error())), MessageBar::Kind::Warning);
        return false;
    }
    takeModelFile(*file);
    showModelReport();
    return true;
}

namespace {

/// What was opened and what to know about it, for the message bar.
QString contentNotice(const ContentFile& content)
{
    const Capture& capture = content.capture;
    if (content.builtIn)
        return QString::fromStdString(capture.title + ". " + capture.note + ' ' + capture.licence);
    const QString sizes = MainWindow::tr("%1 layer(s), %2 positions, %3 query head(s) of %4 channels")
                              .arg(capture.layers)
                              .arg(capture.places)
                              .arg(capture.queryHeads)
                              .arg(capture.headDim);
    const QString queries = QString::fromStdString(content.queryName);
    if (content.sharedArray)
        return MainWindow::tr("%1 serves as queries and as keys: no array of keys lies beside it. %2, taken as before "
                              "rotation.")
            .arg(queries, sizes);
    return MainWindow::tr("Queries %1, keys %2: %3, taken as before rotation.")
        .arg(queries, QString::fromStdString(content.keyName), sizes);
}

} // namespace

bool MainWindow::useContent(const QString& source)
{
    if (const std::optional<Error> error = store_.proposeContent(source.toStdString(), tr("Open content"))) {
        notify(QString::fromStdString(describe(*error)), MessageBar::Kind::Warning);
        return false;
    }
    if (const auto& content = store_.state().content)
        notify(contentNotice(*content));
    return true;
}

void MainWindow::copyFigure()
{
    if (const FigureView* view = grid_->currentView())
        copyPicture(view->figure());
}

void MainWindow::exportFigure()
{
    if (const FigureView* view = grid_->currentView())
        exportPictureOf(view->figure());
}

/// PNG and SVG at once: the program that is pasted into takes what it can.
void MainWindow::copyPicture(const Figure* figure)
{
    const ShownState& state = store_.state();
    QApplication::setOverrideCursor(Qt::WaitCursor);
    const std::shared_ptr<const Prepared> prepared = preparedNow(*figure, state);
    QApplication::restoreOverrideCursor();
    ExportOptions options;
    describeInto(options, *figure, state);
    options.theme = appearance_.theme();
    const PaintFunction paint = paintFunction(*figure, state, prepared);
    const Result<QByteArray> png = exportPicture(u"png", options, paint);
    const Result<QByteArray> svg = exportPicture(u"svg", options, paint);
    if (!png || !svg) {
        notify(QString::fromStdString(describe(png ? svg.error() : png.error())), MessageBar::Kind::Warning);
        return;
    }
    auto* mime = new QMimeData;
    mime->setImageData(QImage::fromData(*png));
    mime->setData(QStringLiteral("image/svg+xml"), *svg);
    QApplication::clipboard()->setMimeData(mime);
    notify(tr("%1 is in the clipboard, as PNG and SVG.").arg(figure->title()));
}

void MainWindow::exportPictureOf(const Figure* figure)
{
    auto* dialog = new ExportDialog(*figure, store_.state(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &ExportDialog::written, this,
            [this](const QString& path) { notify(tr("Saved as %1.").arg(path)); });
    dialog->open();
}

void MainWindow::saveSessionAs()
{
    const QString path = QFileDialog::getSaveFileName(this, tr("Save session"), QStringLiteral("rope-session.json"),
                                                      tr("Sessions (*.json)"));
    if (path.isEmpty())
        return;
    const Result<void> written = writeSession(path, store_.state());
    if (written)
        notify(tr("Saved as %1.").arg(path));
    else
        notify(QString::fromStdString(describe(written.error())), MessageBar::Kind::Warning);
}

void MainWindow::chooseFile()
{
    const QString path = QFileDialog::getOpenFileName(
        this, tr("Open"), {},
        tr("All that opens (*.json *.gguf *.npy *.png *.svg *.pdf *.tex *.gif *.mp4);;Model files (*.json *.gguf);;"
           "Sessions and exported figures (*.json *.png *.svg *.pdf *.tex *.gif *.mp4);;Queries and keys (*.npy);;All "
           "files (*)"));
    if (!path.isEmpty())
        openFile(path);
}

void MainWindow::pasteFromClipboard()
{
    const QString held = QApplication::clipboard()->text();
    if (held.trimmed().isEmpty())
        notify(tr("The clipboard holds no text; copy a config.json or its rope_scaling first."),
               MessageBar::Kind::Warning);
    else
        pasteModel(held);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (event->mimeData()->hasUrls() || event->mimeData()->hasText())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event)
{
    event->acceptProposedAction();
    const QList<QUrl> urls = event->mimeData()->urls();
    if (urls.isEmpty())
        pasteModel(event->mimeData()->text());
    else if (urls.front().isLocalFile())
        openFile(urls.front().toLocalFile());
    else
        notify(tr("%1 is not on this machine; download it and drop the file.").arg(urls.front().toString()),
               MessageBar::Kind::Warning);
}

} // namespace rope

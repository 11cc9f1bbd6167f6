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
#include "ui/widgets/plain_tool_tip.h"
#include "ui/widgets/preset_picker.h"

#include <QApplication>
#include <QClipboard>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QMimeData>

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
    fileOf(model);
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

void MainWindow::buildComparing()
{
    comparing_ = new Comparing(
        store_, [this](const ModelSettings& model) { return fileOf(model); }, this);
    for (const auto& [id, words] :
         {std::pair{"exchange", tr("Exchange")}, {"copy_comparison", tr("Copy")}, {"save_comparison", tr("Report…")}})
        comparing_->view()->offer(action(QLatin1String(id)), words);
    connect(comparing_, &Comparing::stateWanted, this, &MainWindow::openState);
    connect(comparing_, &Comparing::refused, this,
            [this](const QString& sentence) { notify(sentence, MessageBar::Kind::Warning); });
    connect(comparing_, &Comparing::told, this, [this](const QString& sentence) { notify(sentence); });
}

/// The page of both models is there while there are two, and comes forward with a new second one.
void MainWindow::followComparing()
{
    const std::optional<ModelSettings>& second = store_.state().compared;
    const int page = side_->indexOf(comparing_->view());
    const bool isNew = second && !side_->isTabVisible(page);
    comparing_->follow();
    side_->setTabVisible(page, second.has_value());
    if (isNew)
        side_->setCurrentIndex(page);
    const QString name = second ? QString::fromStdString(second->name) : QString();
    const QString fitting = fontMetrics().elidedText(name, Qt::ElideRight, fontMetrics().averageCharWidth() * 22);
    compareButton_->setText(second ? tr("Compare: %1").arg(QString(fitting).replace(u'&', QStringLiteral("&&")))
                                   : tr("Compare"));
    compareButton_->setToolTip(plainToolTip(second ? tr("Compared with %1").arg(name)
                                                   : tr("A second model beside the first; drop a file here")));
    for (const char* id : {"exchange", "copy_comparison", "save_comparison", "stop_comparing"})
        action(QLatin1String(id))->setEnabled(second.has_value());
}

/// What is known of a model on show: of its preset or its file, as it was read.
ModelFile MainWindow::fileOf(const ModelSettings& model)
{
    const QString key = QString::fromStdString(model.source + model.name);
    if (!reports_.contains(key) && !model.source.empty())
        if (const Result<ModelFile> file = readAgain(model.source))
            reports_.insert(key, *file);
    return reports_.value(key);
}

void MainWindow::pickCompared()
{
    comparing_->choosePreset();
}

void MainWindow::openCompared()
{
    comparing_->chooseFile();
}

void MainWindow::exchangeModels()
{
    comparing_->exchange();
    parameters_->setBaseline(store_.state());
}

void MainWindow::copyComparison()
{
    comparing_->copyTable();
}

void MainWindow::saveComparison()
{
    comparing_->saveReport();
}

void MainWindow::stopComparing()
{
    comparing_->stop();
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

/// One model file becomes the model, on Compare or its page the second model; of two, one each.
void MainWindow::dropEvent(QDropEvent* event)
{
    event->acceptProposedAction();
    const QList<QUrl> urls = event->mimeData()->urls();
    if (urls.isEmpty()) {
        pasteModel(event->mimeData()->text());
        return;
    }
    for (const QUrl& url : urls)
        if (!url.isLocalFile()) {
            notify(tr("%1 is not on this machine; download it and drop the file.").arg(url.toString()),
                   MessageBar::Kind::Warning);
            return;
        }
    const QWidget* under = childAt(event->position().toPoint());
    const bool onComparing = under != nullptr && (under == compareButton_ || under == comparing_->view() ||
                                                  comparing_->view()->isAncestorOf(under));
    if (urls.size() == 1 && onComparing)
        comparing_->takeFile(urls.front().toLocalFile());
    else if (openFile(urls.front().toLocalFile()) && urls.size() > 1)
        comparing_->takeFile(urls[1].toLocalFile());
}

} // namespace rope

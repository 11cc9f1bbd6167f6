#include "app/main_window.h"

#include "core/model/config_json.h"
#include "core/state/json.h"
#include "ui/paint/export.h"

#include <QApplication>
#include <QClipboard>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QMimeData>

namespace rope {

bool MainWindow::openState(const ExplorerState& state, const QString& label)
{
    timeline_->setPlaying(false);
    if (const std::optional<Error> error = store_.propose(ReplaceAll{state}, label)) {
        notify(QString::fromStdString(describe(*error)), MessageBar::Kind::Warning);
        return false;
    }
    return true;
}

void MainWindow::setModel(const ModelSettings& model, const QString& label)
{
    if (const std::optional<Error> error = store_.propose(SetModel{model}, label))
        notify(QString::fromStdString(describe(*error)), MessageBar::Kind::Warning);
    else
        parameters_->setBaseline(store_.state());
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
        tr("All that opens (*.json *.gguf *.npy *.png *.svg *.pdf);;Model files (*.json *.gguf);;"
           "Sessions and exported figures (*.json *.png *.svg *.pdf);;Arrays (*.npy);;All files (*)"));
    if (!path.isEmpty())
        openFile(path);
}

void MainWindow::pasteFromClipboard()
{
    pasteModel(QApplication::clipboard()->text());
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

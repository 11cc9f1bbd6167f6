#include "app/window/main_window.h"

#include "app/window/actions.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMenuBar>
#include <QMessageBox>
#include <QSplitter>
#include <algorithm>

namespace rope {

namespace {

/// Parameters hidden, the lesson a third of the width: its type is larger, too.
QList<int> presenterSizes(int width)
{
    return {0, width * 2 / 3, width / 3};
}

} // namespace

void MainWindow::quit()
{
    close();
}

void MainWindow::undo()
{
    timeline_->setPlaying(false);
    store_.history().undo();
}

void MainWindow::redo()
{
    timeline_->setPlaying(false);
    store_.history().redo();
}

void MainWindow::resetEverything()
{
    openState(ExplorerState{}, tr("Start over"));
    parameters_->setBaseline(store_.state());
}

void MainWindow::useSystemTheme()
{
    appearance_.setChoice(Appearance::Choice::System);
}

void MainWindow::useLightTheme()
{
    appearance_.setChoice(Appearance::Choice::Light);
}

void MainWindow::useDarkTheme()
{
    appearance_.setChoice(Appearance::Choice::Dark);
}

void MainWindow::toggleTheme()
{
    appearance_.setChoice(appearance_.theme() == Theme::Dark ? Appearance::Choice::Light : Appearance::Choice::Dark);
}

int MainWindow::currentCell() const
{
    for (int cell = 0; cell < grid_->count(); ++cell)
        if (grid_->view(cell) == grid_->currentView())
            return cell;
    return 0;
}

void MainWindow::toggleMaximised()
{
    grid_->toggleMaximised(currentCell());
}

void MainWindow::toggleDetached()
{
    grid_->toggleDetached(currentCell());
}

void MainWindow::putFiguresBack()
{
    grid_->putAllBack();
}

void MainWindow::toggleTable()
{
    if (FigureView* view = grid_->currentView())
        view->setTableShown(!view->isTableShown());
}

void MainWindow::toggleParameters()
{
    parameterCard_->setVisible(action(QStringLiteral("parameters"))->isChecked());
}

void MainWindow::toggleSide()
{
    sideCard_->setVisible(action(QStringLiteral("side"))->isChecked());
}

void MainWindow::toggleTimeline()
{
    timeline_->setVisible(action(QStringLiteral("timeline"))->isChecked());
}

void MainWindow::togglePlaying()
{
    timeline_->setPlaying(!timeline_->isPlaying());
}

void MainWindow::stepBack()
{
    timeline_->step(-1);
}

void MainWindow::nextProofStep()
{
    goToProofStep(store_.state().view.proofStep + 1);
}

void MainWindow::previousProofStep()
{
    goToProofStep(store_.state().view.proofStep - 1);
}

/// Step 0 puts the proof away; there is none after the last.
void MainWindow::goToProofStep(int step)
{
    const auto& shown = store_.state().view.figures;
    if (std::ranges::find(shown, "rotation") == shown.end())
        notify(tr("The proof is in the figure Rotation, which is not on show."), MessageBar::Kind::Warning);
    else if (step >= 0 && step <= lastProofStep)
        store_.propose(SetValue{"rotation.proof_step", static_cast<double>(step)},
                       tr("Step %1 of the proof").arg(step));
}

void MainWindow::stepForward()
{
    timeline_->step(1);
}

/// Full screen with larger type; the panels come back as they were.
void MainWindow::togglePresenting()
{
    const bool presenting = !appearance_.isPresenting();
    appearance_.setPresenting(presenting);
    action(QStringLiteral("present"))->setChecked(presenting);
    setWindowState(presenting ? windowState() | Qt::WindowFullScreen : windowState() & ~Qt::WindowFullScreen);
    menuBar()->setVisible(!presenting);
    topBar_->setVisible(!presenting);
    parameterCard_->setVisible(!presenting && action(QStringLiteral("parameters"))->isChecked());
    timeline_->setVisible(!presenting && action(QStringLiteral("timeline"))->isChecked());
    if (presenting)
        sizesBeforePresenting_ = panels_->sizes();
    panels_->setSizes(presenting ? presenterSizes(width()) : sizesBeforePresenting_);
    Q_EMIT presentingChanged(presenting);
}

void MainWindow::leavePresenting()
{
    if (appearance_.isPresenting())
        togglePresenting();
}

void MainWindow::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape && appearance_.isPresenting())
        leavePresenting();
    else if (event->key() == Qt::Key_Escape)
        messages_->clear();
    else if (event->key() == Qt::Key_PageDown)
        lessons_->advance();
    else if (event->key() == Qt::Key_PageUp)
        lessons_->goBack();
    else
        QMainWindow::keyPressEvent(event);
}

void MainWindow::showShortcuts()
{
    QString rows;
    for (const ActionRow& row : actionRows())
        if (!row.shortcut.empty())
            rows += QStringLiteral("<tr><td>%1&nbsp;&nbsp;</td><td>%2</td></tr>")
                        .arg(action(QLatin1String(row.id.data(), static_cast<qsizetype>(row.id.size())))
                                 ->shortcut()
                                 .toString(QKeySequence::NativeText),
                             QString::fromUtf8(row.text.data(), static_cast<qsizetype>(row.text.size())).remove(u'&'));
    QMessageBox box(QMessageBox::NoIcon, tr("Keyboard shortcuts"),
                    tr("<p>Tab reaches every control; arrow keys turn sliders and act in the focused figure.<br/>"
                       "Alt+1 … Alt+9: workspaces. Ctrl+PgDown, Ctrl+PgUp: next and previous lesson.<br/>"
                       "PgDown, PgUp: a page of the lesson, and past its end the next one. Esc leaves presenter "
                       "mode.</p><table>%1</table>")
                        .arg(rows),
                    QMessageBox::Close, this);
    box.exec();
}

void MainWindow::showAbout()
{
    QMessageBox box(QMessageBox::NoIcon, tr("About RoPE Explorer"),
                    tr("<h3>RoPE Explorer %1</h3><p>A desktop explorer of rotary positional embeddings: exact at any "
                       "length, offline.</p><p>Free software under the GNU General Public License, version 3 or "
                       "later.</p>")
                        .arg(QStringLiteral(ROPE_VERSION)),
                    QMessageBox::Close, this);
    box.exec();
}

} // namespace rope

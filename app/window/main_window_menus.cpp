#include "app/window/main_window.h"

#include "app/window/actions.h"
#include "app/window/workspaces.h"
#include "core/captures/captured.h"
#include "ui/figures/registry.h"

#include <QMenu>
#include <QMenuBar>

namespace rope {

namespace {

QString text(std::string_view words)
{
    return QString::fromUtf8(words.data(), static_cast<qsizetype>(words.size()));
}

} // namespace

void MainWindow::buildMenus()
{
    QHash<QString, QMenu*> menus;
    for (const ActionRow& row : actionRows()) {
        QMenu*& menu = menus[text(row.menu)];
        if (menu == nullptr) {
            if (row.menu == "&Playback")
                buildFiguresMenu();
            if (row.menu == "&View")
                buildDataMenu();
            menu = menuBar()->addMenu(text(row.menu));
        }
        if (row.startsSection)
            menu->addSeparator();
        menu->addAction(action(text(row.id)));
    }
}

void MainWindow::buildFiguresMenu()
{
    QMenu* menu = menuBar()->addMenu(tr("Fi&gures"));
    menu->setToolTipsVisible(true);
    for (const Figure* figure : figures()) {
        QAction* each = menu->addAction(figure->title());
        each->setToolTip(figure->description());
        connect(each, &QAction::triggered, this, [this, id = figure->id()] {
            if (FigureView* view = grid_->currentView())
                Q_EMIT view->figureChosen(id);
        });
    }
    menuBar()->addMenu(lessonMenu_);
    menuBar()->addMenu(workspaceMenu_);
}

/// The queries and keys that come with the program.
void MainWindow::buildDataMenu()
{
    QMenu* menu = menuBar()->addMenu(tr("&Data"));
    menu->setToolTipsVisible(true);
    for (const CaptureName& capture : captureNames()) {
        const QString source = QString::fromStdString("capture:" + capture.id);
        QAction* each = menu->addAction(QString::fromStdString(capture.title));
        each->setObjectName(source);
        each->setToolTip(QString::fromStdString(capture.note));
        connect(each, &QAction::triggered, this, [this, source] { useContent(source); });
    }
    menu->addSeparator();
    QAction* own = menu->addAction(tr("&Own queries and keys…"));
    own->setToolTip(tr("A .npy with queries; the keys beside it (x_q.npy, x_k.npy)"));
    connect(own, &QAction::triggered, this, &MainWindow::chooseFile);
}

void MainWindow::buildWorkspacesMenu()
{
    workspaceMenu_ = new QMenu(tr("&Workspaces"), this);
    workspaceMenu_->setToolTipsVisible(true);
    int number = 0;
    for (const Workspace& workspace : workspaces()) {
        QAction* each = workspaceMenu_->addAction(text(workspace.title));
        each->setShortcut(QKeySequence(QStringLiteral("Alt+%1").arg(++number)));
        each->setToolTip(text(workspace.purpose));
        each->setData(text(workspace.id));
        each->setCheckable(true);
        addAction(each);
        connect(each, &QAction::triggered, this, [this, &workspace] {
            openState(withWorkspace(store_.state(), workspace), tr("Workspace"));
            followState();
        });
    }
}

void MainWindow::buildLessonsMenu()
{
    lessonMenu_ = new QMenu(tr("&Lessons"), this);
    int number = 0;
    for (const Lesson& lesson : lessons_->lessons()) {
        QAction* each = lessonMenu_->addAction(tr("%1. %2").arg(number + 1).arg(QString::fromStdString(lesson.title)));
        connect(each, &QAction::triggered, this, [this, number] {
            lessons_->open(number);
            showSidePage(lessons_);
        });
        ++number;
    }
    lessonMenu_->addSeparator();
    addLessonStep(tr("&Next lesson"), QStringLiteral("Ctrl+PgDown"), &LessonPanel::next);
    addLessonStep(tr("&Previous lesson"), QStringLiteral("Ctrl+PgUp"), &LessonPanel::previous);
    addLessonStep(tr("&Start this lesson over"), {}, &LessonPanel::startOver);
}

void MainWindow::addLessonStep(const QString& name, const QString& shortcut, void (LessonPanel::*step)())
{
    QAction* each = lessonMenu_->addAction(name);
    each->setShortcut(QKeySequence(shortcut));
    addAction(each);
    connect(each, &QAction::triggered, this, [this, step] {
        showSidePage(lessons_);
        (lessons_->*step)();
    });
}

} // namespace rope

#include "app/lessons.h"

#include "app/main_window.h"
#include "ui/widgets/lesson_panel.h"
#include "ui/widgets/progress_file.h"

#include <QMenu>
#include <QMenuBar>

namespace rope {

namespace {

void keepProgress(MainWindow& window, LessonPanel& panel, const QString& path)
{
    QObject::connect(&panel, &LessonPanel::progressChanged, &window, [&window, path](const Progress& progress) {
        if (const Result<void> saved = saveProgress(path, progress); !saved)
            window.notify(QString::fromStdString(describe(saved.error())), MessageBar::Kind::Warning);
    });
}

QAction* addStep(QMenu& menu, MainWindow& window, const QString& text, const char* shortcut, LessonPanel& panel,
                 void (LessonPanel::*step)())
{
    QAction* action = menu.addAction(text);
    action->setShortcut(QKeySequence(QLatin1String(shortcut)));
    window.addAction(action);
    QObject::connect(action, &QAction::triggered, &panel, [&window, &panel, step] {
        window.showSidePage(&panel);
        (panel.*step)();
    });
    return action;
}

/// The menu of lessons, before Help.
void addMenu(MainWindow& window, LessonPanel& panel)
{
    auto* menu = new QMenu(MainWindow::tr("&Lessons"), &window);
    for (int index = 0; index < static_cast<int>(panel.lessons().size()); ++index) {
        const Lesson& lesson = panel.lessons()[static_cast<std::size_t>(index)];
        QAction* open =
            menu->addAction(QStringLiteral("&%1  %2").arg(lesson.order).arg(QString::fromStdString(lesson.title)));
        QObject::connect(open, &QAction::triggered, &panel, [&window, &panel, index] {
            window.showSidePage(&panel);
            panel.open(index);
        });
    }
    menu->addSeparator();
    addStep(*menu, window, MainWindow::tr("&Next lesson"), "Ctrl+PgDown", panel, &LessonPanel::next);
    addStep(*menu, window, MainWindow::tr("&Previous lesson"), "Ctrl+PgUp", panel, &LessonPanel::previous);
    addStep(*menu, window, MainWindow::tr("&Start this lesson over"), "", panel, &LessonPanel::startOver);
    const QList<QAction*> menus = window.menuBar()->actions();
    window.menuBar()->insertMenu(menus.isEmpty() ? nullptr : menus.last(), menu);
}

} // namespace

LessonPanel* addLessons(MainWindow& window, ExplorerStore& store, const QString& progressPath)
{
    auto* panel = new LessonPanel(store, window.appearance(), &window);
    window.addSidePage(panel, MainWindow::tr("Lesson"), 0);
    window.sidePages().setCurrentWidget(panel);
    panel->resume(loadProgress(progressPath));
    keepProgress(window, *panel, progressPath);
    addMenu(window, *panel);
    QObject::connect(&window, &MainWindow::nextPageRequested, panel, &LessonPanel::advance);
    QObject::connect(&window, &MainWindow::previousPageRequested, panel, &LessonPanel::goBack);
    QObject::connect(&window, &MainWindow::presentingChanged, panel, [&window, panel](bool presenting) {
        if (presenting && window.sidePages().currentWidget() == panel)
            window.showSidePage(panel); // the other panels make room; the lesson is what is presented
    });
    QObject::connect(panel, &LessonPanel::messageRequested, &window,
                     [&window](const QString& text) { window.notify(text, MessageBar::Kind::Warning); });
    return panel;
}

} // namespace rope

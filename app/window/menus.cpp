#include "app/window/menus.h"

#include "core/captures/captured.h"
#include "ui/figures/registry.h"

namespace rope {

namespace {

/// An action of a menu that works from everywhere in the window.
QAction* addAction(QMenu* menu, const QString& name, const QString& shortcut)
{
    QAction* action = menu->addAction(name);
    action->setShortcut(QKeySequence(shortcut));
    menu->parentWidget()->addAction(action);
    return action;
}

} // namespace

QMenu* makeFiguresMenu(QWidget* parent, const std::function<void(const QString& id)>& choose)
{
    auto* menu = new QMenu(QMenu::tr("Fi&gures"), parent);
    menu->setToolTipsVisible(true);
    for (const Figure* figure : figures()) {
        QAction* each = menu->addAction(figure->title());
        each->setToolTip(figure->description());
        QObject::connect(each, &QAction::triggered, parent, [choose, id = figure->id()] { choose(id); });
    }
    return menu;
}

QMenu* makeDataMenu(QWidget* parent, const std::function<void(const QString& source)>& use,
                    const std::function<void()>& own)
{
    auto* menu = new QMenu(QMenu::tr("&Data"), parent);
    menu->setToolTipsVisible(true);
    for (const CaptureName& capture : captureNames()) {
        const QString source = QString::fromStdString("capture:" + capture.id);
        QAction* each = menu->addAction(QString::fromStdString(capture.title));
        each->setObjectName(source);
        each->setToolTip(QString::fromStdString(capture.note));
        QObject::connect(each, &QAction::triggered, parent, [use, source] { use(source); });
    }
    menu->addSeparator();
    QAction* open = menu->addAction(QMenu::tr("&Own queries and keys…"));
    open->setToolTip(QMenu::tr("A .npy with queries; the keys beside it (x_q.npy, x_k.npy)"));
    QObject::connect(open, &QAction::triggered, parent, own);
    return menu;
}

QMenu* makeWorkspacesMenu(QWidget* parent, const std::function<void(const Workspace&)>& choose)
{
    auto* menu = new QMenu(QMenu::tr("&Workspaces"), parent);
    menu->setToolTipsVisible(true);
    int number = 0;
    for (const Workspace& workspace : workspaces()) {
        QAction* each =
            addAction(menu, QString::fromUtf8(QByteArrayView(workspace.title)), QStringLiteral("Alt+%1").arg(++number));
        each->setToolTip(QString::fromUtf8(QByteArrayView(workspace.purpose)));
        each->setData(QString::fromUtf8(QByteArrayView(workspace.id)));
        each->setCheckable(true);
        QObject::connect(each, &QAction::triggered, parent, [choose, &workspace] { choose(workspace); });
    }
    return menu;
}

QMenu* makeLessonsMenu(QWidget* parent, LessonPanel& lessons, const std::function<void()>& show)
{
    auto* menu = new QMenu(QMenu::tr("&Lessons"), parent);
    const auto add = [&](const QString& name, const QString& shortcut, const std::function<void()>& go) {
        QObject::connect(addAction(menu, name, shortcut), &QAction::triggered, parent, [show, go] {
            show();
            go();
        });
    };
    int number = 0;
    for (const Lesson& lesson : lessons.lessons()) {
        add(QMenu::tr("%1. %2").arg(number + 1).arg(QString::fromStdString(lesson.title)), {},
            [&lessons, number] { lessons.open(number); });
        ++number;
    }
    menu->addSeparator();
    add(QMenu::tr("&Next lesson"), QStringLiteral("Ctrl+PgDown"), [&lessons] { lessons.next(); });
    add(QMenu::tr("&Previous lesson"), QStringLiteral("Ctrl+PgUp"), [&lessons] { lessons.previous(); });
    add(QMenu::tr("&Start this lesson over"), {}, [&lessons] { lessons.startOver(); });
    return menu;
}

} // namespace rope

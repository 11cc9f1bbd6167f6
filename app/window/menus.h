#pragma once

#include "app/window/workspaces.h"
#include "ui/figures/kit/figure.h"
#include "ui/widgets/lesson/lesson_panel.h"

#include <QMenu>
#include <functional>

namespace rope {

/// The figures of the registry.
QMenu* makeFiguresMenu(QWidget* parent, const std::function<void(const QString& id)>& choose);

/// The queries and keys that come with the program, and `own` for the user's.
QMenu* makeDataMenu(QWidget* parent, const std::function<void(const QString& source)>& use,
                    const std::function<void()>& own);

/// The workspaces, with Alt+1 and so on; each action's data is the workspace's id.
QMenu* makeWorkspacesMenu(QWidget* parent, const std::function<void(const Workspace&)>& choose);

/// The lessons and the steps between them. `show` brings the panel forward.
QMenu* makeLessonsMenu(QWidget* parent, LessonPanel& lessons, const std::function<void()>& show);

} // namespace rope

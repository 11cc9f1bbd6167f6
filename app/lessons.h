#pragma once

#include <QString>

namespace rope {

class ExplorerStore;
class LessonPanel;
class MainWindow;

/// Puts the course into the window: a page of the side panel, a menu, and page keys while presenting. Progress is taken
/// up from `progressPath` and kept there. The window owns the panel.
LessonPanel* addLessons(MainWindow& window, ExplorerStore& store, const QString& progressPath);

} // namespace rope

#pragma once

#include <QAction>
#include <QHash>
#include <span>
#include <string_view>

namespace rope {

class MainWindow;

/// One command of the window: the menus, the shortcuts and their help are all made from these rows.
struct ActionRow {
    std::string_view id;
    std::string_view menu; ///< `&File`
    std::string_view text;
    std::string_view shortcut; ///< as QKeySequence reads it; may be empty
    std::string_view tip;      ///< one sentence; may be empty
    void (MainWindow::*run)();
    bool checkable = false;
    bool startsSection = false; ///< a line above it in the menu
};

std::span<const ActionRow> actionRows();

} // namespace rope

#pragma once

#include <QIcon>

namespace rope {

/// The line icons of the window, drawn in the text colour of the present palette, whatever the theme.
enum class IconName {
    Close,
    Copy,
    Detach,
    Export,
    Loop,
    Maximise,
    Menu,
    Open,
    Pause,
    Play,
    PutBack,
    Redo,
    Reset,
    Restore,
    StepBack,
    StepForward,
    Table,
    Theme,
    Undo,
    Warning,
};

QIcon lineIcon(IconName name);

} // namespace rope

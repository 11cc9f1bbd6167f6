#pragma once

#include "app/files/open_file.h"
#include "core/captures/content_file.h"
#include "core/state/state.h"

#include <QString>
#include <optional>

namespace rope {

/// What the window opens with.
struct StartOptions {
    QString file;                       ///< the path of what was opened; empty: none
    std::optional<OpenedFile> opened;   ///< what it holds
    std::optional<ExplorerState> state; ///< what the command line's options made (`--set`, `--preset`); wins over it
    ContentShelf shelf;                 ///< of the content files read so far
};

/// Opens the main window and runs it until it is closed: the given state, else the given file, else the session of
/// the last time. A file that cannot be read is told in the window, which then starts fresh.
/// Returns the process's exit code. Requires a QApplication.
int runWindow(StartOptions options);

} // namespace rope

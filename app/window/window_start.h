#pragma once

#include "core/state/state.h"

#include <QString>
#include <optional>

namespace rope {

/// What the window opens with.
struct StartOptions {
    QString file;                       ///< session, exported figure, config.json, .gguf; empty: none
    std::optional<ExplorerState> state; ///< a state that the command line made (`--set`, `--preset`); wins over `file`
};

/// Opens the main window and runs it until it is closed: the given state, else the given file, else the session of
/// the last time. A file that cannot be read is told in the window, which then starts fresh.
/// Returns the process's exit code. Requires a QApplication.
int runWindow(const StartOptions& options);

} // namespace rope

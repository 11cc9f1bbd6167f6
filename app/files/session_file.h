#pragma once

#include "core/base/result.h"
#include "core/state/state.h"

#include <QString>
#include <optional>

namespace rope {

/// What was found where the last session is kept.
struct LastSession {
    std::optional<ExplorerState> state; ///< empty: there was none, or it was broken
    QString message;                    ///< what to tell when it was broken; else empty
};

/// Reads the last session. A broken file is kept beside it with the ending `.broken`.
LastSession readLastSession(const QString& path);

/// Writes a session whole or not at all; makes the folder where it is missing.
Result<void> writeSession(const QString& path, const ExplorerState& state);

/// Where the session and the settings of this user are kept.
struct WindowFiles {
    QString session;  ///< state of the last time
    QString settings; ///< window layout and theme, INI
    QString progress; ///< progress through the lessons
};
WindowFiles standardWindowFiles();

} // namespace rope

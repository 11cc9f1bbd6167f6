#pragma once

#include "core/lessons/progress.h"

#include <QString>

namespace rope {

/// Where progress through the lessons is kept on this computer.
QString progressPath();

/// What was found where progress is kept.
struct KeptProgress {
    Progress progress; ///< none where there is no file or it cannot be read
    QString message;   ///< what to tell when a file was there that cannot be read; else empty
};

/// Reads the progress in a file. One that cannot be read (cut short, of a later version, not ours) stays on the disk
/// under a name of its own, `progress.json.broken`, and is never written over.
KeptProgress loadProgress(const QString& path);

/// Writes what has changed since `before` into the file, whole or not at all: tasks that another window has solved in
/// the meantime stay solved. What cannot be read there is set aside as by loadProgress.
Result<void> saveProgress(const QString& path, const Progress& before, const Progress& now);

} // namespace rope

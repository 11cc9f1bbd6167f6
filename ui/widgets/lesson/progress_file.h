#pragma once

#include "core/lessons/progress.h"

#include <QString>

namespace rope {

/// Where progress through the lessons is kept on this computer.
QString progressPath();

/// The progress kept in a file; none when there is no file or it is not ours.
Progress loadProgress(const QString& path);

/// Writes it whole or not at all.
Result<void> saveProgress(const QString& path, const Progress& progress);

} // namespace rope

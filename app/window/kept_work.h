#pragma once

#include "app/files/session_file.h"
#include "core/lessons/progress.h"
#include "ui/store/explorer_store.h"

#include <QObject>
#include <QTimer>

namespace rope {

/// Keeps work while it goes on: the session a moment after each change, progress through the lessons at once.
class KeptWork : public QObject {
    Q_OBJECT
public:
    KeptWork(ExplorerStore& store, WindowFiles files, QObject* parent = nullptr);

    /// The progress of the last time; tells when a file of it cannot be read.
    Progress loadedProgress();
    void keepProgress(const Progress& progress);
    /// Writes the session now. A failure goes to the log: the window is about to close.
    void keepSessionNow();

Q_SIGNALS:
    void warned(const QString& text);

private:
    void keepSession();
    void waitForMore();

    ExplorerStore& store_;
    WindowFiles files_;
    QTimer autosave_;
    bool sessionIsKept_ = true; ///< whether the last autosave worked: a failing one is told once
    Progress savedProgress_;    ///< as this window last read or wrote it
};

} // namespace rope

#include "app/window/kept_work.h"

#include "ui/widgets/lesson/progress_file.h"

#include <utility>

namespace rope {

namespace {

constexpr int autosaveDelay = 1500; ///< ms after the first change that is not saved yet

} // namespace

KeptWork::KeptWork(ExplorerStore& store, WindowFiles files, QObject* parent)
    : QObject(parent)
    , store_(store)
    , files_(std::move(files))
{
    autosave_.setSingleShot(true);
    autosave_.setInterval(autosaveDelay);
    connect(&autosave_, &QTimer::timeout, this, &KeptWork::keepSession);
    connect(&store_, &ExplorerStore::stateChanged, this, &KeptWork::waitForMore);
}

/// Not started again at each change: playing for minutes is saved all along.
void KeptWork::waitForMore()
{
    if (!autosave_.isActive())
        autosave_.start();
}

Progress KeptWork::loadedProgress()
{
    KeptProgress kept = loadProgress(files_.progress);
    if (!kept.message.isEmpty())
        Q_EMIT warned(kept.message);
    savedProgress_ = std::move(kept.progress);
    return savedProgress_;
}

void KeptWork::keepProgress(const Progress& progress)
{
    if (const Result<void> saved = saveProgress(files_.progress, savedProgress_, progress); !saved)
        Q_EMIT warned(QString::fromStdString(describe(saved.error())));
    else
        savedProgress_ = progress;
}

void KeptWork::keepSession()
{
    const Result<void> written = writeSession(files_.session, store_.state());
    if (!written && sessionIsKept_)
        Q_EMIT warned(tr("This session cannot be kept: %1").arg(QString::fromStdString(describe(written.error()))));
    sessionIsKept_ = written.has_value();
}

void KeptWork::keepSessionNow()
{
    autosave_.stop();
    if (const Result<void> written = writeSession(files_.session, store_.state()); !written)
        qWarning("%s", describe(written.error()).c_str());
}

} // namespace rope

#pragma once

#include "core/state/sweep.h"
#include "ui/paint/export/movie_writer.h"
#include "ui/widgets/figure/preparation.h"

#include <QObject>
#include <memory>
#include <optional>

namespace rope {

/// Makes a GIF or MP4 of a figure, frame by frame between the events of the window: long work runs in another thread,
/// painting takes one frame at a time, and cancel() stops it with nothing written.
class MovieExport : public QObject {
    Q_OBJECT
public:
    MovieExport(const Figure& figure, ShownState state, Sweep sweep, ExportOptions options, QObject* parent = nullptr);

    /// Begins; everything that follows is told by the signals. `perSecond`: frames shown in a second.
    void start(const QString& path, double perSecond);
    void cancel();

Q_SIGNALS:
    void progressed(int frames); ///< so many are done
    void written(const QString& path);
    void failed(const QString& message);

private:
    void nextFrame();
    void addFrame(std::shared_ptr<const Prepared> prepared);
    void finish();
    void stop(const Error& error);

    const Figure& figure_;
    ShownState state_;
    Sweep sweep_;
    ExportOptions options_;
    QString path_;
    Preparation preparation_;
    std::unique_ptr<MovieWriter> writer_;      ///< empty: not running
    ShownState shown_;                         ///< of the frame at work
    std::shared_ptr<const Prepared> prepared_; ///< of the last frame: the next one may take over parts of it
    int frame_ = 0;
};

} // namespace rope

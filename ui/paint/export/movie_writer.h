#pragma once

#include "core/base/result.h"
#include "ui/paint/export/export.h"
#include "ui/paint/export/helper_program.h"

#include <QImage>
#include <QProcess>
#include <QString>
#include <QStringList>

namespace rope {

/// What a file of moving pictures is.
struct MovieFormat {
    QString suffix;          ///< one of movieSuffixes()
    QSize size;              ///< of every frame, in pixels
    int frames = 0;          ///< how many will come
    double perSecond = 10.0; ///< how fast they are shown
};

/// `gif` and `mp4`.
QStringList movieSuffixes();

/// How the frames of a movie are painted.
struct MovieFrames {
    MovieFormat format;
    ExportOptions options; ///< of each frame, for exportImage: an MP4 needs even sides
};

/// The frames that `options` ask for; else what is too large, or that the program ffmpeg is missing.
Result<MovieFrames> movieFrames(const QString& suffix, const ExportOptions& options, int frames, double perSecond);

/// Frames in, a GIF or MP4 out. The frames go to ffmpeg as they come, so that no more than one waits here.
class MovieWriter {
public:
    /// Requires a format of movieFrames().
    explicit MovieWriter(MovieFormat format);
    /// Ends ffmpeg.
    ~MovieWriter();
    MovieWriter(const MovieWriter&) = delete;
    MovieWriter& operator=(const MovieWriter&) = delete;

    /// Requires an image of the format's size.
    Result<void> add(const QImage& frame);
    /// No more frames: waits so many ms for ffmpeg to end; true when it has. May be called again and again.
    bool waitForEnd(int milliseconds);
    /// The file's bytes. Waits for ffmpeg to end.
    Result<QByteArray> finish();

private:
    tl::unexpected<Error> failure();

    MovieFormat format_;
    MemoryFile file_;
    QProcess process_;
};

} // namespace rope

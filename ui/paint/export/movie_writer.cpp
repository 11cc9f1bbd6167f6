#include "ui/paint/export/movie_writer.h"

#include <QStandardPaths>
#include <cassert>
#include <utility>

namespace rope {
namespace {

constexpr int largestSide = 4096;
constexpr double largestGif = 2.5e8; ///< pixels of all frames: ffmpeg holds them at once, 1 GB, to choose the colours
constexpr double largestMp4 = 5e9;   ///< of all frames, one after another
constexpr int longestWait = 120'000; ///< ms

QString program()
{
    return QStandardPaths::findExecutable(QStringLiteral("ffmpeg"));
}

QStringList outputArguments(const QString& suffix)
{
    if (suffix == u"gif")
        return {QStringLiteral("-filter_complex"),
                QStringLiteral("split[a][b];[a]palettegen=stats_mode=diff[p];[b][p]paletteuse=dither=none"),
                QStringLiteral("-loop"), QStringLiteral("0")};
    return {QStringLiteral("-c:v"),      QStringLiteral("libx264"),   QStringLiteral("-crf"),
            QStringLiteral("14"),        QStringLiteral("-pix_fmt"),  QStringLiteral("yuv420p"),
            QStringLiteral("-movflags"), QStringLiteral("+faststart")};
}

/// Raw frames on standard input, one file out; no clock or version goes into it.
QStringList arguments(const MovieFormat& format, const QString& file)
{
    const QStringList input = {QStringLiteral("-nostdin"),
                               QStringLiteral("-loglevel"),
                               QStringLiteral("error"),
                               QStringLiteral("-f"),
                               QStringLiteral("rawvideo"),
                               QStringLiteral("-pix_fmt"),
                               QStringLiteral("rgba"),
                               QStringLiteral("-s"),
                               QStringLiteral("%1x%2").arg(format.size.width()).arg(format.size.height()),
                               QStringLiteral("-r"),
                               QString::number(format.perSecond),
                               QStringLiteral("-i"),
                               QStringLiteral("-")};
    return input + outputArguments(format.suffix) + QStringList{QStringLiteral("-fflags"),  QStringLiteral("+bitexact"),
                                                                QStringLiteral("-flags:v"), QStringLiteral("+bitexact"),
                                                                QStringLiteral("-f"),       format.suffix,
                                                                QStringLiteral("-y"),       file};
}

QSize evenSize(QSize size)
{
    return {(size.width() + 1) / 2 * 2, (size.height() + 1) / 2 * 2};
}

Result<void> requireMovie(const MovieFormat& format)
{
    const bool gif = format.suffix == u"gif";
    const double pixels = 1.0 * format.size.width() * format.size.height() * format.frames;
    if (format.size.width() > largestSide || format.size.height() > largestSide)
        return refuse("size", "frames of " + std::to_string(format.size.width()) + " x " +
                                  std::to_string(format.size.height()) +
                                  " pixels are too large for an animation; at most 4096 a side are possible");
    if (pixels > (gif ? largestGif : largestMp4))
        return refuse("size", std::string("so many frames of this size are too much for one file; choose fewer or "
                                          "smaller frames") +
                                  (gif ? ", or .mp4" : ""));
    if (!(format.perSecond >= 1.0 && format.perSecond <= 50.0))
        return refuse("fps", "1 to 50 frames a second are possible");
    if (program().isEmpty())
        return failMachine(format.suffix.toStdString(),
                           "animations need the program ffmpeg, which is not here; install the package ffmpeg");
    return {};
}

} // namespace

QStringList movieSuffixes()
{
    return {QStringLiteral("gif"), QStringLiteral("mp4")};
}

Result<MovieFrames> movieFrames(const QString& suffix, const ExportOptions& options, int frames, double perSecond)
{
    const Result<QSize> pixels = exportPixels(options);
    if (!pixels)
        return tl::unexpected(pixels.error());
    MovieFrames movie{{suffix, suffix == u"mp4" ? evenSize(*pixels) : *pixels, frames, perSecond}, options};
    if (movie.format.size != *pixels)
        movie.options.size = {movie.format.size, ExportSize::Unit::Pixel};
    const Result<void> possible = requireMovie(movie.format);
    return possible ? Result<MovieFrames>(movie) : tl::unexpected(possible.error());
}

MovieWriter::MovieWriter(MovieFormat format)
    : format_(std::move(format))
{
    endWithParent(process_);
    process_.start(program(), arguments(format_, file_.path()));
}

MovieWriter::~MovieWriter()
{
    if (process_.state() == QProcess::NotRunning)
        return;
    process_.kill();
    process_.waitForFinished(longestWait);
}

tl::unexpected<Error> MovieWriter::failure()
{
    const QByteArray said = process_.readAllStandardError().trimmed();
    const QByteArray last = said.mid(said.lastIndexOf('\n') + 1);
    return failMachine(format_.suffix.toStdString(),
                       "ffmpeg failed: " +
                           (last.isEmpty() ? process_.errorString().toStdString() : last.toStdString()));
}

Result<void> MovieWriter::add(const QImage& frame)
{
    assert(frame.size() == format_.size);
    const QImage pixels = frame.convertToFormat(QImage::Format_RGBX8888); // rows of whole 32-bit words: no padding
    process_.write(reinterpret_cast<const char*>(pixels.constBits()), pixels.sizeInBytes());
    while (process_.bytesToWrite() > 0)
        if (!process_.waitForBytesWritten(longestWait))
            return failure();
    return {};
}

bool MovieWriter::waitForEnd(int milliseconds)
{
    process_.closeWriteChannel();
    return process_.state() == QProcess::NotRunning || process_.waitForFinished(milliseconds) ||
           process_.state() == QProcess::NotRunning;
}

Result<QByteArray> MovieWriter::finish()
{
    if (!waitForEnd(longestWait) || process_.exitStatus() != QProcess::NormalExit || process_.exitCode() != 0)
        return failure();
    QByteArray bytes = file_.readAll();
    if (bytes.isEmpty())
        return failMachine(format_.suffix.toStdString(), "ffmpeg ended without a file");
    return bytes;
}

} // namespace rope

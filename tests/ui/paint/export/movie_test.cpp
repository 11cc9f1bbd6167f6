#include "ui/paint/export/movie_state.h"
#include "ui/paint/export/movie_writer.h"

#include <QDir>
#include <QProcess>
#include <QTemporaryDir>
#include <gtest/gtest.h>

namespace rope {
namespace {

const QByteArray state("{\"format\":\"rope-explorer\",\"text\":\"θ\"}");

ExportOptions optionsOf(int width, int height)
{
    ExportOptions options;
    options.size = {QSizeF(width, height), ExportSize::Unit::Pixel};
    options.dpi = 96.0;
    return options;
}

/// A square that moves to the right by its own width.
QImage frameAt(QSize size, int frame)
{
    QImage image(size, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    painter.fillRect(QRect(16 * frame, 16, 16, 16), Qt::blue);
    return image;
}

QByteArray movieOf(const QString& suffix, int width, int height, int frames)
{
    const Result<MovieFrames> movie = movieFrames(suffix, optionsOf(width, height), frames, 10.0);
    EXPECT_TRUE(movie) << (movie ? "" : describe(movie.error()));
    if (!movie)
        return {};
    MovieWriter writer(movie->format);
    for (int frame = 0; frame < frames; ++frame)
        EXPECT_TRUE(writer.add(frameAt(movie->format.size, frame)));
    return writer.finish().value_or(QByteArray());
}

/// Width, height and number of frames as ffprobe counts them.
QByteArray probed(const QByteArray& movie, const QString& suffix)
{
    const QTemporaryDir folder;
    const QString path = folder.filePath("movie." + suffix);
    EXPECT_TRUE(writeWhole(path, movie));
    QProcess process;
    process.start("ffprobe", {"-v", "error", "-count_frames", "-show_entries", "stream=width,height,nb_read_frames",
                              "-of", "csv=p=0", path});
    EXPECT_TRUE(process.waitForFinished(60000));
    return process.readAllStandardOutput().trimmed();
}

class EveryMovieFormat : public testing::TestWithParam<const char*> {};

TEST_P(EveryMovieFormat, HasTheFramesAndTheSize)
{
    EXPECT_EQ(probed(movieOf(GetParam(), 96, 64, 5), GetParam()), "96,64,5");
}

TEST_P(EveryMovieFormat, CarriesTheStateAndStillPlays)
{
    const QByteArray movie = movieOf(GetParam(), 96, 64, 3);
    EXPECT_FALSE(stateOfMovie(movie).has_value());
    const QByteArray marked = movieWithState(movie, state);
    EXPECT_EQ(stateOfMovie(marked).value_or(QByteArray()), state);
    EXPECT_EQ(movieWithState(movie, {}), movie);
    EXPECT_EQ(probed(marked, GetParam()), "96,64,3");
    for (const qsizetype size : {qsizetype{0}, qsizetype{12}, marked.size() / 2, marked.size() - 2})
        EXPECT_NE(stateOfMovie(marked.left(size)), state); // broken files end the search, they do not crash it
}

TEST_P(EveryMovieFormat, LargeStatesSurvive)
{
    const QByteArray large(100'000, 'x');
    EXPECT_EQ(stateOfMovie(movieWithState(movieOf(GetParam(), 32, 32, 2), large)).value_or(QByteArray()), large);
}

TEST_P(EveryMovieFormat, TheSameFramesAreTheSameFile)
{
    EXPECT_EQ(movieOf(GetParam(), 96, 64, 3), movieOf(GetParam(), 96, 64, 3));
}

/// So that nothing is left behind when the program is killed in the middle.
TEST_P(EveryMovieFormat, NoFileExistsWhileItIsMade)
{
    const QTemporaryDir folder;
    const QByteArray before = qgetenv("TMPDIR");
    qputenv("TMPDIR", folder.path().toLocal8Bit());
    MovieWriter writer(movieFrames(GetParam(), optionsOf(96, 64), 2, 10.0)->format);
    for (int frame = 0; frame < 2; ++frame)
        EXPECT_TRUE(writer.add(frameAt({96, 64}, frame)));
    while (!writer.waitForEnd(1000)) {
    }
    EXPECT_TRUE(QDir(folder.path()).isEmpty());
    EXPECT_FALSE(writer.finish().value_or(QByteArray()).isEmpty());
    before.isNull() ? qunsetenv("TMPDIR") : qputenv("TMPDIR", before);
}

TEST_P(EveryMovieFormat, AFrameLooksAsItWasPainted)
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QString("movie.") + GetParam());
    ASSERT_TRUE(writeWhole(path, movieOf(GetParam(), 96, 64, 3)));
    QProcess process;
    process.start("ffmpeg", {"-v", "error", "-i", path, "-vf", "select=eq(n\\,2)", "-frames:v", "1",
                             folder.filePath("frame.png")});
    ASSERT_TRUE(process.waitForFinished(60000));
    const QImage read(folder.filePath("frame.png"));
    ASSERT_EQ(read.size(), QSize(96, 64));
    for (const QPoint inside : {QPoint(40, 24), QPoint(8, 24), QPoint(60, 50)}) {
        const QColor painted = frameAt({96, 64}, 2).pixelColor(inside);
        const QColor shown = read.pixelColor(inside);
        EXPECT_NEAR(shown.red(), painted.red(), 6);
        EXPECT_NEAR(shown.green(), painted.green(), 6);
        EXPECT_NEAR(shown.blue(), painted.blue(), 6);
    }
}

INSTANTIATE_TEST_SUITE_P(Movies, EveryMovieFormat, testing::Values("gif", "mp4"),
                         [](const auto& format) { return std::string(format.param); });

/// The extension that browsers and viewers read: after its name one block of three bytes, 1 and the number of further
/// rounds, 0 for no end (gif89a, "Netscape 2.0" application extension).
TEST(Movie, AGifBeginsAgainWithoutEnd)
{
    const QByteArray movie = movieOf("gif", 32, 32, 3);
    const qsizetype name = movie.indexOf("NETSCAPE2.0");
    ASSERT_GE(name, 0);
    EXPECT_EQ(movie.mid(name + 11, 5), QByteArray("\x03\x01\x00\x00\x00", 5));
}

TEST(MovieFrames, AnMp4HasEvenSides)
{
    EXPECT_EQ(movieFrames("mp4", optionsOf(101, 75), 2, 10.0)->format.size, QSize(102, 76));
    EXPECT_EQ(movieFrames("gif", optionsOf(101, 75), 2, 10.0)->format.size, QSize(101, 75));
    const Result<MovieFrames> movie = movieFrames("mp4", optionsOf(101, 75), 2, 10.0);
    EXPECT_EQ(exportPixels(movie->options).value_or(QSize()), QSize(102, 76));
}

TEST(MovieFrames, WhatIsTooMuchIsRefused)
{
    EXPECT_FALSE(movieFrames("gif", optionsOf(5000, 100), 2, 10.0));
    EXPECT_FALSE(movieFrames("gif", optionsOf(2000, 2000), 500, 10.0));
    EXPECT_FALSE(movieFrames("gif", optionsOf(200, 200), 2, 0.5));
    EXPECT_FALSE(movieFrames("mp4", optionsOf(200, 200), 2, 51.0));
}

TEST(MovieFrames, AMissingProgramIsNamed)
{
    const QByteArray path = qgetenv("PATH");
    qputenv("PATH", "/nowhere");
    const Result<MovieFrames> movie = movieFrames("gif", optionsOf(200, 200), 2, 10.0);
    qputenv("PATH", path);
    ASSERT_FALSE(movie);
    EXPECT_EQ(movie.error().kind, Error::Kind::Machine);
    EXPECT_NE(movie.error().message.find("install the package ffmpeg"), std::string::npos);
}

} // namespace
} // namespace rope

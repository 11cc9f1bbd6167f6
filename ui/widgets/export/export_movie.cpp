#include "ui/widgets/export/export_movie.h"

#include "ui/paint/export/movie_state.h"
#include "ui/widgets/figure/figure_picture.h"

#include <QFileInfo>
#include <QTimer>
#include <utility>

namespace rope {

MovieExport::MovieExport(const Figure& figure, ShownState state, Sweep sweep, ExportOptions options, QObject* parent)
    : QObject(parent)
    , figure_(figure)
    , state_(std::move(state))
    , sweep_(std::move(sweep))
    , options_(std::move(options))
{
    connect(&preparation_, &Preparation::finished, this,
            [this](const auto&, std::shared_ptr<const Prepared> done) { addFrame(std::move(done)); });
}

void MovieExport::start(const QString& path, double perSecond)
{
    path_ = path;
    frame_ = 0;
    Result<void> possible = requireOutputPath(path);
    if (possible)
        possible = validate(state_, sweep_);
    const Result<MovieFrames> frames =
        possible ? movieFrames(QFileInfo(path).suffix().toLower(), options_, sweep_.frames, perSecond)
                 : tl::unexpected(possible.error());
    if (!frames)
        return stop(frames.error());
    options_ = frames->options;
    writer_ = std::make_unique<MovieWriter>(frames->format);
    nextFrame();
}

void MovieExport::cancel()
{
    preparation_.cancel();
    writer_.reset();
}

void MovieExport::stop(const Error& error)
{
    cancel();
    Q_EMIT failed(QString::fromStdString(describe(error)));
}

/// After the events that wait: the window lives on.
void MovieExport::nextFrame()
{
    QTimer::singleShot(0, this, [this] {
        if (!writer_)
            return;
        if (frame_ == sweep_.frames)
            return finish();
        const Result<ExplorerState> next = sweptState(state_, sweep_, frame_);
        if (!next)
            return stop(next.error());
        shown_ = withContentOf(*next, state_);
        if (figure_.needsPreparation(shown_, prepared_.get()))
            preparation_.request(figure_, shown_, prepared_);
        else
            addFrame(prepared_);
    });
}

void MovieExport::addFrame(std::shared_ptr<const Prepared> prepared)
{
    if (!writer_)
        return;
    prepared_ = std::move(prepared);
    const Result<QImage> image = exportImage(options_, paintFunction(figure_, shown_, prepared_));
    const Result<void> added = image ? writer_->add(*image) : tl::unexpected(image.error());
    if (!added)
        return stop(added.error());
    Q_EMIT progressed(++frame_);
    nextFrame();
}

/// ffmpeg may work on for seconds: a look at it now and then leaves the window alive.
void MovieExport::finish()
{
    constexpr int glance = 10; // ms
    if (!writer_)
        return;
    if (!writer_->waitForEnd(glance)) {
        QTimer::singleShot(0, this, &MovieExport::finish);
        return;
    }
    const Result<QByteArray> bytes = writer_->finish();
    const Result<void> done =
        bytes ? writeWhole(path_, movieWithState(*bytes, options_.state)) : tl::unexpected(bytes.error());
    if (!done)
        return stop(done.error());
    writer_.reset();
    Q_EMIT written(path_);
}

} // namespace rope

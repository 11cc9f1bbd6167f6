#include "app/commands/render_movie.h"

#include "ui/paint/export/movie_state.h"
#include "ui/paint/export/movie_writer.h"
#include "ui/widgets/figure/figure_picture.h"

namespace rope::cli {

namespace {

std::shared_ptr<const Prepared> prepared(const Figure& figure, const ExplorerState& state)
{
    const CancelFlag never{false};
    return figure.needsPreparation(state) ? figure.prepare(state, never, [](double) {}) : nullptr;
}

Result<void> addFrame(MovieWriter& writer, const RenderedMovie& movie, int frame, const ExportOptions& options)
{
    const Result<ExplorerState> state = sweptState(movie.state, movie.sweep, frame);
    if (!state)
        return tl::unexpected(state.error());
    const Result<QImage> image =
        exportImage(options, paintFunction(movie.figure, *state, prepared(movie.figure, *state)));
    return image ? writer.add(*image) : tl::unexpected(image.error());
}

} // namespace

Result<QByteArray> movieBytes(const RenderedMovie& movie, const QString& suffix)
{
    const Result<MovieFrames> frames = movieFrames(suffix, movie.options, movie.sweep.frames, movie.framesPerSecond);
    if (!frames)
        return tl::unexpected(frames.error());
    MovieWriter writer(frames->format);
    for (int frame = 0; frame < movie.sweep.frames; ++frame)
        if (const Result<void> added = addFrame(writer, movie, frame, frames->options); !added)
            return tl::unexpected(added.error());
    const Result<QByteArray> bytes = writer.finish();
    return bytes ? movieWithState(*bytes, movie.options.state) : bytes;
}

} // namespace rope::cli

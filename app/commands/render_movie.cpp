#include "app/commands/render_movie.h"

#include "ui/paint/export/movie_state.h"
#include "ui/paint/export/movie_writer.h"
#include "ui/widgets/figure/figure_picture.h"

namespace rope::cli {

namespace {

/// `prepared`: of the frame before, then of this one.
Result<void> addFrame(MovieWriter& writer, const RenderedMovie& movie, int frame, const ExportOptions& options,
                      std::shared_ptr<const Prepared>& prepared)
{
    const Result<ExplorerState> next = sweptState(movie.state, movie.sweep, frame);
    if (!next)
        return tl::unexpected(next.error());
    const ShownState state = withContentOf(*next, movie.state);
    if (movie.figure.needsPreparation(state, prepared.get()))
        prepared = movie.figure.prepare(state, {}, prepared.get());
    const Result<QImage> image = exportImage(options, paintFunction(movie.figure, state, prepared));
    return image ? writer.add(*image) : tl::unexpected(image.error());
}

} // namespace

Result<QByteArray> movieBytes(const RenderedMovie& movie, const QString& suffix)
{
    const Result<MovieFrames> frames = movieFrames(suffix, movie.options, movie.sweep.frames, movie.framesPerSecond);
    if (!frames)
        return tl::unexpected(frames.error());
    MovieWriter writer(frames->format);
    std::shared_ptr<const Prepared> prepared;
    for (int frame = 0; frame < movie.sweep.frames; ++frame)
        if (const Result<void> added = addFrame(writer, movie, frame, frames->options, prepared); !added)
            return tl::unexpected(added.error());
    const Result<QByteArray> bytes = writer.finish();
    return bytes ? movieWithState(*bytes, movie.options.state) : bytes;
}

} // namespace rope::cli

#pragma once

#include "core/state/sweep.h"
#include "ui/figures/kit/figure.h"
#include "ui/paint/export/export.h"

namespace rope::cli {

/// Moving pictures of a figure as `render` makes them.
struct RenderedMovie {
    const Figure& figure;
    ShownState state; ///< goes into the file; the sweep's key is overwritten frame by frame
    ExportOptions options;
    Sweep sweep;
    double framesPerSecond;
};

/// The bytes of a GIF or MP4. Refuses what no movie can be; fails as the machine's fault where ffmpeg is missing.
Result<QByteArray> movieBytes(const RenderedMovie& movie, const QString& suffix);

} // namespace rope::cli

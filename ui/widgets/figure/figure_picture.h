#pragma once

#include "ui/figures/kit/figure.h"
#include "ui/paint/export/export.h"

#include <memory>

namespace rope {

/// A figure as exportPicture paints it: without a highlight. `figure` must outlive the function.
PaintFunction paintFunction(const Figure& figure, const ShownState& state, std::shared_ptr<const Prepared> prepared);

/// Title, description and state that go into a file of this figure.
void describeInto(ExportOptions& options, const Figure& figure, const ShownState& state);

} // namespace rope

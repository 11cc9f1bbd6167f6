#pragma once

#include "core/model/comparison.h"
#include "ui/paint/chart.h"

namespace rope {

/// Cosine between the rotations of one vector by the first model and by each further one, against position: of two
/// models the mean over the pairs, the lowest of any pair and, where partners differ, the mean as the channels lie; of
/// more the means alone.
ChartSpec agreementChart(const PartComparison& comparison, const PaintStyle& style);

} // namespace rope

#pragma once

#include "core/state/state.h"

namespace rope {

/// A size that few or none of the quantity's values on show pass, for axes and sliders: 1 for attention, the sum of all
/// pairs' amplitudes for identical content, and for varied content a multiple of its usual size. At least 1e-3.
double usualLargestScore(const ExplorerState& state);

/// 1, 2 or 5 times a power of ten, the smallest such number that is not below `value`. Requires value > 0.
double roundedUp(double value);

} // namespace rope

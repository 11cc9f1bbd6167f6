#pragma once

#include "core/base/result.h"
#include "core/state/shown_state.h"
#include "ui/figures/kit/figure.h"
#include "ui/paint/style.h"

namespace rope {

/// Puts a figure into the clipboard as PNG and SVG at once: the program that is pasted into takes what it can.
Result<void> copyFigureToClipboard(const Figure& figure, const ShownState& state, Theme theme);

} // namespace rope

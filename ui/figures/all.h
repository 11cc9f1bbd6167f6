#pragma once

#include "ui/figures/figure.h"

namespace rope {

// One function per figure file: `<id>Figure()` returns the only instance. The registry lists them.

const Figure& dialsFigure();
const Figure& ladderFigure();
const Figure& maskFigure();
const Figure& profileFigure();
const Figure& rotationFigure();
const Figure& rotationMatrixFigure();
const Figure& schemesFigure();
const Figure& scoresFigure();

} // namespace rope

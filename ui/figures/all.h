#pragma once

#include "ui/figures/kit/figure.h"

namespace rope {

// One function per figure file: `<id>Figure()` returns the only instance. The registry lists them.

const Figure& aliasingFigure();
const Figure& comparisonFigure();
const Figure& decayFigure();
const Figure& dialsFigure();
const Figure& encodingsFigure();
const Figure& extensionFigure();
const Figure& headEnergyFigure();
const Figure& ladderFigure();
const Figure& layoutFigure();
const Figure& maskFigure();
const Figure& measuredLossFigure();
const Figure& pairContentFigure();
const Figure& permutationFigure();
const Figure& precisionFigure();
const Figure& profileFigure();
const Figure& rotationFigure();
const Figure& rotationMatrixFigure();
const Figure& schemesFigure();
const Figure& scoresFigure();
const Figure& valuesFigure();

} // namespace rope

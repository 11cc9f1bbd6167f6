#pragma once

#include "ui/figures/kit/figure.h"

#include <span>

namespace rope {

/// Every figure, in the order in which a menu lists them.
std::span<const Figure* const> figures();

/// The figure with this id, or nullptr.
const Figure* findFigure(QStringView id);

} // namespace rope

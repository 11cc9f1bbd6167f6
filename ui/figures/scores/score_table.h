#pragma once

#include "ui/figures/kit/figure.h"

namespace rope {

/// The numbers behind the scores figure: the blocks of its window, and both parts where one of them is on show.
DataTable scoreTable(const ShownState& state);

} // namespace rope

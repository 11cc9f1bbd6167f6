#pragma once

#include "ui/figures/kit/figure.h"

namespace rope {

/// The numbers behind the scores figure (ScoreTable) as columns, and both parts where one of them is on show.
DataTable scoreDataTable(const ShownState& state);

} // namespace rope

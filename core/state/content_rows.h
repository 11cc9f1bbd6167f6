#pragma once

#include "core/block_means.h"
#include "core/state/state.h"

namespace rope {

/// Queries and keys of the state's content, rotary channels first, before rotation. Not for identical content alone.
ContentRows contentRows(const ExplorerState& state);

/// How they turn in the active layer.
RowRotation rowRotation(const ExplorerState& state);

} // namespace rope

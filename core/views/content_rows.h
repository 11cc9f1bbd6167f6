#pragma once

#include "core/base/result.h"
#include "core/scores/block_means.h"
#include "core/state/shown_state.h"

namespace rope {

/// Queries and keys of the state's content, rotary channels first, before rotation; contentLength(state) of them. Not
/// for identical content alone. Refused where the content file is not there.
Result<ContentRows> contentRows(const ShownState& state);

/// How they turn in the active layer: not at all when the file holds them rotated.
RowRotation rowRotation(const ExplorerState& state);

} // namespace rope

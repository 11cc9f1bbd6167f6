#pragma once

#include "core/base/result.h"
#include "core/scores/block_means.h"
#include "core/state/state.h"

namespace rope {

/// Queries and keys of the state's content, rotary channels first, before rotation; contentLength(state) of them. Not
/// for identical content alone. Refused where a content file cannot be read or does not fit the model's head.
Result<ContentRows> contentRows(const ExplorerState& state);

/// How they turn in the active layer: not at all when the file holds them rotated.
RowRotation rowRotation(const ExplorerState& state);

} // namespace rope

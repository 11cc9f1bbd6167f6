#pragma once

#include "core/block_means.h"
#include "core/result.h"
#include "core/state/state.h"

#include <string>

namespace rope {

/// Queries and keys of the state's content, rotary channels first, before rotation. Not for identical content alone.
/// Refused where a content file cannot be read or does not fit the model's head.
Result<ContentRows> contentRows(const ExplorerState& state);

/// What the picture should say about where its rows come from; empty where there is nothing to say.
std::string contentNote(const ExplorerState& state);

/// How they turn in the active layer.
RowRotation rowRotation(const ExplorerState& state);

} // namespace rope

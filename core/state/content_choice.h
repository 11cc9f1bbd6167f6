#pragma once

#include "core/base/result.h"
#include "core/captures/content_file.h"
#include "core/state/state.h"

#include <memory>
#include <string>

namespace rope {

/// True when queries and keys of a file decide what the scores show.
bool showsFile(const ExplorerState& state);

/// The file that the state names as content, whether or not it is on show. Refuses when none is named or it cannot be
/// used (see openContent).
Result<std::shared_ptr<const ContentFile>> contentFileOf(const ExplorerState& state);

/// Nothing when content is not taken from a file, or from one that can be opened, has the layer and the head, and has
/// heads as wide as the model's. Part of validate().
Result<void> requireContent(const ExplorerState& state);

/// Positions that have content: the sequence's length, or what the file has of it.
std::int64_t contentLength(const ExplorerState& state);

/// The state with the queries and keys of `source` as content, the whole of it on show; the layer and head stay where
/// the file has them. A capture brings its own model: base, head dimension, pairing and trained context. Own arrays
/// keep the model, at their head dimension.
Result<ExplorerState> withContent(const ExplorerState& state, const std::string& source);

} // namespace rope

#pragma once

#include "core/base/result.h"
#include "core/captures/content_file.h"
#include "core/state/state.h"

#include <string>

namespace rope {

/// True when queries and keys of a file decide what the scores show.
bool showsFile(const ExplorerState& state);

/// What a state remembers of an opened file.
ContentFacts factsOf(const ContentFile& content);

/// Nothing when content is not taken from a file, or when all that is known of the file fits: it has the layer and the
/// head, and heads as wide as the model's. Of a file that has not been opened nothing is known. Part of validate().
Result<void> requireContentFits(const ExplorerState& state);

/// Positions that have content: the sequence's length, or what the file is known to have of it.
std::int64_t contentLength(const ExplorerState& state);

/// The state with the queries and keys of `content`, opened from `source`, as content, the whole of it on show; the
/// layer and head stay where the file has them. A capture brings its own model: base, head dimension, pairing and
/// trained context. Own arrays keep the model, at their head dimension.
Result<ExplorerState> withContent(const ExplorerState& state, const std::string& source, const ContentFile& content);

} // namespace rope

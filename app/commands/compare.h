#pragma once

#include "app/commands/render.h"
#include "app/commands/text.h"

#include <optional>
#include <string>

namespace rope::cli {

/// `rope-explorer compare`: how far apart the rotary embeddings of two models are.
struct CompareRequest {
    std::string first;                         ///< a model file or a preset's id
    std::string second;                        ///< the same
    std::optional<std::string> sequenceLength; ///< tokens, as typed; nothing: as at load time
    TextFormat format = TextFormat::Table;
    RenderRequest picture; ///< with an output: the figure `comparison` into that file, instead of text

    bool draws() const { return !picture.output.empty(); }
};
/// Requires a QApplication when it draws.
Result<void> runCompare(const CompareRequest& request);

} // namespace rope::cli

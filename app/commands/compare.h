#pragma once

#include "app/commands/render.h"
#include "app/commands/text.h"

#include <optional>
#include <string>
#include <vector>

namespace rope::cli {

/// `rope-explorer compare`: where the rotary embeddings of two models or more differ, and how far apart they are.
struct CompareRequest {
    std::string first;                         ///< a model file or a preset's id
    std::string second;                        ///< the same
    std::vector<std::string> further{};        ///< the same: the third and so on
    std::vector<std::string> layerTypes{};     ///< which part: one name for all, or one for each model; none: all parts
    std::optional<std::string> sequenceLength; ///< tokens, as typed; nothing: as at load time
    TextFormat format = TextFormat::Table;
    /// With an output: a report (.md .html .pdf), the numbers (.csv), or the figure `comparison`, instead of text.
    RenderRequest picture;

    bool draws() const { return !picture.output.empty(); }
};
/// Requires a QApplication when it draws.
Result<void> runCompare(const CompareRequest& request);

} // namespace rope::cli

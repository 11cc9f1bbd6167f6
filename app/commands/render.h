#pragma once

#include "app/commands/state_options.h"

#include <optional>
#include <string>

namespace rope::cli {

/// `rope-explorer render`: one figure into a file.
struct RenderRequest {
    std::string figure; ///< id, as `list figures` prints it
    std::vector<StateOption> state;
    std::string output;                  ///< its ending decides the format
    std::optional<std::string> size;     ///< `85x60mm` or `800x600px`; nothing: 160x120mm, or 800x600px when it moves
    std::optional<std::string> dpi;      ///< nothing: 300, or 96 for a size in pixels
    std::optional<std::string> fontSize; ///< points; nothing: 9, or 14 of the presenter theme
    std::string theme = "print";
    std::optional<std::string> animate;         ///< `KEY=FROM:TO[:FRAMES]`, for .gif and .mp4; nothing: usualSweep
    std::optional<std::string> framesPerSecond; ///< nothing: 10
};

/// Requires a QApplication.
Result<void> runRender(const RenderRequest& request);

} // namespace rope::cli

#pragma once

#include "app/commands/state_options.h"
#include "app/commands/text.h"

#include <optional>
#include <string>

namespace rope::cli {

/// `rope-explorer ladder`: every pair's frequency and wavelength.
struct LadderRequest {
    std::vector<StateOption> state;
    std::optional<std::string> sequenceLength; ///< tokens, as typed; nothing: as at load time
    std::optional<std::string> layerType;      ///< nothing: every kind of layer
    TextFormat format = TextFormat::Table;
};
Result<void> runLadder(const LadderRequest& request);

} // namespace rope::cli

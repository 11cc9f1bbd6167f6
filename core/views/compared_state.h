#pragma once

#include "core/state/state.h"

#include <optional>
#include <string>

namespace rope {

/// The layer of a model that has this name, or else the one on show.
const RotarySettings& counterpartOf(const std::string& layerType, const ModelSettings& model);

/// The state with the second model in the place of the first, on show the counterpart of the first's layer: positions,
/// content of pairs, mask and view are the same; a highlighted pair that it does not have becomes its last; a file's
/// content that does not fit its heads becomes identical content. Nothing without a second model.
std::optional<ExplorerState> comparedState(const ExplorerState& state);

} // namespace rope

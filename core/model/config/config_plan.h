#pragma once

#include "core/model/config/config_layer.h"

namespace rope {

/// The kinds of layers of a model, full attention first: per-layer rope_parameters, local and global bases, layers
/// without positions, DeepSeek-V4's main and compressed attention, or one kind for all.
std::vector<LayerPlan> planLayers(const ConfigContext& context);

} // namespace rope

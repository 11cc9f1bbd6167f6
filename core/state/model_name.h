#pragma once

#include "core/state/state.h"

#include <string>

namespace rope {

/// What a model without a source is called: `RoPE, d 128, base 10 000`, of its active layer.
std::string plainModelName(const ModelSettings& model);

/// Whether it has that name and no source: then the name follows the settings.
bool hasPlainName(const ModelSettings& model);

} // namespace rope

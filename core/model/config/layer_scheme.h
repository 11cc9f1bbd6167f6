#pragma once

#include "core/state/state.h"

#include <string_view>

namespace rope {

/// Gives a layer a scheme, every parameter at its initial value. Requires an id that the registry knows.
void useScheme(RotarySettings& layer, std::string_view id);

} // namespace rope

#pragma once

#include "core/state/keys.h"

namespace rope {

/// Builds the rows of stateKeys(); called once.
std::vector<StateKey> buildKeyTable();

} // namespace rope

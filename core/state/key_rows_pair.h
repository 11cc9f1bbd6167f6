#pragma once

#include "core/state/keys.h"

#include <vector>

namespace rope {

/// The positions of query and key, and whether they move together.
std::vector<StateKey> positionKeys();

/// Which pair is on show.
StateKey highlightedPairKey();

/// The content of the highlighted pair.
std::vector<StateKey> pairKeys();

} // namespace rope

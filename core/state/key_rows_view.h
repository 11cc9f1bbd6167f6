#pragma once

#include "core/state/keys.h"

#include <vector>

namespace rope {

/// The keys of everything but positions, pairs and models, a list for each group of the panel.
std::vector<StateKey> sequenceKeys();
std::vector<StateKey> encodingKeys();
std::vector<StateKey> precisionKeys();
std::vector<StateKey> aliasingKeys();
std::vector<StateKey> viewKeys();

} // namespace rope

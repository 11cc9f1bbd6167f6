#pragma once

#include "core/rotation/rotation.h"

#include <optional>
#include <string_view>

namespace rope {

/// How llama.cpp pairs channels for an architecture (NORM is interleaved, NEOX half-split; commit 3f545bec);
/// nothing for architectures without rotary embedding. Unknown ones are half-split, as most are.
std::optional<PairLayout> pairingOfArchitecture(std::string_view architecture);

/// Every so many-th layer of this architecture has no positions; 0: none.
int noRopeIntervalOfArchitecture(std::string_view architecture);

/// Whether full-attention layers of this architecture have no positions beside sliding ones that do.
bool fullAttentionHasNoRope(std::string_view architecture);

/// Base of sliding-window layers that the loader assumes where the file is silent; 0: that of the other layers.
double slidingBaseOfArchitecture(std::string_view architecture);

} // namespace rope

#pragma once

#include "core/rotation/layout_mixing.h"
#include "core/state/state.h"

#include <array>

namespace rope {

inline constexpr std::array layouts{PairLayout::HalfSplit, PairLayout::Interleaved};
inline constexpr std::int64_t mixingShifts = 64; ///< tokens that both positions move on by, at most

/// What mixing breaks for the state's q and k at m and n, pairs in `layout`. Scores are those of the model: with the
/// scheme's attention factor. Requires a validated state.
MixingDamage mixingDamageOf(const ExplorerState& state, PairLayout layout);

} // namespace rope

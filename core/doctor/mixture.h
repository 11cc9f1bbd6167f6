#pragma once

#include "core/doctor/head_rows.h"
#include "core/rotation/rotation.h"

#include <optional>

namespace rope {

/// Pairs taken in one layout, cosines and sines laid out for the other (see rotateMixed).
struct Mixture {
    PairLayout pairs = PairLayout::HalfSplit; ///< how channels are paired
    double base = 0.0;
    int sign = 1;
    double residual = 0.0; ///< root mean square of what it leaves, over that of the rows
};

/// The mixture that leads from one array to the other; nothing when none does. Positions from `offset` on are assumed.
std::optional<Mixture> findMixture(const HeadRows& before, const HeadRows& after, int rotaryDim);

} // namespace rope

#pragma once

#include "core/doctor/turn_fit.h"
#include "core/rotation/precision.h"

namespace rope {

/// In which format cos and sin, or what they are made of, were kept.
struct TableFormat {
    NumberFormat format = NumberFormat::Float32;
    std::string part{}; ///< what was kept so: `tables`, `frequencies`, `angles`, `positions`
};

/// Compares the measured turns with tables kept in each format; nothing when the data's own rounding hides it.
/// Requires a ladder and an offset.
std::optional<TableFormat> findTableFormat(const TurnFit& fit, const HeadRows& before, const HeadRows& after);

} // namespace rope

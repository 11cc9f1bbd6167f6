#pragma once

namespace rope {

/// How numbers are stored; computations stay in double and are rounded (to nearest, ties to even) where stored.
enum class NumberFormat { Float64, Float32, BFloat16, Float16 };

} // namespace rope

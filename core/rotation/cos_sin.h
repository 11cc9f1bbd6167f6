#pragma once

#include <span>

namespace rope {

/// cos and sin of many phases at once; several times quicker than std::cos and std::sin one by one, with 256-bit
/// arithmetic where the machine has it. Error below 2.5e-16. Requires |phase| <= pi (what TurnFraction::phase gives)
/// and three spans of one size.
void cosSin(std::span<const double> phases, std::span<double> cosine, std::span<double> sine);

} // namespace rope

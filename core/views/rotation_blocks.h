#pragma once

#include "core/state/derived.h"
#include "core/state/state.h"

#include <cstdint>
#include <vector>

namespace rope {

/// The 2 x 2 block of one pair in the rotation matrix: [cosine, -sine; sine, cosine].
struct RotationBlock {
    double cosine;
    double sine;
};

/// The blocks of all pairs of the active layer at one position; everything else of the matrix is the identity on
/// channels that do not rotate, and 0. Without the attention factor.
std::vector<RotationBlock> rotationBlocks(const RotarySettings& rotary, const Schedule& schedule,
                                          std::int64_t position);

/// The entry of the whole head's matrix at (row, column).
double matrixEntry(const RotarySettings& rotary, const std::vector<RotationBlock>& blocks, int row, int column);

/// How far the numbers are from the two laws of the rotation. Blocks multiply block by block.
struct RotationLaws {
    double relative; ///< largest entry of |Theta_m^T Theta_n - Theta_(n-m)|
    double norm;     ///< largest entry of |Theta_m^T Theta_m - I|
};
RotationLaws rotationLaws(const RotarySettings& rotary, const Schedule& schedule, std::int64_t queryPosition,
                          std::int64_t keyPosition);

} // namespace rope

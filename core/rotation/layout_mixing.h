#pragma once

#include "core/rotation/rotation.h"

#include <cstdint>

namespace rope {

/// What turning the pairs of one layout by the angles of the other breaks (rotateMixed in core/rotation/layout.h).
struct MixingDamage {
    double normRatio = 1.0;      ///< |mixed rotation of q at m| / |q|; 1 for a rotation, and where q is 0
    double leastRatio = 1.0;     ///< the smallest that any vector has at m
    double mostRatio = 1.0;      ///< the largest that any vector has at m
    double score = 0.0;          ///< mixed product at (m, n), times scale
    double scoreChange = 0.0;    ///< the largest change of it when both positions move on by 1 ... shifts; 0 for RoPE
    std::int64_t worstShift = 0; ///< the shift at which that happens, tokens
};

/// The damage to q and k at positions m and n. A pair whose channels turn by a and b keeps norms only where sin(a - b)
/// is 0: its singular values are sqrt(1 +- |sin(a - b)|).
/// Requires q.size() == k.size() == 2 * inverseFrequency.size() and shifts >= 0.
MixingDamage mixingDamage(const Eigen::VectorXd& q, const Eigen::VectorXd& k, std::int64_t queryPosition,
                          std::int64_t keyPosition, std::int64_t shifts, const Eigen::VectorXd& inverseFrequency,
                          PairLayout layout, double scale = 1.0);

} // namespace rope

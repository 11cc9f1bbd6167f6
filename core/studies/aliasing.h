#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <vector>

namespace rope {

/// An offset that one pair cannot tell from offset 0.
struct Alias {
    std::int64_t offset; ///< tokens, >= 1
    double error;        ///< offset * theta minus whole turns, radians, in (-pi, pi]
    bool operator==(const Alias&) const = default;
};

/// All offsets in [1, limit] whose phase comes back to within `tolerance` radians of offset 0, in ascending order.
/// Visits the tolerance's share of each turn alone, so a slow pair is quick. Requires theta > 0, tolerance >= 0 and
/// limit >= 0.
std::vector<Alias> aliasesOfPair(double inverseFrequency, std::int64_t limit, double tolerance);

/// The offsets in [1, limit] that come back closer than every one before them (for theta = 1 they are 1, 6, 19, 25, 44,
/// 333, 710, ...): the best any offset up to there can do.
std::vector<Alias> recordAliases(double inverseFrequency, std::int64_t limit);

/// How far offset is from offset 0 for the first k pairs together, k = 1 ... pairs: entry k - 1 is
/// sqrt(mean over j < k of |e^{i offset theta_j} - 1|^2), 0 for equal and 2 for opposite. Shape: pairs.
Eigen::VectorXd combinedDistances(const Eigen::VectorXd& inverseFrequency, std::int64_t offset);

} // namespace rope

#pragma once

#include "core/rotation/rotation.h"

#include <cstdint>
#include <vector>

namespace rope {

/// Where channels go when a head is rewritten from one layout to another: new[i] = old[permutation[i]]. The tail behind
/// rotaryDim stays. Shape: headDim. Requires an even rotaryDim <= headDim.
std::vector<int> layoutPermutation(PairLayout from, PairLayout to, int rotaryDim, int headDim);

/// new[i] = x[permutation[i]]. Requires equal sizes.
Eigen::VectorXd permute(const Eigen::VectorXd& x, const std::vector<int>& permutation);

/// The classical mix-up: pairs taken in one layout, cosines and sines laid out for the other. HalfSplit: pairs
/// (j, j + d/2), channel i turned by theta_(i/2); Interleaved: pairs (2j, 2j + 1), channel i by theta_(i mod d/2). The
/// two channels of a pair turn by different angles: neither norms nor the relative property survive. Shape: x.size().
/// Requires x.size() == 2 * inverseFrequency.size().
Eigen::VectorXd rotateMixed(const Eigen::VectorXd& x, std::int64_t position, const Eigen::VectorXd& inverseFrequency,
                            PairLayout layout);

/// What the mix-up does to two vectors.
struct MixReport {
    double normRatio;  ///< |mixed rotation of q| / |q|; 1 for a rotation
    double scoreShift; ///< product at (m + shift, n + shift) minus that at (m, n); 0 for a rotation
};
MixReport mixConventions(const Eigen::VectorXd& q, const Eigen::VectorXd& k, std::int64_t queryPosition,
                         std::int64_t keyPosition, std::int64_t shift, const Eigen::VectorXd& inverseFrequency,
                         PairLayout layout);

} // namespace rope

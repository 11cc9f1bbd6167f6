#pragma once

#include "core/base/matrix.h"

#include <Eigen/Core>
#include <cstdint>
#include <span>

namespace rope {

/// Which channels of a head turn together.
enum class PairLayout {
    HalfSplit,   ///< pair j is (j, j + d/2): Hugging Face Llama, GPT-NeoX
    Interleaved, ///< pair j is (2j, 2j + 1): GPT-J, GLM, Meta's own Llama
};

/// The two channels of pair `pair` among the first `rotaryDim` channels.
struct PairChannels {
    int first;
    int second;
};
PairChannels pairChannels(PairLayout layout, int rotaryDim, int pair);

/// The phase position * theta, in radians, reduced to (-pi, pi].
/// Exact to about 1e-15 rad for every |position| <= 10^9: the product is formed in extended precision before reduction.
double phase(std::int64_t position, double inverseFrequency);

/// R_position x: every pair of the first 2 * inverseFrequency.size() channels turned by position * theta_j,
/// the rest passed through. `attentionFactor` multiplies the rotated channels alone (as it multiplies cos and sin).
/// Shape: x.size(). Requires x.size() >= 2 * inverseFrequency.size().
Eigen::VectorXd rotate(const Eigen::VectorXd& x, std::int64_t position, const Eigen::VectorXd& inverseFrequency,
                       PairLayout layout, double attentionFactor = 1.0);

/// Each row r of a (T, d) block rotated to positions[r]. Requires positions.size() == x.rows().
RowMatrix rotateRows(const RowMatrix& x, std::span<const std::int64_t> positions,
                     const Eigen::VectorXd& inverseFrequency, PairLayout layout, double attentionFactor = 1.0);

/// float32 bulk path: rows first, first + 1, ... of a (T, d) block turned in place.
/// Angles are formed in double and rounded once, so the error is that of float32 products.
void rotateRowsInPlace(RowMatrixF& x, std::int64_t first, const Eigen::VectorXd& inverseFrequency, PairLayout layout,
                       float attentionFactor = 1.0F);

} // namespace rope

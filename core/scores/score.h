#pragma once

#include "core/rotation/rotation.h"

namespace rope {

/// What one pair contributes to q . R_offset k: amplitude * cos(offset * theta_j + angle).
/// amplitude = |q_j| |k_j|, angle = arg(k_j) - arg(q_j), in radians.
struct PairTerm {
    double amplitude;
    double angle;
    bool operator==(const PairTerm&) const = default;
};

/// Everything about identical content that the score needs: score(offset) = scale * (tail + sum_j terms_j(offset)).
struct RelativeScore {
    Eigen::VectorXd inverseFrequency; ///< theta_j, rad/token, one per pair
    Eigen::VectorXd cosine;           ///< q_j . k_j: weight of cos(offset theta_j)
    Eigen::VectorXd sine;             ///< q_2 k_1 - q_1 k_2 of the pair: weight of sin(offset theta_j)
    double tail = 0.0;                ///< dot product of the channels that do not rotate
    double scale = 1.0;               ///< 1/sqrt(d) or 1; attentionFactor^2 is inside cosine and sine
};

/// Splits q and k (before rotation) into the terms of the relative score.
/// score(offset) = scale * (tail + sum_j cosine_j cos(offset theta_j) + sine_j sin(offset theta_j)).
/// `attentionFactor` enters squared. Requires q.size() == k.size() >= 2 * inverseFrequency.size().
RelativeScore relativeScore(const Eigen::VectorXd& q, const Eigen::VectorXd& k, const Eigen::VectorXd& inverseFrequency,
                            PairLayout layout, double attentionFactor, double scale);

/// The score at one offset n - m: the same double as profile() has there.
double scoreAt(const RelativeScore& score, std::int64_t offset);

/// Contribution of each pair at one offset, scale included; their sum plus scale * tail is scoreAt. Shape: pairs.
Eigen::VectorXd pairContributions(const RelativeScore& score, std::int64_t offset);

/// Scores at offsets first, first + step, ..., `count` of them. Exact phases at any offset; error about 1e-13 of the
/// sum of amplitudes. Requires step >= 1.
Eigen::VectorXd profile(const RelativeScore& score, std::int64_t first, std::int64_t count, std::int64_t step = 1);

/// Exact mean of the score over `width` query rows and `height` key columns whose first cells have offset `offset`:
/// the mean over a block of the T x T matrix in O(pairs) (a Dirichlet kernel per pair), never by filling cells.
/// Rows m0 .. m0+rows-1, columns n0 .. n0+columns-1, offset = n0 - m0.
double blockMean(const RelativeScore& score, std::int64_t offset, std::int64_t rows, std::int64_t columns);

/// (R_m q) . (R_n k) * scale for two single vectors: both rotated, then multiplied. The other side of scoreAt.
double rotatedScore(const Eigen::VectorXd& q, const Eigen::VectorXd& k, std::int64_t queryPosition,
                    std::int64_t keyPosition, const Eigen::VectorXd& inverseFrequency, PairLayout layout,
                    double attentionFactor, double scale);

/// The full (rows, columns) matrix of scores for queries and keys already rotated: scale * Q K^T.
RowMatrix scoreMatrix(const RowMatrix& rotatedQueries, const RowMatrix& rotatedKeys, double scale);

/// Largest distance of a cell from the mean of its diagonal: 0 for a Toeplitz matrix.
double toeplitzDistance(const RowMatrix& scores);

} // namespace rope

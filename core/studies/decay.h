#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <optional>
#include <span>

namespace rope {

/// RoFormer's bound f(m) = (2/d) sum_{j=1}^{d/2} |sum_{i<j} e^{i m theta_i}|: a factor in an upper bound of |score| for
/// fixed content, not a score (Su et al. 2021, section 3.4.3 and figure 2). f(0) = (d/2 + 1) / 2.
double roformerBound(const Eigen::VectorXd& inverseFrequency, std::int64_t offset);

/// Mean cosine g(m) = (2/d) sum_j cos(m theta_j): the score of equal content (q = k = ones) over its value at offset 0,
/// whatever the content if every pair has the same length and q and k point the same way.
double meanCosine(const Eigen::VectorXd& inverseFrequency, std::int64_t offset);

/// g at offsets first, first + step, ..., `count` of them.
Eigen::VectorXd meanCosineProfile(const Eigen::VectorXd& inverseFrequency, std::int64_t first, std::int64_t count,
                                  std::int64_t step = 1);

/// The first offset in [1, limit) with g < 0, or nothing.
std::optional<std::int64_t> firstNegativeMeanCosine(const Eigen::VectorXd& inverseFrequency, std::int64_t limit);

/// g >= 0 on all of [0, context): such a base keeps telling equal content from the rest (Men et al. 2024, "Base of RoPE
/// bounds context length").
bool baseHoldsContext(double base, int rotaryDim, std::int64_t context);

/// The smallest base of a grid that holds the context, in steps of 0.1 % from 1.1 up; nothing when none up to 1e9 does.
/// Bases that hold a context do not form an interval: some larger base may fail again. Takes about a second at 32 768
/// tokens.
std::optional<double> smallestBase(int rotaryDim, std::int64_t context);

/// What the key is to the query when one asks how scores decay.
enum class KeyKind {
    Aligned,  ///< the same direction as the query in every pair
    Ones,     ///< all ones, and so is the query
    Gaussian, ///< independent of the query
};

/// Expected score over its value for an aligned key at offset 0. Aligned keys: sum_j energy_j cos(m theta_j) / sum
/// energy, energy_j = the squared length of the query in pair j; ones: g(m); Gaussian: 0 at every offset, so that "RoPE
/// decays" is a statement about content. Requires queryEnergy.size() == inverseFrequency.size() for aligned keys.
double expectedScore(KeyKind kind, const Eigen::VectorXd& inverseFrequency, const Eigen::VectorXd& queryEnergy,
                     std::int64_t offset);

/// The curves of decay at several distances, each over its value at 0. Shape: one entry per distance.
struct DecayCurves {
    Eigen::VectorXd ones;    ///< g
    Eigen::VectorXd aligned; ///< expectedScore of aligned keys; 0 where the query has no energy
    Eigen::VectorXd bound;   ///< roformerBound over its value at 0
};

/// The same numbers as roformerBound and expectedScore give one by one, from one cosine and sine per pair and distance.
/// Requires queryEnergy.size() == inverseFrequency.size().
DecayCurves decayCurves(const Eigen::VectorXd& inverseFrequency, const Eigen::VectorXd& queryEnergy,
                        std::span<const std::int64_t> distances);

} // namespace rope

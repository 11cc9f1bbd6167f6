#pragma once

#include <Eigen/Core>
#include <cstdint>

namespace rope {

/// The keys that a rule's softmax runs over: the nearest ones up to the query's own place.
inline constexpr int ruleKeys = 256;

/// A head that looks `distance` tokens back, made by hand: every query is the same vector, every key the same vector
/// turned ahead by `distance`, so that under RoPE all pairs point the same way at that offset. Returns the share of
/// attention that the query at `place` gives to the key at `place - distance`, among the last ruleKeys keys.
/// Requires 0 <= distance <= place and distance < ruleKeys.
double relativeRuleShare(const Eigen::VectorXd& inverseFrequency, std::int64_t distance, std::int64_t place);

/// Places at which the rule of an absolute table is learned: 0 to ruleTrained - 1.
inline constexpr int ruleTrained = 48;

/// The same rule for a learned table of absolute vectors, one random row for each place and as long as the text: the
/// linear map that comes nearest to taking each row to the row `distance` before it, fitted by least squares at the
/// trained places, makes the queries; the keys are the rows. The share as above, with the same requirements.
double tableRuleShare(std::int64_t distance, std::int64_t place);

} // namespace rope

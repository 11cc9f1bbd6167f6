#pragma once

#include "core/rotation/phase.h"
#include "core/scores/score.h"

#include <span>

namespace rope {

/// scale * (tail + sum_j cosine_j cos(x turn_j) + sine_j sin(x turn_j)) at x = first, first + step, ..., `count` of
/// them: profile() with the turns given apart, so that x may count fractions of a token (TurnFraction::dividedBy).
/// Factored into small tables and one matrix product; error about 1e-15 of the sum of amplitudes.
/// Requires step >= 1, count >= 0 and one turn per pair.
Eigen::VectorXd profileOfTurns(const RelativeScore& score, std::span<const TurnFraction> turns, std::int64_t first,
                               std::int64_t count, std::int64_t step);

} // namespace rope

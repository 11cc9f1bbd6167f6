#pragma once

#include "core/rotation/phase.h"
#include "core/scores/score.h"

#include <span>
#include <vector>

namespace rope {

/// Scores of identical content, offset by offset. One offset's score is the same double whichever others are asked for
/// with it: offsets fall into fixed blocks of 64, each from one small table and the phases of its middle, summed over
/// the pairs in their order. Error about 1e-15 of the sum of amplitudes.
class OffsetScores {
public:
    explicit OffsetScores(const RelativeScore& score);

    /// Scores at offsets first, first + 1, ..., `count` of them.
    Eigen::VectorXd between(std::int64_t first, std::int64_t count) const;
    double at(std::int64_t offset) const { return between(offset, 1)[0]; }

private:
    struct Angles {
        Eigen::VectorXd cosine; ///< one per pair
        Eigen::VectorXd sine;
    };
    Angles anglesAt(std::int64_t offset) const;
    void fillBlock(std::int64_t block, std::span<double> values) const;

    RelativeScore score_;
    std::vector<TurnFraction> turns_;
    RowMatrix cosine_; ///< (pairs, 33): cos(w theta_j)
    RowMatrix sine_;
};

/// scale * (tail + sum_j cosine_j cos(x turn_j) + sine_j sin(x turn_j)) at x = first, first + step, ..., `count` of
/// them: profile() with the turns given apart, so that x may count fractions of a token (TurnFraction::dividedBy).
/// Factored into small tables and one matrix product; error about 1e-15 of the sum of amplitudes.
/// Requires step >= 1, count >= 0 and one turn per pair.
Eigen::VectorXd profileOfTurns(const RelativeScore& score, std::span<const TurnFraction> turns, std::int64_t first,
                               std::int64_t count, std::int64_t step);

} // namespace rope

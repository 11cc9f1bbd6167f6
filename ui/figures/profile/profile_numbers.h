#pragma once

#include "core/scores/score.h"
#include "core/state/state.h"
#include "ui/figures/kit/figure.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace rope {

/// A curve over offsets -span ... span. Where offsets outnumber columns, each column keeps its lowest and highest
/// value, so that nothing between two pixels is lost.
struct OffsetCurve {
    std::vector<double> offset; ///< of a point; the middle of a column
    std::vector<double> lowest;
    std::vector<double> highest; ///< equal to lowest where a point is one offset
};

/// What the profile shows, as numbers.
struct ProfileNumbers : Prepared {
    std::int64_t span = 0;
    std::int64_t perColumn = 1;          ///< offsets of one point of a curve
    Quantity quantity = Quantity::Score; ///< what is shown: the score where attention is too long
    bool attentionTooLong = false;
    OffsetCurve all;               ///< every pair
    OffsetCurve one;               ///< the highlighted pair alone; empty for attention
    OffsetCurve envelope;          ///< size of the sum of all turning pairs as one complex number; empty for attention
    double magnification = 1;      ///< by which the highlighted pair is drawn larger
    std::optional<double> current; ///< at the present offset; nothing where it is masked
};

/// The score of one pair alone, without the channels that do not rotate.
RelativeScore pairAlone(const RelativeScore& score, int pair);

/// The score turned by a quarter: with the score itself it gives the envelope.
RelativeScore quarterTurned(const RelativeScore& score);

/// The value at one offset in the state's quantity, or nothing: masked, or outside the sequence for attention.
std::optional<double> profileValue(const ExplorerState& state, std::int64_t offset);

/// Curves of at most `columns` columns; nothing when cancelled.
std::optional<ProfileNumbers> profileNumbers(const ExplorerState& state, std::int64_t columns,
                                             const WorkControl& control = {});

/// The same curves in at most `columns` columns: neighbours become one, with the lowest and highest value of both.
ProfileNumbers withColumns(ProfileNumbers numbers, std::int64_t columns);

/// True when the curves take more than a frame to compute.
bool profileTakesLong(const ExplorerState& state);

} // namespace rope

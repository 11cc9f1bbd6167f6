#pragma once

#include "core/schemes/scheme.h"
#include "core/state/state.h"

namespace rope {

/// The numbers of the figure `ladder`. Training knew the frequencies before scaling; the model turns by the scaled
/// ones: what counts turns says which of the two it counts.
struct LadderNumbers {
    Schedule schedule;
    double originalContext = 0.0;     ///< L, tokens
    double maximumContext = 0.0;      ///< tokens
    bool scaled = false;              ///< the scheme changes at least one frequency
    Eigen::VectorXd turnsBefore{};    ///< within the original context, before scaling; one per pair
    Eigen::VectorXd turns{};          ///< the same with the scaled frequencies
    Eigen::VectorXd turnsAtMaximum{}; ///< within the maximum context, with the scaled frequencies
    int finishedBefore = 0;           ///< pairs that finish a turn within the original context, before scaling
    int finished = 0;                 ///< the same with the scaled frequencies
    int still = 0;                    ///< pairs that do not rotate

    int kept = 0;    ///< of the ramp: pairs at their unscaled frequency
    int blended = 0; ///< between
    int divided = 0; ///< at the fully scaled one; all three are 0 where no ramp acts

    int pairs() const { return static_cast<int>(schedule.inverseFrequency.size()); }
    bool hasRamp() const { return kept + blended + divided > 0; }
};

/// Of the active layer at the state's length. Requires a validated state.
LadderNumbers ladderNumbers(const ExplorerState& state);

} // namespace rope

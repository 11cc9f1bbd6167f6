#pragma once

#include "core/state/state.h"

namespace rope {

/// A phase position * theta_j of the highlighted pair.
struct LivePhase {
    double total = 0.0;   ///< position * theta_j, in radians
    double reduced = 0.0; ///< the same turned back into (-pi, pi], exact at any position

    bool operator==(const LivePhase&) const = default;
};

/// The numbers beside the figures: both sides of the course's claim
/// s = (R_m q).(R_n k)/sqrt(d) = q^T R_(n-m) k/sqrt(d), and the norms that rotation keeps.
struct LiveNumbers {
    double rotatedScore = 0.0;  ///< left side: q and k both turned, then multiplied
    double relativeScore = 0.0; ///< right side: from the offset alone
    double queryNorm = 0.0;
    double rotatedQueryNorm = 0.0;
    double keyNorm = 0.0;
    double rotatedKeyNorm = 0.0;
    std::int64_t offset = 0;         ///< n - m
    double inverseFrequency = 0.0;   ///< theta_j of the highlighted pair, rad/token, with the sign of the turn
    LivePhase queryPhase;            ///< m theta_j
    LivePhase keyPhase;              ///< n theta_j
    LivePhase offsetPhase;           ///< (n - m) theta_j
    double attentionFactor = 1.0;    ///< multiplies cos and sin: rotated norms grow by it, scores by its square
    double softmaxScaleFactor = 1.0; ///< multiplies 1/sqrt(d) apart from cos and sin

    bool operator==(const LiveNumbers&) const = default;
};

/// The live numbers of a state's identical content: q and k as the pairs' lengths and angles give them.
/// Requires a validated state.
LiveNumbers liveNumbers(const ExplorerState& state);

} // namespace rope

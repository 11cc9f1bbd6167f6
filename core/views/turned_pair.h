#pragma once

#include "core/rotation/rotation.h"
#include "core/schemes/scheme.h"
#include "core/state/state.h"

#include <cstdint>
#include <optional>

namespace rope {

/// A vector of one pair's plane: length and angle in radians, counter-clockwise from the pair's first channel.
struct PlaneVector {
    double length = 0.0;
    double angle = 0.0;

    double first() const;  ///< component on the pair's first channel
    double second() const; ///< component on the pair's second channel
};

/// One pair before and after its rotation, for a query at m and a key at n.
struct TurnedPair {
    int pair = 0;
    double inverseFrequency = 0.0; ///< theta_j, rad/token
    double attentionFactor = 1.0;  ///< rotated vectors are longer by it
    double direction = 1.0;        ///< +1: turns by m theta; -1: by -m theta
    std::int64_t queryPosition = 0;
    std::int64_t keyPosition = 0;
    PlaneVector query;       ///< q
    PlaneVector key;         ///< k
    PlaneVector turnedQuery; ///< R_m q
    PlaneVector turnedKey;   ///< R_n k
    double queryPhase = 0.0; ///< m theta with its sign, reduced to [-pi, pi]
    double keyPhase = 0.0;   ///< n theta with its sign, reduced
    double difference = 0.0; ///< (n - m) theta with its sign, reduced
    double between = 0.0;    ///< angle from R_m q to R_n k, reduced
};

/// One pair of the active layer at positions m and n. Requires pair < pairs of the schedule.
TurnedPair turnedPair(const ExplorerState& state, const Schedule& schedule, int pair, std::int64_t queryPosition,
                      std::int64_t keyPosition);

/// An angle in radians reduced to [-pi, pi].
double reducedAngle(double angle);

/// What position * theta comes to: whole turns, and the rest in [0, 2 pi). Both of the magnitude; the sign is apart.
struct WholeTurns {
    std::int64_t turns;
    double rest; ///< radians
};
WholeTurns wholeTurns(std::int64_t position, double inverseFrequency);

/// The two channels of a pair in the whole head, wherever its rotary channels lie.
PairChannels headChannels(const RotarySettings& rotary, int pair);

/// The pair that a channel of the head belongs to; nothing for channels that do not rotate.
std::optional<int> pairOfChannel(const RotarySettings& rotary, int channel);

} // namespace rope

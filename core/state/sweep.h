#pragma once

#include "core/base/result.h"
#include "core/state/keys.h"
#include "core/state/state.h"

#include <string>
#include <string_view>

namespace rope {

/// One numeric key on its way through an animation: `frames` values from `from` to `to`, both ends included.
struct Sweep {
    std::string key = "positions.query";
    double from = 0.0;
    double to = 59.0;
    int frames = 60;

    bool operator==(const Sweep&) const = default;
};

inline constexpr int fewestFrames = 2;
inline constexpr int mostFrames = 1000;

/// What runs when nobody says what: the query position, 60 tokens from where it stands, a token a frame.
Sweep usualSweep(const ExplorerState& state);

/// `KEY=FROM:TO` or `KEY=FROM:TO:FRAMES`; numbers as everywhere (500k, 1e6, 2^20). Refuses unknown keys, keys that are
/// no numbers, and ends that the state cannot take.
Result<Sweep> parseSweep(const ExplorerState& state, std::string_view text);

/// The value of a frame: in equal steps, or equal ratios where the key's slider is logarithmic; whole for whole
/// numbers. The ends are exact.
double sweptValue(const StateKey& key, const Sweep& sweep, int frame);

/// The state of frame 0 ... frames - 1. A key that takes even numbers alone gets the next one. Refuses what
/// withChange refuses.
Result<ExplorerState> sweptState(const ExplorerState& state, const Sweep& sweep, int frame);

/// Nothing when the number of frames is possible and both ends are accepted.
Result<void> validate(const ExplorerState& state, const Sweep& sweep);

} // namespace rope

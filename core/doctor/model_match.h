#pragma once

#include "core/doctor/turn_fit.h"
#include "core/schemes/scheme.h"
#include "core/state/state.h"

namespace rope {

/// One kind of layer of a model held against a measured rotation.
struct ModelMatch {
    RotarySettings rotary{};
    double sequenceLength = 0.0; ///< for which the schedule was made
    Schedule schedule{};
    bool pairing = false;
    bool rotaryDim = false;
    bool sign = false;
    bool frequencies = false;
    bool attention = false;
    double distance = 0.0; ///< root mean square of ln(measured / expected) over the pairs that can be seen
    bool all() const { return pairing && rotaryDim && sign && frequencies && attention; }
};

/// The kind of layer and the sequence length (at load, the rows' own, the longest) that come nearest. Nothing for a
/// model without a rotating layer.
std::optional<ModelMatch> matchModel(const TurnFit& fit, const ModelSettings& model, Eigen::Index headDim);

/// Ids of the presets nearest to a measured rotation, at most `count`, nearest first; only those of the same shape.
std::vector<std::string> nearestPresets(const TurnFit& fit, Eigen::Index headDim, std::size_t count);

} // namespace rope

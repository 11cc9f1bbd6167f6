#pragma once

#include "core/state/state.h"

#include <span>
#include <string_view>

namespace rope {

/// What a model_type implies where a config.json is silent: the class defaults of Hugging Face transformers
/// (commit decba1d2), and how its code pairs channels. 0 or empty: as llama.
struct Family {
    std::string_view modelType = {};
    PairLayout pairing = PairLayout::HalfSplit;
    int hiddenSize = 0;
    int heads = 0;
    int headDim = 0;
    int maximumContext = 0; ///< tokens
    double base = 0;
    double localBase = 0; ///< base of sliding_attention layers where it differs
    double partialRotaryFactor = 0;
    std::string_view ropeParameters = {}; ///< JSON text of the default rope_parameters
    int noRopeInterval = 0;               ///< every so many-th layer has no positions
    bool fullAttentionHasNoRope = false;
    bool scalesFullAttentionOnly = false;
    bool negativeAngle = false;
    bool rotatesTail = false;
    bool readsMscales = false;      ///< short_mscale and long_mscale of longrope are its attention factors
    AxisRule axes = AxisRule::None; ///< how its code deals mrope_section, where it knows one way only, or a grid
};

/// Every known family; the first is llama.
std::span<const Family> families();

/// The family of a model_type; an unknown one is like llama, half-split. The suffixes `_text` and `_text_model` may be
/// left out.
const Family& familyOf(std::string_view modelType);

/// Whether familyOf knows this model_type.
bool isKnownFamily(std::string_view modelType);

/// What a model_type without rotary embedding uses instead (`a learned table`), or empty.
std::string_view encodingWithoutRotation(std::string_view modelType);

} // namespace rope

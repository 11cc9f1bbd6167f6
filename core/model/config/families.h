#pragma once

#include "core/state/state.h"

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rope {

/// What a model_type implies where a config.json is silent: the defaults of its code, and what that code does that no
/// key says. One entry of the files in resources/families; the tools that made them read the code named as the source.
struct Family {
    std::string modelType{};
    std::vector<std::string> alsoWritten{}; ///< other model_types that run by the same code
    std::string source{};                   ///< who says so: the code's name, its file and class
    PairLayout pairing = PairLayout::HalfSplit;
    nlohmann::json config = nlohmann::json::object(); ///< the keys of a config.json that a bare one stands for
    int noRopeInterval = 0;                           ///< every so many-th layer has no positions
    bool fullAttentionHasNoRope = false;              ///< beside sliding layers that turn
    bool scalesFullAttentionOnly = false;
    bool negativeAngle = false;
    bool rotatesTail = false;
    bool indexerInterleaves = false; ///< the indexer of sparse attention turns neighbours
    bool readsMscales = false;       ///< short_mscale and long_mscale of longrope are its attention factors
    AxisRule axes = AxisRule::None;  ///< how its code deals mrope_section, where it knows one way only, or a grid
    std::string text{};              ///< of a model of several parts: the model_type of its language model
    std::string vision{};            ///< and that of its vision tower
    std::string unsupported{};       ///< what its code does that is not shown here, as the end of a sentence
    std::string instead{};           ///< what a family without rotation uses (`a learned table`); empty: it turns

    /// The number that its code takes for a key, or 0 where it states none.
    double number(const char* key) const;
    /// The same for whole numbers.
    int integer(const char* key) const { return static_cast<int>(number(key)); }
    bool states(const char* key) const { return config.contains(key); }
};

/// Every known family that turns; the first is llama.
std::span<const Family> families();

/// The family of a model_type, or of its language model; an unknown one is like llama, half-split. The suffixes
/// `_text` and `_text_model` may be left out or added.
const Family& familyOf(std::string_view modelType);

/// Whether familyOf knows this model_type.
bool isKnownFamily(std::string_view modelType);

/// The vision tower of a model_type: one that turns, one with something `instead`, or nullptr where none is known.
const Family* visionFamilyOf(std::string_view modelType);

/// The family with exactly this model_type, whether it turns or not, or nullptr.
const Family* findFamily(std::string_view modelType);

/// What a model_type without rotary embedding uses instead (`a learned table`), or empty.
std::string_view encodingWithoutRotation(std::string_view modelType);

} // namespace rope

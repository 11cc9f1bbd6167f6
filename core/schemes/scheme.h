#pragma once

#include "core/base/result.h"

#include <Eigen/Core>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rope {

/// A number that a scheme takes. A row of these is the slider, its range and tooltip, the JSON key
/// (`scheme.<id>`) and the command-line key.
struct Parameter {
    enum class Kind { Real, Integer, Switch };
    /// What a model file means that gives the scheme but not this number.
    enum class Missing {
        Guess,        ///< nobody knows: `initial` is an assumption, and said to be one
        Refused,      ///< the scheme cannot do without
        Default,      ///< the reference code takes `initial`
        ContextRatio, ///< the reference code takes maximum context / original context
    };

    std::string_view id;     ///< `factor`
    std::string_view symbol; ///< `s`
    std::string_view help;   ///< one sentence for the tooltip
    double minimum;
    double maximum;
    double initial;
    Kind kind = Kind::Real;
    bool logarithmic = false; ///< decades matter: the slider is logarithmic
    std::string_view unit = "";
    Missing missing = Missing::Guess;
    std::string_view alsoWritten = "";  ///< another key of a rope dictionary for it, which wins where both are given
    bool rareInFiles = false;           ///< read from the files of few families only, which say so themselves
    bool negativeMeansComputed = false; ///< below 0 asks the scheme to compute it, which no file does
};

/// What a scheme works from. All positions and lengths are in tokens.
struct ScheduleInput {
    int headDim = 128;
    int rotaryDim = 128;           ///< even, <= headDim
    double base = 10000.0;         ///< B > 1
    double originalContext = 4096; ///< L, the context the frequencies were trained for
    double maximumContext = 4096;  ///< max_position_embeddings: what the model claims to reach
    double sequenceLength = 0;     ///< tokens in the present call; 0: at load time
    std::map<std::string, double, std::less<>> parameters{}; ///< by Parameter id; missing means initial
    std::vector<double> shortFactors{};                      ///< per pair, longrope only
    std::vector<double> longFactors{};                       ///< per pair, longrope only
};

/// What a scheme yields.
struct Schedule {
    Eigen::VectorXd inverseFrequency{}; ///< theta_j in rad/token, one per pair, scaled
    Eigen::VectorXd unscaled{};         ///< theta_j before scaling, same shape
    Eigen::VectorXd ramp{};       ///< share of the scaled frequency per pair in [0, 1]; empty when the scheme has none
    double attentionFactor = 1.0; ///< multiplies cos and sin
    double softmaxScaleFactor = 1.0;  ///< multiplies 1/sqrt(d) apart from cos and sin (MLA)
    std::vector<std::string> notes{}; ///< one sentence each: what was clamped, switched or had no effect
};

/// The type that a rope dictionary names, and the key or the family (model_type) beside which it means a scheme.
struct TypeInFile {
    std::string_view type = {};
    std::string_view beside = {};
};

/// Which context a scheme measures lengths against.
enum class ContextRead { None, Original, Maximum };

/// A scheme is a pure function from numbers to frequencies, and the facts that others need to know about it.
struct Scheme {
    std::string_view id;        ///< `yarn`
    std::string_view title;     ///< `YaRN`
    std::string_view reference; ///< paper or code, with section
    std::string_view lesson;    ///< three sentences: what it changes, why, what it costs
    std::span<const Parameter> parameters;
    Result<Schedule> (*schedule)(const ScheduleInput& input);
    ContextRead reads = ContextRead::None; ///< what L is for it
    /// A file that names it should give original_max_position_embeddings; without it the maximum stands in.
    bool wantsOriginal = false;
    bool takesLists = false;      ///< works from shortFactors and longFactors
    bool turnsWholeHead = false;  ///< its rotary dimension is the head's, whatever share of the pairs turns
    bool isPlain = false;         ///< changes nothing: no scaling
    bool followsLength = false;   ///< theta depends on the length of the present call
    bool actsAtFactorOne = false; ///< theta differs from the unscaled one even at factor 1
    /// A key of the model's file that holds its training context, where that has a name of its own.
    std::string_view trainingContextKey = "";
    std::span<const std::string_view> typeNames = {}; ///< further names of it in a rope dictionary
    TypeInFile typeWithKey = {}; ///< a type that means this scheme where the dictionary has this key too
    std::span<const TypeInFile> typesOfFamilies = {}; ///< a type that means this scheme in models of this family
};

/// The value of a parameter in the input, or its initial value when it is not given.
double parameterValue(const ScheduleInput& input, const Parameter& parameter);

} // namespace rope

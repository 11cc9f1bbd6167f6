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

    std::string_view id;     ///< `factor`
    std::string_view symbol; ///< `s`
    std::string_view help;   ///< one sentence for the tooltip
    double minimum;
    double maximum;
    double initial;
    Kind kind = Kind::Real;
    bool logarithmic = false; ///< decades matter: the slider is logarithmic
    std::string_view unit = "";
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

/// A scheme is a pure function from numbers to frequencies.
struct Scheme {
    std::string_view id;        ///< `yarn`
    std::string_view title;     ///< `YaRN`
    std::string_view reference; ///< paper or code, with section
    std::string_view lesson;    ///< three sentences: what it changes, why, what it costs
    std::span<const Parameter> parameters;
    Result<Schedule> (*schedule)(const ScheduleInput& input);
};

/// The value of a parameter in the input, or its initial value when it is not given.
double parameterValue(const ScheduleInput& input, const Parameter& parameter);

} // namespace rope

#pragma once

#include <Eigen/Core>
#include <optional>
#include <string>
#include <vector>

namespace rope {

/// Frequencies as read from data.
struct MeasuredLadder {
    int headDim = 0;
    int rotaryDim = 0;
    Eigen::VectorXd inverseFrequency{}; ///< rad/token, of either sign where it is lost in noise. Shape: rotaryDim/2
    Eigen::VectorXd error{};            ///< one standard deviation of it, rad/token, above 0
    double attentionFactor = 1.0;       ///< as read from the lengths
    double attentionError = 0.0;        ///< one standard deviation of it
};

/// The frequencies of a scheme that come nearest to measured ones.
struct FittedLadder {
    std::string scheme{};               ///< id in the registry
    double base = 0.0;                  ///< where a scheme only changes the base, the changed one
    double baseError = 0.0;             ///< one standard deviation of ln base
    double factor = 1.0;                ///< of the scheme; 1 where it has none
    double originalContext = 0.0;       ///< tokens; 0 where the scheme does not use it
    int turning = 0;                    ///< pairs with a frequency other than zero
    double attentionFactor = 1.0;       ///< what the scheme computes for itself
    Eigen::VectorXd inverseFrequency{}; ///< rad/token
    double misfit = 0.0;                ///< root mean square of (measured - fitted) / error over the pairs
};

/// Fits each scheme of the registry and takes the simplest that the errors allow; nothing when none does.
/// `relativeError` is added to each error: how exactly the frequencies themselves were kept.
/// A base scaled by ntk_aware or dynamic cannot be told from another base: both are reported as `default`.
std::optional<FittedLadder> fitLadder(const MeasuredLadder& measured, double relativeError);

/// ln of the number with the fewest digits (at most three) within `error` of e^logarithm, or `logarithm` itself.
double roundLogarithm(double logarithm, double error);

} // namespace rope

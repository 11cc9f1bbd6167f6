#pragma once

#include "core/base/number_text.h"
#include "core/schemes/scheme.h"

namespace rope {

/// The least that a list may divide a frequency by: below, a pair would turn by more than can be told apart.
inline constexpr double smallestDivisor = 1e-9;

/// The schedule before scaling: inverseFrequency and unscaled are theta_j = base^(-2j/rotaryDim), both factors are 1.
/// Refuses shapes, bases, contexts and parameters that no scheme can work from.
Result<Schedule> unscaledSchedule(const ScheduleInput& input);

/// The value of the parameter `id` of a scheme. Requires that `parameters` has this id.
double valueOf(const ScheduleInput& input, std::span<const Parameter> parameters, std::string_view id);

/// theta_j/s * ramp_j + theta_j * (1 - ramp_j): scaled where the ramp is 1, kept where it is 0.
Eigen::VectorXd blendByRamp(const Eigen::VectorXd& unscaled, const Eigen::VectorXd& ramp, double factor);

/// The schedule as it is, where every pair turns by 0 to 1e9 rad per token and both factors are finite and at most 1e6;
/// else which of its numbers no phase or score can be made of.
Result<Schedule> usableSchedule(Schedule schedule);

} // namespace rope

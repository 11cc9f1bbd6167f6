#include "core/schemes/support.h"

#include "core/rotation/frequency.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdio>

namespace rope {
namespace {

constexpr double largestFrequency = 1e9; ///< rad/token: phases are exact far beyond, and no scheme comes near
constexpr double largestFactor = 1e6;    ///< its square times any score stays finite

Result<void> checkShape(const ScheduleInput& input)
{
    if (input.rotaryDim < 2 || input.rotaryDim % 2 != 0)
        return refuse("rotary_dim", "is " + std::to_string(input.rotaryDim) + "; it must be even and at least 2");
    if (input.headDim < input.rotaryDim)
        return refuse("rotary_dim", "is " + std::to_string(input.rotaryDim) +
                                        "; it must not exceed head_dim, which is " + std::to_string(input.headDim));
    return {};
}

Result<void> checkNumbers(const ScheduleInput& input)
{
    if (!std::isfinite(input.base) || input.base <= 1.0)
        return refuse("base", "is " + shortNumber(input.base) + "; it must be a finite number above 1");
    for (const double context : {input.originalContext, input.maximumContext})
        if (!std::isfinite(context) || context < 1.0)
            return refuse("context", "is " + shortNumber(context) + "; it must be at least 1 token");
    for (const auto& [id, value] : input.parameters)
        if (!std::isfinite(value))
            return refuse("scheme." + id, "is not a finite number");
    return {};
}

} // namespace

Result<Schedule> unscaledSchedule(const ScheduleInput& input)
{
    if (const auto shape = checkShape(input); !shape)
        return tl::unexpected(shape.error());
    if (const auto numbers = checkNumbers(input); !numbers)
        return tl::unexpected(numbers.error());
    Schedule schedule;
    schedule.unscaled = inverseFrequencies(input.base, input.rotaryDim);
    schedule.inverseFrequency = schedule.unscaled;
    return schedule;
}

double valueOf(const ScheduleInput& input, std::span<const Parameter> parameters, std::string_view id)
{
    const auto found = std::ranges::find_if(parameters, [&](const Parameter& parameter) { return parameter.id == id; });
    assert(found != parameters.end());
    return parameterValue(input, *found);
}

Eigen::VectorXd blendByRamp(const Eigen::VectorXd& unscaled, const Eigen::VectorXd& ramp, double factor)
{
    return (unscaled.array() / factor * ramp.array() + unscaled.array() * (1.0 - ramp.array())).matrix();
}

Result<Schedule> usableSchedule(Schedule schedule)
{
    const Eigen::VectorXd& theta = schedule.inverseFrequency;
    const auto bad = std::ranges::find_if(theta, [](double t) { return !(t >= 0.0 && t <= largestFrequency); });
    if (bad != theta.end())
        return refuse("model.scheme", "would turn pair " + std::to_string(bad - theta.begin()) + " by " +
                                          shortNumber(*bad) + " rad per token; from 0 to 1e+09 are possible");
    for (const double factor : {schedule.attentionFactor, schedule.softmaxScaleFactor})
        if (!(std::abs(factor) <= largestFactor))
            return refuse("model.scheme", "would multiply the scores by a factor of " + shortNumber(factor) +
                                              "; up to 1e+06 are possible");
    return schedule;
}

} // namespace rope

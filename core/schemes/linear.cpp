#include "core/schemes/all_schemes.h"
#include "core/schemes/support.h"

namespace rope {
namespace {

constexpr Parameter parameters[] = {
    {"factor", "s", "Target context / original context: every frequency is divided by it.", 0.25, 1024.0, 4.0,
     Parameter::Kind::Real, true, "", Parameter::Missing::Refused},
};

Result<Schedule> schedule(const ScheduleInput& input)
{
    const double factor = valueOf(input, parameters, "factor");
    if (factor <= 0.0)
        return refuse("scheme.factor", "is " + shortNumber(factor) + "; it must be above 0");
    return unscaledSchedule(input).map([&](Schedule result) {
        result.inverseFrequency = result.unscaled / factor;
        result.ramp = Eigen::VectorXd::Ones(result.unscaled.size());
        return result;
    });
}

} // namespace

const Scheme linearScheme{
    .id = "linear",
    .title = "Linear (position interpolation)",
    .reference = "Chen et al. 2023, Extending context window of LLMs via positional interpolation, section 3",
    .lesson = "All positions are squeezed by the same factor, which is the same as dividing every frequency by it. No "
              "phase leaves the range that training showed, so a model adapts after a short fine-tuning. The price is "
              "resolution: the fast pairs, which tell neighbours apart, now turn too little between two tokens.",
    .parameters = parameters,
    .schedule = schedule,
};

} // namespace rope

#include "core/rotation/frequency.h"
#include "core/schemes/all_schemes.h"
#include "core/schemes/support.h"

#include <cmath>

namespace rope {
namespace {

constexpr Parameter parameters[] = {
    {"factor", "s", "The base becomes B * s, and every frequency is divided by s^(2/d) beside.", 0.25, 1024.0, 4.0,
     Parameter::Kind::Real, true, "", Parameter::Missing::Refused},
};

constexpr TypeInFile typesOfFamilies[] = {{"ntk", "new"}, {"ntk", "gte"}};

Result<Schedule> schedule(const ScheduleInput& input)
{
    const double factor = valueOf(input, parameters, "factor");
    auto result = unscaledSchedule(input);
    if (!result)
        return result;
    const double base = input.base * factor;
    if (!(factor > 0.0 && base > 1.0))
        return refuse("scheme.factor", "is " + shortNumber(factor) + " and brings the base to " + shortNumber(base) +
                                           "; the factor must be above 0 and the base above 1");
    const double divisor = std::pow(factor, 2.0 / input.rotaryDim);
    result->inverseFrequency = inverseFrequencies(base, input.rotaryDim) / divisor;
    result->notes.push_back("The base becomes " + shortNumber(base) + ", and every frequency is divided by " +
                            shortNumber(divisor) + ".");
    return result;
}

} // namespace

const Scheme ntkFixedScheme{
    .id = "ntk_fixed",
    .title = "NTK, fixed (GTE)",
    .reference = "Alibaba-NLP/new-impl modeling.py, NTKScalingRotaryEmbedding with mixed_b = None (the gte models)",
    .lesson =
        "The base grows by the factor itself, and all frequencies are divided by one number more, so that the "
        "slowest pair slows by exactly the factor. Unlike NTK-aware scaling this touches the fastest pair too, if "
        "only a little. The name in a file is the same, the frequencies are not.",
    .parameters = parameters,
    .schedule = schedule,
    .typesOfFamilies = typesOfFamilies,
};

} // namespace rope

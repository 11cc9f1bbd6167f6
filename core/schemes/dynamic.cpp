#include "core/rotation/frequency.h"
#include "core/schemes/all_schemes.h"
#include "core/schemes/support.h"

#include <cmath>

namespace rope {
namespace {

constexpr Parameter parameters[] = {
    {"factor", "s", "How fast the base grows once the sequence is longer than the model's maximum context.", 0.25,
     1024.0, 4.0, Parameter::Kind::Real, true, "", Parameter::Missing::Refused},
};

Schedule grown(Schedule result, const ScheduleInput& input, double factor)
{
    const double d = input.rotaryDim;
    const double stretch = factor * input.sequenceLength / input.maximumContext - (factor - 1.0);
    const double base = input.base * std::pow(stretch, d / (d - 2.0));
    result.inverseFrequency = inverseFrequencies(base, input.rotaryDim);
    result.notes.push_back("At " + shortNumber(input.sequenceLength) + " tokens the base has grown to " +
                           shortNumber(base) + ".");
    return result;
}

Result<Schedule> schedule(const ScheduleInput& input)
{
    const double factor = valueOf(input, parameters, "factor");
    if (factor <= 0.0)
        return refuse("scheme.factor", "is " + shortNumber(factor) + "; it must be above 0");
    auto result = unscaledSchedule(input);
    if (!result)
        return result;
    if (input.sequenceLength > input.maximumContext && input.rotaryDim > 2)
        return grown(*std::move(result), input, factor);
    result->notes.push_back("Up to " + shortNumber(input.maximumContext) + " tokens nothing is scaled.");
    return result;
}

} // namespace

const Scheme dynamicScheme{
    .id = "dynamic",
    .title = "Dynamic NTK",
    .reference = "Peng et al. 2023, YaRN, section 3.3; transformers modeling_rope_utils, dynamic",
    .lesson = "The base follows the length of the text: up to the model's maximum nothing changes, beyond it the base "
              "grows just enough for the present length. Short texts lose nothing and long ones degrade gently. "
              "But keys cached at one length were turned with other frequencies than those of the next.",
    .parameters = parameters,
    .schedule = schedule,
    .reads = ContextRead::Maximum,
    .followsLength = true,
};

} // namespace rope

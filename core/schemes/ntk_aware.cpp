#include "core/rotation/frequency.h"
#include "core/schemes/all_schemes.h"
#include "core/schemes/support.h"

#include <cmath>

namespace rope {
namespace {

constexpr Parameter parameters[] = {
    {"factor", "alpha", "The base becomes B * alpha^(d/(d-2)), so that the slowest pair slows by exactly alpha.", 0.25,
     1048576.0, 4.0, Parameter::Kind::Real, true, "", Parameter::Missing::Refused, "alpha"},
};

constexpr std::string_view typeNames[] = {"ntk"};

Result<Schedule> schedule(const ScheduleInput& input)
{
    const double factor = valueOf(input, parameters, "factor");
    if (factor <= 0.0)
        return refuse("scheme.factor", "is " + shortNumber(factor) + "; it must be above 0");
    auto result = unscaledSchedule(input);
    if (!result)
        return result;
    if (input.rotaryDim == 2) {
        result->notes.emplace_back("A single pair has exponent 0, so the base and alpha have no effect.");
        return result;
    }
    const double d = input.rotaryDim;
    const double base = input.base * std::pow(factor, d / (d - 2.0));
    if (!(base > 1.0))
        return refuse("scheme.factor", "is " + shortNumber(factor) + " and brings the base to " + shortNumber(base) +
                                           "; the base must stay above 1");
    if (factor != 1.0)
        result->inverseFrequency = inverseFrequencies(base, input.rotaryDim);
    result->notes.push_back("The base becomes " + shortNumber(base) + ".");
    return result;
}

} // namespace

const Scheme ntkAwareScheme{
    .id = "ntk_aware",
    .title = "NTK-aware (static)",
    .reference = "Peng et al. 2023, YaRN, section 3.1; alpha with rope_type dynamic in HunYuan's config.json",
    .lesson = "A larger base leaves the fastest pair as it is and slows the slowest by alpha, with a smooth passage "
              "between them. Neighbours stay sharp and a model often reads longer texts with no fine-tuning at all. "
              "But the middle pairs are stretched less than the context grows, so some phases still run past training.",
    .parameters = parameters,
    .schedule = schedule,
    .typeNames = typeNames,
    .typeWithKey = {"dynamic", "alpha"},
};

} // namespace rope

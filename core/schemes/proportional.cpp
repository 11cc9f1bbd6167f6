#include "core/schemes/all_schemes.h"
#include "core/schemes/support.h"

#include <cmath>

namespace rope {
namespace {

constexpr Parameter parameters[] = {
    {"partial_rotary_factor", "p", "Share of the pairs that turn; the others have frequency zero.", 0.0, 1.0, 0.25,
     Parameter::Kind::Real, false, "", Parameter::Missing::Guess},
    {"factor", "s", "Every frequency is divided by it.", 0.25, 1024.0, 1.0, Parameter::Kind::Real, true, "",
     Parameter::Missing::Default},
};

Result<Schedule> schedule(const ScheduleInput& input)
{
    const double share = valueOf(input, parameters, "partial_rotary_factor");
    const double factor = valueOf(input, parameters, "factor");
    if (share < 0.0 || share > 1.0)
        return refuse("scheme.partial_rotary_factor", "is " + shortNumber(share) + "; it must lie in 0 ... 1");
    if (factor <= 0.0)
        return refuse("scheme.factor", "is " + shortNumber(factor) + "; it must be above 0");
    auto result = unscaledSchedule(input);
    if (!result)
        return result;
    const auto turning = static_cast<Eigen::Index>(share * input.rotaryDim / 2.0);
    result->unscaled.tail(result->unscaled.size() - turning).setZero();
    result->inverseFrequency = result->unscaled / factor;
    result->notes.push_back(std::to_string(turning) + " of " + std::to_string(result->unscaled.size()) +
                            " pairs turn.");
    return result;
}

} // namespace

const Scheme proportionalScheme{
    .id = "proportional",
    .title = "Proportional",
    .reference = "Gemma 4's full-attention layers; transformers modeling_rope_utils, proportional",
    .lesson = "Only the fastest pairs turn, and the rest stand still and carry content alone. Unlike partial rotation "
              "the ladder keeps its steps for the whole head, so the slow end is cut off and not compressed. No pair "
              "is left that could meet an unseen phase far out, but far positions are told apart by fast pairs only.",
    .parameters = parameters,
    .schedule = schedule,
    .turnsWholeHead = true,
};

} // namespace rope

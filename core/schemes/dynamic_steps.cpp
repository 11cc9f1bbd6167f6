#include "core/rotation/frequency.h"
#include "core/schemes/all_schemes.h"
#include "core/schemes/support.h"

#include <cmath>

namespace rope {
namespace {

/// alpha = 2^ceil(log2(N/L) + 1) - 1: 1 up to L, 3 up to 2 L, 7 up to 4 L, 15 up to 8 L, ...
double stepAt(double length, double context)
{
    double doublings = 1.0;
    for (double reached = context; reached < length; reached *= 2.0)
        doublings *= 2.0;
    return 2.0 * doublings - 1.0;
}

Result<Schedule> schedule(const ScheduleInput& input)
{
    auto result = unscaledSchedule(input);
    if (!result)
        return result;
    const double alpha = stepAt(input.sequenceLength, input.originalContext);
    if (alpha == 1.0 || input.rotaryDim <= 2) {
        result->notes.push_back("Up to " + shortNumber(input.originalContext) + " tokens nothing is scaled.");
        return result;
    }
    const double d = input.rotaryDim;
    const double base = input.base * std::pow(alpha, d / (d - 2.0));
    result->inverseFrequency = inverseFrequencies(base, input.rotaryDim);
    result->notes.push_back("At " + shortNumber(input.sequenceLength) + " tokens alpha is " + shortNumber(alpha) +
                            " and the base " + shortNumber(base) + ".");
    return result;
}

} // namespace

const Scheme dynamicStepsScheme{
    .id = "dynamic_steps",
    .title = "Dynamic NTK in steps",
    .reference = "Qwen-1's modeling_qwen.py, get_ntk_alpha (use_dynamic_ntk)",
    .lesson = "The base grows with the text as in dynamic NTK, but in steps: each time the length passes the training "
              "context doubled once more, alpha goes from 1 to 3, 7, 15. Between two steps nothing changes, so keys "
              "cached within a step still fit. Right behind a step the base is larger than the length would need.",
    .parameters = {},
    .schedule = schedule,
    .reads = ContextRead::Original,
    .followsLength = true,
    .trainingContextKey = "seq_length",
};

} // namespace rope

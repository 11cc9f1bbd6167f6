#include "core/schemes/scheme.h"

namespace rope {

double parameterValue(const ScheduleInput& input, const Parameter& parameter)
{
    const auto found = input.parameters.find(parameter.id);
    return found == input.parameters.end() ? parameter.initial : found->second;
}

} // namespace rope

#include "core/views/layout.h"

#include "core/state/derived.h"

namespace rope {

MixingDamage mixingDamageOf(const ExplorerState& state, PairLayout layout)
{
    const RotarySettings& rotary = activeRotary(state);
    const Schedule schedule = activeSchedule(state);
    const Eigen::VectorXd q = rotaryFirst(queryVector(state), rotary).head(rotary.rotaryDim);
    const Eigen::VectorXd k = rotaryFirst(keyVector(state), rotary).head(rotary.rotaryDim);
    const double scale = schedule.attentionFactor * schedule.attentionFactor * scoreScale(state, schedule);
    return mixingDamage(q, k, state.positions.query, state.positions.key, mixingShifts,
                        signedFrequencies(rotary, schedule), layout, scale);
}

} // namespace rope

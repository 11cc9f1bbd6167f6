#include "core/views/ladder.h"

#include "core/state/derived.h"
#include "core/studies/context_coverage.h"

namespace rope {

namespace {

void countRamp(LadderNumbers& numbers)
{
    const Eigen::VectorXd& ramp = numbers.schedule.ramp;
    if (ramp.size() != numbers.pairs() || !numbers.scaled)
        return;
    numbers.kept = static_cast<int>((ramp.array() <= 0.0).count());
    numbers.divided = static_cast<int>((ramp.array() >= 1.0).count());
    numbers.blended = numbers.pairs() - numbers.kept - numbers.divided;
}

int finishedOf(const Eigen::VectorXd& turns)
{
    return static_cast<int>((turns.array() >= 1.0).count());
}

} // namespace

LadderNumbers ladderNumbers(const ExplorerState& state)
{
    const RotarySettings& rotary = activeRotary(state);
    LadderNumbers numbers{activeSchedule(state), rotary.originalContext, rotary.maximumContext};
    const Schedule& schedule = numbers.schedule;
    numbers.scaled = schedule.unscaled != schedule.inverseFrequency;
    numbers.turnsBefore = turnsWithin(schedule.unscaled, rotary.originalContext);
    numbers.turns = turnsWithin(schedule.inverseFrequency, rotary.originalContext);
    numbers.turnsAtMaximum = turnsWithin(schedule.inverseFrequency, rotary.maximumContext);
    numbers.finishedBefore = finishedOf(numbers.turnsBefore);
    numbers.finished = finishedOf(numbers.turns);
    numbers.still = static_cast<int>((schedule.inverseFrequency.array() == 0.0).count());
    countRamp(numbers);
    return numbers;
}

} // namespace rope

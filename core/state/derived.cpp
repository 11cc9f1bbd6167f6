#include "core/state/derived.h"

#include "core/rotation/frequency.h"
#include "core/schemes/registry.h"
#include "core/state/axes.h"

#include <cassert>
#include <cmath>

namespace rope {

ScheduleInput scheduleInput(const RotarySettings& rotary, double sequenceLength)
{
    ScheduleInput input;
    input.headDim = rotary.headDim;
    input.rotaryDim = rotary.rotaryDim;
    input.base = rotary.base;
    input.originalContext = rotary.originalContext;
    input.maximumContext = rotary.maximumContext;
    input.sequenceLength = sequenceLength;
    input.parameters.insert(rotary.parameters.begin(), rotary.parameters.end());
    input.shortFactors = rotary.shortFactors;
    input.longFactors = rotary.longFactors;
    return input;
}

Result<Schedule> scheduleOf(const RotarySettings& rotary, double sequenceLength)
{
    if (!rotary.rotates) {
        Schedule still;
        still.inverseFrequency = Eigen::VectorXd::Zero(rotary.rotaryDim / 2);
        still.unscaled = still.inverseFrequency;
        still.notes.emplace_back("this kind of layer does not rotate");
        return still;
    }
    const Scheme* scheme = findScheme(rotary.scheme);
    if (scheme == nullptr)
        return refuse("model.scheme", "'" + rotary.scheme + "' is not a known scheme");
    return dealtSchedule(*scheme, scheduleInput(rotary, sequenceLength), rotary.axisRule, rotary.axisSections);
}

Schedule activeSchedule(const ExplorerState& state)
{
    Result<Schedule> schedule = scheduleOf(activeRotary(state), static_cast<double>(state.sequence.length));
    assert(schedule.has_value());
    return std::move(*schedule);
}

Eigen::VectorXd signedFrequencies(const RotarySettings& rotary, const Schedule& schedule)
{
    return rotary.negativeAngle ? Eigen::VectorXd(-schedule.inverseFrequency) : schedule.inverseFrequency;
}

Eigen::VectorXd rotaryFirst(const Eigen::VectorXd& head, const RotarySettings& rotary)
{
    if (!rotary.rotatesTail)
        return head;
    Eigen::VectorXd moved(head.size());
    moved << head.tail(rotary.rotaryDim), head.head(head.size() - rotary.rotaryDim);
    return moved;
}

namespace {

struct Polar {
    double length;
    double angle;
};

template <class Pick> Eigen::VectorXd headVector(const ExplorerState& state, Pick pick)
{
    const RotarySettings& rotary = activeRotary(state);
    const int firstRotary = rotary.rotatesTail ? rotary.headDim - rotary.rotaryDim : 0;
    Eigen::VectorXd head = Eigen::VectorXd::Zero(rotary.headDim);
    for (int pair = 0; pair < pairCount(state); ++pair) {
        const Polar polar = pick(pairContent(state, pair));
        const PairChannels channels = pairChannels(rotary.pairing, rotary.rotaryDim, pair);
        head[firstRotary + channels.first] = polar.length * std::cos(polar.angle);
        head[firstRotary + channels.second] = polar.length * std::sin(polar.angle);
    }
    return head;
}

} // namespace

Eigen::VectorXd queryVector(const ExplorerState& state)
{
    return headVector(state, [](const PairContent& pair) { return Polar{pair.queryLength, pair.queryAngle}; });
}

Eigen::VectorXd keyVector(const ExplorerState& state)
{
    return headVector(state, [](const PairContent& pair) { return Polar{pair.keyLength, pair.keyAngle}; });
}

double scoreScale(const ExplorerState& state, const Schedule& schedule)
{
    if (state.sequence.quantity == Quantity::Product)
        return 1.0;
    return schedule.softmaxScaleFactor / std::sqrt(static_cast<double>(activeRotary(state).headDim));
}

RelativeScore activeScore(const ExplorerState& state)
{
    const RotarySettings& rotary = activeRotary(state);
    const Schedule schedule = activeSchedule(state);
    return relativeScore(rotaryFirst(queryVector(state), rotary), rotaryFirst(keyVector(state), rotary),
                         signedFrequencies(rotary, schedule), rotary.pairing, schedule.attentionFactor,
                         scoreScale(state, schedule));
}

} // namespace rope

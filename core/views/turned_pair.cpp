#include "core/views/turned_pair.h"

#include <cassert>
#include <cmath>
#include <numbers>

namespace rope {

namespace {

constexpr double turn = 2.0 * std::numbers::pi;

PlaneVector turned(const PlaneVector& vector, double phaseWithSign, double attentionFactor)
{
    return {vector.length * attentionFactor, reducedAngle(vector.angle + phaseWithSign)};
}

} // namespace

double PlaneVector::first() const
{
    return length * std::cos(angle);
}

double PlaneVector::second() const
{
    return length * std::sin(angle);
}

double reducedAngle(double angle)
{
    return std::remainder(angle, turn);
}

TurnedPair turnedPair(const ExplorerState& state, const Schedule& schedule, int pair, std::int64_t queryPosition,
                      std::int64_t keyPosition)
{
    assert(pair >= 0 && pair < schedule.inverseFrequency.size());
    const PairContent content = pairContent(state, pair);
    TurnedPair result;
    result.pair = pair;
    result.inverseFrequency = schedule.inverseFrequency[pair];
    result.attentionFactor = schedule.attentionFactor;
    result.direction = activeRotary(state).negativeAngle ? -1.0 : 1.0;
    result.queryPosition = queryPosition;
    result.keyPosition = keyPosition;
    result.query = {content.queryLength, content.queryAngle};
    result.key = {content.keyLength, content.keyAngle};
    result.queryPhase = result.direction * phase(queryPosition, result.inverseFrequency);
    result.keyPhase = result.direction * phase(keyPosition, result.inverseFrequency);
    result.difference = result.direction * phase(keyPosition - queryPosition, result.inverseFrequency);
    result.turnedQuery = turned(result.query, result.queryPhase, result.attentionFactor);
    result.turnedKey = turned(result.key, result.keyPhase, result.attentionFactor);
    result.between = reducedAngle(content.keyAngle - content.queryAngle + result.difference);
    return result;
}

WholeTurns wholeTurns(std::int64_t position, double inverseFrequency)
{
    const std::int64_t magnitude = std::abs(position);
    double rest = phase(magnitude, inverseFrequency);
    if (rest < 0.0)
        rest += turn;
    const double total = static_cast<double>(magnitude) * std::abs(inverseFrequency);
    return {static_cast<std::int64_t>(std::llround((total - rest) / turn)), rest};
}

PairChannels headChannels(const RotarySettings& rotary, int pair)
{
    const PairChannels channels = pairChannels(rotary.pairing, rotary.rotaryDim, pair);
    const int skipped = rotary.rotatesTail ? rotary.headDim - rotary.rotaryDim : 0;
    return {channels.first + skipped, channels.second + skipped};
}

std::optional<int> pairOfChannel(const RotarySettings& rotary, int channel)
{
    const int rotating = channel - (rotary.rotatesTail ? rotary.headDim - rotary.rotaryDim : 0);
    if (rotating < 0 || rotating >= rotary.rotaryDim)
        return std::nullopt;
    return rotary.pairing == PairLayout::Interleaved ? rotating / 2 : rotating % (rotary.rotaryDim / 2);
}

} // namespace rope

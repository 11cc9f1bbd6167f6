#include "core/views/live_numbers.h"

#include "core/rotation/rotation.h"
#include "core/scores/score.h"
#include "core/state/derived.h"

#include <cmath>

namespace rope {

namespace {

LivePhase phaseAt(std::int64_t position, double inverseFrequency)
{
    return {static_cast<double>(position) * inverseFrequency, phase(position, inverseFrequency)};
}

} // namespace

LiveNumbers liveNumbers(const ExplorerState& state)
{
    const RotarySettings& rotary = activeRotary(state);
    const Schedule schedule = activeSchedule(state);
    const Eigen::VectorXd theta = signedFrequencies(rotary, schedule);
    const Eigen::VectorXd query = rotaryFirst(queryVector(state), rotary);
    const Eigen::VectorXd key = rotaryFirst(keyVector(state), rotary);
    const auto [m, n, keepOffset] = state.positions;
    const double factor = schedule.attentionFactor;
    const double scale = schedule.softmaxScaleFactor / std::sqrt(static_cast<double>(rotary.headDim));

    LiveNumbers numbers;
    numbers.rotatedScore = rotatedScore(query, key, m, n, theta, rotary.pairing, factor, scale);
    numbers.relativeScore = scoreAt(relativeScore(query, key, theta, rotary.pairing, factor, scale), n - m);
    numbers.queryNorm = query.norm();
    numbers.rotatedQueryNorm = rotate(query, m, theta, rotary.pairing, factor).norm();
    numbers.keyNorm = key.norm();
    numbers.rotatedKeyNorm = rotate(key, n, theta, rotary.pairing, factor).norm();
    numbers.offset = n - m;
    numbers.inverseFrequency = theta[state.highlightedPair];
    numbers.queryPhase = phaseAt(m, numbers.inverseFrequency);
    numbers.keyPhase = phaseAt(n, numbers.inverseFrequency);
    numbers.offsetPhase = phaseAt(n - m, numbers.inverseFrequency);
    numbers.attentionFactor = factor;
    numbers.softmaxScaleFactor = schedule.softmaxScaleFactor;
    return numbers;
}

} // namespace rope

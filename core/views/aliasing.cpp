#include "core/views/aliasing.h"

#include "core/state/derived.h"

#include <algorithm>
#include <numbers>

namespace rope {

namespace {

constexpr std::int64_t leastLimit = 1024;   ///< tokens looked at where the sequence is shorter
constexpr std::int64_t mostLimit = 200'000; ///< and where it is longer

} // namespace

AliasingNumbers aliasingNumbers(const ExplorerState& state)
{
    AliasingNumbers numbers;
    numbers.theta = activeSchedule(state).inverseFrequency;
    const int count = static_cast<int>(numbers.theta.size());
    numbers.first = std::clamp(state.highlightedPair, 0, count - 1);
    numbers.pairs = std::clamp(state.aliasing.pairs, 1, count - numbers.first);
    numbers.tolerance = state.aliasing.toleranceDegrees * std::numbers::pi / 180.0;
    numbers.limit = std::clamp(state.sequence.length, leastLimit, mostLimit);
    numbers.aliases = foundAliases(numbers.theta, numbers.first, numbers.limit, numbers.tolerance);
    numbers.left = aliasesLeft(numbers.aliases, count - numbers.first);
    return numbers;
}

std::optional<int> tellingPair(const AliasingNumbers& numbers, const FoundAlias& found)
{
    const int pair = numbers.first + found.fooled;
    return pair < numbers.theta.size() ? std::optional(pair) : std::nullopt;
}

} // namespace rope

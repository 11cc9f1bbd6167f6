#include "core/studies/alias_pairs.h"

#include "core/rotation/phase.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace rope {

namespace {

int fooledFrom(std::span<const TurnFraction> turns, std::int64_t offset, double tolerance)
{
    const auto tells = [&](const TurnFraction& turn) {
        return std::abs(turn.nearPhase(offset)) > tolerance;
    };
    return static_cast<int>(std::ranges::find_if(turns, tells) - turns.begin());
}

} // namespace

int pairsFooled(const Eigen::VectorXd& inverseFrequency, int first, std::int64_t offset, double tolerance)
{
    assert(first >= 0 && first < inverseFrequency.size());
    return fooledFrom(turnFractions(inverseFrequency.tail(inverseFrequency.size() - first)), offset, tolerance);
}

std::vector<FoundAlias> foundAliases(const Eigen::VectorXd& inverseFrequency, int first, std::int64_t limit,
                                     double tolerance)
{
    assert(first >= 0 && first < inverseFrequency.size());
    std::vector<FoundAlias> found;
    if (!(inverseFrequency[first] > 0.0))
        return found;
    const std::vector<TurnFraction> slower = turnFractions(inverseFrequency.tail(inverseFrequency.size() - first - 1));
    for (const Alias& alias : aliasesOfPair(inverseFrequency[first], limit, tolerance))
        found.push_back({alias, 1 + fooledFrom(slower, alias.offset, tolerance)});
    return found;
}

std::vector<int> aliasesLeft(std::span<const FoundAlias> aliases, int pairs)
{
    std::vector<int> left(static_cast<std::size_t>(pairs), 0);
    for (const FoundAlias& found : aliases)
        ++left[static_cast<std::size_t>(found.fooled - 1)];
    for (std::size_t k = left.size() - 1; k-- > 0;)
        left[k] += left[k + 1];
    return left;
}

std::vector<FoundAlias> closestAliases(std::span<const FoundAlias> aliases, std::size_t most)
{
    std::vector<FoundAlias> closest(std::min(most, aliases.size()), FoundAlias{{0, 0.0}, 0});
    std::ranges::partial_sort_copy(aliases, closest, [](const FoundAlias& a, const FoundAlias& b) {
        const double left = std::abs(a.alias.error);
        const double right = std::abs(b.alias.error);
        return left < right || (left == right && a.alias.offset < b.alias.offset);
    });
    return closest;
}

} // namespace rope

#pragma once

#include "core/studies/aliasing.h"

#include <Eigen/Core>
#include <cstdint>
#include <span>
#include <vector>

namespace rope {

/// How many pairs one after the other, from pair `first` on (towards slower ones), have `offset` within `tolerance`
/// radians of offset 0: the pair after them is the first that tells the two apart. 0 when pair `first` itself does.
/// Requires 0 <= first < inverseFrequency.size() and tolerance >= 0.
int pairsFooled(const Eigen::VectorXd& inverseFrequency, int first, std::int64_t offset, double tolerance);

/// An alias of a first pair, and how many pairs from that one on it fools: at least 1.
struct FoundAlias {
    Alias alias;
    int fooled;
    bool operator==(const FoundAlias&) const = default;
};

/// All offsets in [1, limit] that pair `first` cannot tell from offset 0, in ascending order, each with its
/// pairsFooled(). None where that pair does not turn. Requires as pairsFooled(), and limit >= 0.
std::vector<FoundAlias> foundAliases(const Eigen::VectorXd& inverseFrequency, int first, std::int64_t limit,
                                     double tolerance);

/// How many of the aliases are left when 1, 2, ... `pairs` pairs look: entry k - 1 counts those that fool k pairs.
/// Never grows. Shape: pairs. Requires pairs >= every alias's `fooled`.
std::vector<int> aliasesLeft(std::span<const FoundAlias> aliases, int pairs);

/// The `most` aliases of smallest error, the smallest first; of equal ones the smaller offset first.
std::vector<FoundAlias> closestAliases(std::span<const FoundAlias> aliases, std::size_t most);

} // namespace rope

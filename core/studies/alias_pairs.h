#pragma once

#include "core/studies/aliasing.h"

#include <Eigen/Core>
#include <cstdint>
#include <vector>

namespace rope {

/// How many pairs one after the other, from pair `first` on (towards slower ones), have `offset` within `tolerance`
/// radians of offset 0: the pair after them is the first that tells the two apart. 0 when pair `first` itself does.
/// Requires 0 <= first < inverseFrequency.size() and tolerance >= 0.
int pairsFooled(const Eigen::VectorXd& inverseFrequency, int first, std::int64_t offset, double tolerance);

/// How many of the aliases are left when the first 1, 2, ... pairs from `first` on look: entry k - 1 counts those that
/// k pairs cannot tell from offset 0. Never grows. Shape: inverseFrequency.size() - first.
std::vector<int> aliasesLeft(const Eigen::VectorXd& inverseFrequency, int first, const std::vector<Alias>& aliases,
                             double tolerance);

} // namespace rope

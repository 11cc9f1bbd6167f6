#pragma once

#include "core/state/state.h"
#include "core/studies/alias_pairs.h"

#include <Eigen/Core>
#include <optional>

namespace rope {

/// The numbers of the figure `aliasing`: every offset that the highlighted pair cannot tell from offset 0, and how the
/// slower pairs after it tell them apart.
struct AliasingNumbers {
    Eigen::VectorXd theta;             ///< rad/token
    int first = 0;                     ///< the highlighted pair, where the looking begins
    int pairs = 1;                     ///< how many pairs look, no more than there are
    double tolerance = 0.0;            ///< rad
    std::int64_t limit = 0;            ///< tokens: offsets 1 to limit are looked at, all of them
    std::vector<FoundAlias> aliases{}; ///< ascending by offset
    std::vector<int> left{};           ///< entry k - 1: aliases left when k pairs look; one per pair from `first` on

    int together() const { return left[static_cast<std::size_t>(pairs - 1)]; } ///< left when all `pairs` look
    bool survives(const FoundAlias& found) const { return found.fooled >= pairs; }
};

/// At the state's length, but at least 1 024 and at most 200 000 offsets. Requires a validated state.
AliasingNumbers aliasingNumbers(const ExplorerState& state);

/// The first pair that tells an alias from offset 0; nothing where no pair does.
std::optional<int> tellingPair(const AliasingNumbers& numbers, const FoundAlias& found);

} // namespace rope

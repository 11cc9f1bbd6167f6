#pragma once

#include "core/studies/context_coverage.h"
#include "core/views/scheme_family.h"

#include <string>
#include <vector>

namespace rope {

/// One scheme's coverage of every pair.
struct CoveredScheme {
    std::string name;
    bool active = false;
    std::vector<PairCoverage> pairs{};

    int pairsWithNew() const; ///< pairs that meet phases which training did not
    double meanNew() const;   ///< mean of the pairs' new shares
};

/// The numbers of the figure `extension`: which phases each pair met in training, and which a longer context adds under
/// every scheme of schemeFamily().
struct ExtensionNumbers {
    SchemeFamily family;
    std::vector<CoveredScheme> schemes{}; ///< in the order of family.cases
    std::size_t active = 0;               ///< index of the active scheme
    CoveredScheme plain{};                ///< the unscaled ladder at the longer context

    int finished() const;                    ///< pairs that finish a turn within the trained context
    int still() const;                       ///< pairs that never turn
    bool justBeyond(std::size_t pair) const; ///< see liesJustBeyond()
    double lowestStep() const;               ///< lowest positive step of all schemes and pairs, at most 1
    double highestNew() const;               ///< largest new share of all schemes and pairs
};

/// Requires a validated state.
ExtensionNumbers extensionNumbers(const ExplorerState& state);

} // namespace rope

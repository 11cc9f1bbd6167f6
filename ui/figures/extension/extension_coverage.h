#pragma once

#include "core/studies/context_coverage.h"
#include "core/views/scheme_family.h"

#include <QString>
#include <vector>

namespace rope {

/// One scheme's coverage of every pair.
struct Covered {
    QString name;
    bool active;
    std::vector<PairCoverage> pairs;
};

struct Extension {
    SchemeFamily family;
    double trained = 0.0; ///< L, tokens
    double claimed = 0.0; ///< the model's maximum context, tokens
    std::vector<Covered> schemes;
    std::size_t active = 0; ///< index of the active scheme
    Covered plain;          ///< the unscaled ladder at the longer context
};

/// Coverage under every scheme, for the factor and the contexts of schemeFamily().
Extension extensionOf(const ExplorerState& state);

/// Mean of the pairs' new shares, and how many pairs have one.
double meanNew(const Covered& covered);
int pairsWithNew(const Covered& covered);

/// Lowest positive step of all schemes and pairs, and the largest new share.
double lowestStep(const Extension& extension);
double highestNew(const Extension& extension);

} // namespace rope

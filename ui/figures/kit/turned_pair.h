#pragma once

#include "core/state/derived.h"
#include "core/views/turned_pair.h"
#include "ui/figures/kit/figure.h"

namespace rope {

/// The pair and the positions that a figure shows: those under the pointer in any figure, else the state's.
struct ShownPlace {
    int pair;
    std::int64_t queryPosition;
    std::int64_t keyPosition;
    bool underPointer; ///< differs from the state's
};
ShownPlace shownPlace(const ExplorerState& state, const Highlight& highlight);

} // namespace rope

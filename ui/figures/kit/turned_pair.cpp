#include "ui/figures/kit/turned_pair.h"

#include <algorithm>

namespace rope {

ShownPlace shownPlace(const ExplorerState& state, const Highlight& highlight)
{
    const int lastPair = pairCount(state) - 1;
    ShownPlace place{std::clamp(state.highlightedPair, 0, lastPair), state.positions.query, state.positions.key, false};
    const ShownPlace before = place;
    if (highlight.pair)
        place.pair = std::clamp(*highlight.pair, 0, lastPair);
    place.queryPosition = highlight.queryPosition.value_or(place.queryPosition);
    if (highlight.keyPosition)
        place.keyPosition = *highlight.keyPosition;
    else if (highlight.offset)
        place.keyPosition = place.queryPosition + *highlight.offset;
    place.underPointer = place.pair != before.pair || place.queryPosition != before.queryPosition ||
                         place.keyPosition != before.keyPosition;
    return place;
}

} // namespace rope

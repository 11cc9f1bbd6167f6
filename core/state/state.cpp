#include "core/state/state.h"

#include <cassert>
#include <utility>

namespace rope {

const RotarySettings& activeRotary(const ExplorerState& state)
{
    assert(state.model.activeLayer >= 0 &&
           static_cast<std::size_t>(state.model.activeLayer) < state.model.layers.size());
    return state.model.layers[static_cast<std::size_t>(state.model.activeLayer)];
}

RotarySettings& activeRotary(ExplorerState& state)
{
    return const_cast<RotarySettings&>(activeRotary(std::as_const(state)));
}

int pairCount(const ExplorerState& state)
{
    return activeRotary(state).rotaryDim / 2;
}

PairContent pairContent(const ExplorerState& state, int pair)
{
    const auto index = static_cast<std::size_t>(pair);
    return index < state.pairs.size() ? state.pairs[index] : PairContent{};
}

} // namespace rope

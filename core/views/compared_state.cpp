#include "core/views/compared_state.h"

#include "core/state/change.h"

#include <algorithm>

namespace rope {

const RotarySettings& counterpartOf(const std::string& layerType, const ModelSettings& model)
{
    const auto found = std::ranges::find(model.layers, layerType, &RotarySettings::layerType);
    return found == model.layers.end() ? model.layers[static_cast<std::size_t>(model.activeLayer)] : *found;
}

std::optional<ExplorerState> comparedState(const ExplorerState& state)
{
    if (!state.compared)
        return std::nullopt;
    ModelSettings second = *state.compared;
    const RotarySettings& layer = counterpartOf(activeRotary(state).layerType, second);
    second.activeLayer = static_cast<int>(&layer - second.layers.data());
    ExplorerState alone = state;
    alone.compared.reset();
    const Result<ExplorerState> next = withChange(alone, SetModel{second});
    return next ? std::optional(*next) : std::nullopt;
}

} // namespace rope

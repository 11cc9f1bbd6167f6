#include "ui/figures/kit/moves.h"

#include <algorithm>
#include <cmath>

namespace rope {

namespace {

std::int64_t insideSequence(const ExplorerState& state, std::int64_t position)
{
    return std::clamp<std::int64_t>(position, 0, std::max<std::int64_t>(0, state.sequence.length - 1));
}

} // namespace

std::optional<Change> moveTo(const ExplorerState& state, const std::string& key, double value)
{
    const KeyHandle row = findKey(state, key);
    if (!row)
        return std::nullopt;
    const KeyRange range = sliderRange(state, *row);
    const double inside = std::clamp(value, range.minimum, range.maximum);
    if (row->get(state) == Value(inside))
        return std::nullopt;
    return SetValue{key, inside};
}

std::optional<Change> moveBy(const ExplorerState& state, const std::string& key, double units)
{
    const KeyHandle row = findKey(state, key);
    return row ? moveTo(state, key, std::get<double>(row->get(state)) + units) : std::nullopt;
}

Change moveCell(const ExplorerState& state, std::int64_t queryPosition, std::int64_t keyPosition)
{
    const std::int64_t offset = state.positions.key - state.positions.query;
    if (!state.positions.keepOffset)
        return SetValues{{{"positions.query", static_cast<double>(insideSequence(state, queryPosition))},
                          {"positions.key", static_cast<double>(insideSequence(state, keyPosition))}}};
    const std::int64_t onDiagonal = (queryPosition + keyPosition - offset) / 2;
    const std::int64_t last = std::max<std::int64_t>(0, state.sequence.length - 1);
    const std::int64_t first = std::max<std::int64_t>(0, -offset);
    const std::int64_t moved = std::clamp(onDiagonal, first, std::max(first, std::min(last, last - offset)));
    return SetValue{"positions.query", static_cast<double>(moved)};
}

} // namespace rope

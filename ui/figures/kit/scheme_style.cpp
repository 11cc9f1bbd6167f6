#include "ui/figures/kit/scheme_style.h"

#include <algorithm>
#include <array>

namespace rope {

namespace {

/// The fourth colour of a series is the highlight's: no scheme has it.
const std::array<SchemeStyle, 12>& table()
{
    static const std::array<SchemeStyle, 12> styles{{
        {"default", 0, {}},
        {"linear", 1, {6, 2}},
        {"dynamic", 4, {7, 2, 1.5, 2}},
        {"ntk_aware", 2, {2, 2}},
        {"yarn", 5, {4, 1.5}},
        {"longrope", 6, {1, 1.5}},
        {"llama3", 6, {9, 2, 1.5, 2, 1.5, 2}},
        {"proportional", 0, {3, 3}},
        {"ntk_fixed", 1, {1.5, 3}},
        {"dynamic_steps", 2, {9, 2, 1.5, 2}},
        {"window128", -1, {3, 2}}, // attention to the last 128 keys, without scaling: a control, no scheme
        {"", 4, {1.2, 1.2}},
    }};
    return styles;
}

} // namespace

const SchemeStyle& schemeStyle(std::string_view id)
{
    const auto found = std::ranges::find(table(), id, &SchemeStyle::id);
    return found == table().end() ? table().back() : *found;
}

ChartSeries schemeSeries(std::string_view id, const QString& name, std::vector<QPointF> points, bool active,
                         const PaintStyle& style)
{
    const SchemeStyle& look = schemeStyle(id);
    const bool alone = points.size() == 1; // a point is no curve
    return {.name = name,
            .points = std::move(points),
            .colour = look.colour < 0 ? style.mutedText : QColor(style.series[look.colour]),
            .width = (active ? 1.7 : 1.0) * style.lineWidth,
            .dashes = look.dashes,
            .markerSize = alone ? 3.0 * style.lineWidth : 0.0,
            .strong = active};
}

} // namespace rope

#pragma once

#include "core/views/aliasing.h"
#include "ui/figures/kit/plot_parts.h"

#include <optional>
#include <vector>

namespace rope {

/// The aliasing figure's panels, in their order.
enum class AliasPart { Circle, Axis, Counts, List };

/// All that the figure shows, and where.
struct AliasPicture {
    AliasingNumbers numbers;
    FigureParts parts;
    std::vector<Panel> panels;
};
AliasPicture aliasPicture(const FigureContext& context);

QStringList aliasCaptions(const AliasingNumbers& numbers);
/// The first pair that tells an alias from offset 0, as text; `none` where no pair does.
QString tellingWord(const AliasingNumbers& numbers, const FoundAlias& found);

/// A dial whose angle is the phase and whose radius grows with the offset (by its logarithm).
struct AliasDial {
    QPointF centre;
    double radius;
    double limit;
    std::vector<std::int64_t> others; ///< the first offsets, for the cloud behind the aliases

    QPointF toScreen(std::int64_t offset, double theta) const;
};
AliasDial aliasDial(const AliasPicture& picture, const Panel& panel, const PaintStyle& style);

/// Frame of the offset axis or of the counts.
Frame aliasFrame(const AliasPicture& picture, const Panel& panel, const PaintStyle& style);
/// How many numbers of pairs the counts show.
int shownCounts(const AliasPicture& picture);

/// Points of which no two lie in the same square of that side: dots on one another are drawn once.
std::vector<QPointF> pointsApart(const std::vector<QPointF>& points, double side);

/// The alias under a point of circle, axis or list; and the number of pairs under a point of the counts.
std::optional<FoundAlias> aliasAt(const AliasPicture& picture, const PaintStyle& style, QPointF point);
std::optional<int> countAt(const AliasPicture& picture, const PaintStyle& style, QPointF point);

} // namespace rope

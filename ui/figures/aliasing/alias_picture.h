#pragma once

#include "core/studies/aliasing.h"
#include "ui/figures/kit/plot_parts.h"

#include <Eigen/Core>
#include <optional>
#include <vector>

namespace rope {

/// The aliasing figure's panels, in their order.
enum class AliasPart { Circle, Axis, Counts, List };

/// An offset that the first pair cannot tell from offset 0, and how many pairs from it on cannot either.
struct FoundAlias {
    Alias alias;
    int fooled;
};

/// All that the figure shows, and where.
struct AliasPicture {
    Eigen::VectorXd theta;
    int first = 0;         ///< the highlighted pair, where the looking begins
    int pairs = 1;         ///< how many pairs look, no more than there are
    double tolerance = 0.; ///< rad
    std::int64_t limit = 0;
    bool complete = true; ///< false: more aliases than are listed
    std::vector<FoundAlias> aliases;
    std::vector<int> left; ///< entry k - 1: aliases left when k pairs look
    FigureParts parts;
    std::vector<Panel> panels;
};

/// The numbers alone.
AliasPicture aliasesOf(const ExplorerState& state);
/// Numbers and places.
AliasPicture aliasPicture(const FigureContext& context);

QStringList aliasCaptions(const AliasPicture& picture);
/// The aliases from the smallest error on.
std::vector<FoundAlias> closestFirst(const AliasPicture& picture);
/// The first pair that tells an alias from offset 0, as text; `none` where no pair does.
QString tellingPair(const AliasPicture& picture, const FoundAlias& found);

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

/// The alias under a point of circle, axis or list; and the number of pairs under a point of the counts.
std::optional<FoundAlias> aliasAt(const AliasPicture& picture, const PaintStyle& style, QPointF point);
std::optional<int> countAt(const AliasPicture& picture, const PaintStyle& style, QPointF point);

} // namespace rope

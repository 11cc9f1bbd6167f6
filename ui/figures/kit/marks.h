#pragma once

#include "ui/figures/kit/figure.h"
#include "ui/paint/axes.h"

#include <QPainter>
#include <QString>
#include <optional>

namespace rope {

/// The axis of pairs 0 ... count - 1, half a pair wider at both ends.
AxisSpec pairAxis(int count, const QString& title = QStringLiteral("pair j"));

/// An axis that holds both values with a little room, also where they are equal. Logarithmic: requires 0 < low.
AxisSpec roomyAxis(double low, double high, const QString& title, bool logarithmic = false);

/// The pair under a place in the frame, or nothing outside the plot.
std::optional<int> pairUnder(const Frame& frame, QPointF point, int count);

/// The selected pair as a dashed line, and the one under the pointer in any figure as a full one.
void markPairs(QPainter& painter, const Frame& frame, const FigureContext& context);

/// The offset n - m of the state as a dashed line, and the one under the pointer as a full one. `distance`: the axis
/// shows |n - m|.
void markOffsets(QPainter& painter, const Frame& frame, const FigureContext& context, bool distance);

/// What dragging over pairs asks for: the pair under the pointer becomes the highlighted one.
std::optional<Change> pickPair(const ExplorerState& state, std::optional<int> pair);

/// What dragging over offsets asks for: n = m + offset, inside the sequence; nothing while the offset is kept.
std::optional<Change> pickOffset(const ExplorerState& state, double offset);

} // namespace rope

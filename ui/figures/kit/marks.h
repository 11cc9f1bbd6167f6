#pragma once

#include "ui/figures/kit/figure.h"
#include "ui/figures/kit/panel_figure.h"

#include <QPainter>
#include <QString>
#include <optional>

namespace rope {

/// The axis of pairs 0 ... count - 1, half a pair wider at both ends.
AxisSpec pairAxis(int count, const QString& title = QStringLiteral("pair j"));

/// An axis that holds both values with a little room, also where they are equal. Logarithmic: requires 0 < low.
AxisSpec roomyAxis(double low, double high, const QString& title, bool logarithmic = false);

/// Values of pairs as points of a curve over an axis of pairs.
std::vector<QPointF> pointsOverPairs(const Eigen::VectorXd& values);

/// The pair under a place in the frame, or nothing outside the plot.
std::optional<int> pairUnder(const Frame& frame, QPointF point, int count);

/// The selected pair as a dashed line, and the one under the pointer in any figure as a full one.
void markPairs(QPainter& painter, const Frame& frame, const FigureContext& context);

/// The offset n - m of the state as a dashed line, and the one under the pointer as a full one. `distance`: the axis
/// shows |n - m|.
void markOffsets(QPainter& painter, const Frame& frame, const FigureContext& context, bool distance);

/// The same as lines of a chart: a dashed one at the state's place, a full one at what is pointed at.
void addPairMarks(ChartSpec& chart, const FigureContext& context);
void addOffsetMarks(ChartSpec& chart, const FigureContext& context, bool distance);
void addMarks(ChartSpec& chart, double own, std::optional<double> pointedAt, const PaintStyle& style);

/// The pair under a place on an axis of pairs 0 ... count - 1.
int pairAt(const PanelPoint& point, int count);

/// What dragging over an axis of pairs asks for: the pair under the pointer becomes the highlighted one.
std::optional<Change> pickPairUnder(const PanelPoint& from, const PanelPoint& to, const ExplorerState& start);
std::optional<Change> pickPair(const ExplorerState& state, std::optional<int> pair);

/// What dragging over offsets asks for: n = m + offset, inside the sequence; nothing while the offset is kept. On an
/// axis of distances the key stands before the query.
std::optional<Change> pickOffset(const ExplorerState& state, double offset);
std::optional<Change> pickOffsetUnder(const PanelPoint& from, const PanelPoint& to, const ExplorerState& start);
std::optional<Change> pickDistanceUnder(const PanelPoint& from, const PanelPoint& to, const ExplorerState& start);

} // namespace rope

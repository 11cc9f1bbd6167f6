#pragma once

#include "core/views/lab_of_state.h"
#include "ui/figures/kit/figure.h"
#include "ui/figures/kit/panels.h"
#include "ui/paint/axes.h"
#include "ui/paint/colour_map.h"

#include <optional>

namespace rope {

/// A matrix in a panel: rows downwards.
struct MatrixPanel {
    RowMatrix values;
    AxisSpec rows;
    AxisSpec columns;
    const ColourMap& map;
    ValueRange range;
    bool square = false;
    QString title{}; ///< of the colour bar: what the values are
};

/// Where it lies: beside a colour bar where that costs a square nothing, or where there is width.
Frame matrixPanelFrame(const Panel& panel, const MatrixPanel& matrix, const PaintStyle& style);

/// Paints cells and axes; cells that are not numbers take the panel colour.
void paintMatrixPanel(QPainter& painter, const Panel& panel, const MatrixPanel& matrix, const FigureContext& context);

/// Row and column under a point, or nothing.
struct MatrixPlace {
    Eigen::Index row;
    Eigen::Index column;
};
std::optional<MatrixPlace> placeIn(const Frame& frame, QPointF point, Eigen::Index rows, Eigen::Index columns);

/// [-largest, largest] of a matrix, at least [-smallest, smallest].
ValueRange symmetricRange(const RowMatrix& values, double smallest);

} // namespace rope

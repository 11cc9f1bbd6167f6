#pragma once

#include "core/views/score_window.h"
#include "ui/paint/axes.h"
#include "ui/paint/colour_map.h"

#include <QPointF>
#include <QRectF>
#include <optional>

namespace rope {

/// Where the parts of the figure are.
struct ScoreLayout {
    Frame frame; ///< axes in positions; a cell reaches half a position to each side
    QRectF bar;
    QRectF barTitle; ///< a line above the bar, where the area is too narrow for the title beside it; else empty
    QRectF caption;
    ScoreWindow window;
    int pixels = 1; ///< of the image, per side

    /// The cell under a point of the plot; nothing outside.
    std::optional<ScoreCell> cellAt(QPointF point) const;
    /// The cell nearest to a point anywhere.
    ScoreCell nearestCell(QPointF point) const;
    /// The box of a cell; thinner than a pixel when many cells share one.
    QRectF boxOf(const ScoreCell& cell) const;
};

/// `range` and `barTitle` decide the room for the colour bar, `length` that for the numbers: not the window, so that
/// the plot stays in place while zooming. `lines`: of the caption, where there is height for them.
ScoreLayout scoreLayout(const QRectF& area, const PaintStyle& style, const ScoreWindow& window, ValueRange range,
                        const QString& barTitle, std::int64_t length, double deviceScale, std::size_t lines = 2);

} // namespace rope

#pragma once

#include "ui/paint/export/export.h"

#include <QRectF>

namespace rope {

/// Ten per point: fonts have whole pixel sizes at every tenth of a point.
inline constexpr double unitsPerInch = 720.0;

/// A picture laid out: its size and how to paint it.
struct Canvas {
    const ExportOptions& options;
    const PaintFunction& paint;
    QSizeF inches;

    QRectF area() const { return {QPointF(0.0, 0.0), inches * unitsPerInch}; }
    double deviceScale() const { return options.dpi / unitsPerInch; }
};

/// Paints background and picture; the painter's unit is a layout unit.
void paintCanvas(QPainter& painter, const Canvas& canvas);

} // namespace rope

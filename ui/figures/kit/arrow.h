#pragma once

#include <QColor>
#include <QPainter>
#include <QPointF>

namespace rope {

/// A straight arrow whose tip ends exactly at `to`. Shorter than its head it becomes a dot.
void drawArrow(QPainter& painter, QPointF from, QPointF to, const QColor& color, double width);

/// An arc around `centre` from `start` by `sweep` radians (counter-clockwise on the screen for positive), with a
/// small head at its end. Its radius grows by `growth` logical units per turn: a spiral when it is not 0.
void drawArcArrow(QPainter& painter, QPointF centre, double radius, double start, double sweep, double growth,
                  const QColor& color, double width);

/// `color` faded towards `background`: 0 the background, 1 the colour. Opaque, so that every file format keeps it.
QColor faded(const QColor& color, const QColor& background, double share);

} // namespace rope

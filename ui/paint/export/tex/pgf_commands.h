#pragma once

#include <QByteArray>
#include <QColor>
#include <QImage>
#include <QPainterPath>
#include <QPen>
#include <QRectF>
#include <QTransform>

namespace rope {

// Pieces of a pgfpicture. Lengths are big points, 1/72 inch.

/// At most three decimals, no trailing zeros.
QByteArray pgfNumber(double value);

/// The same with the unit bp.
QByteArray pgfPoints(double value);

/// Defines the colour `rope`.
QByteArray pgfColour(const QColor& colour);

/// An image over `target` as operators of PDF, packed: one byte a pixel where 256 colours do, else three.
QByteArray pgfImage(const QImage& image, const QRectF& target);

/// A path without what is done to it; `toPage` takes it to points, y upwards.
QByteArray pgfPath(const QPainterPath& path, const QTransform& toPage);

QByteArray pgfCap(const QPen& pen);
QByteArray pgfJoin(const QPen& pen);

} // namespace rope

#pragma once

#include "ui/paint/colour_map.h"

#include <QImage>
#include <span>

namespace rope {

/// Cells along `length` units so that each is one device pixel, between 1 and 4096.
int heatmapPixels(double length, double deviceScale);

/// The picture of a matrix whose cells depend on column - row alone: row 0 at the top. `values` are those at
/// column - row = -(rows - 1) ... columns - 1, so that each row is a shifted copy. NaN cells take the colour `missing`.
/// Requires values.size() == rows + columns - 1.
QImage toeplitzImage(std::span<const double> values, int rows, int columns, const ColourMap& map, ValueRange range,
                     QRgb missing);

/// The picture of a matrix in row-major order, row 0 at the top. Requires values.size() == rows * columns.
QImage heatmapImage(std::span<const double> values, int rows, int columns, const ColourMap& map, ValueRange range,
                    QRgb missing);

/// Draws an image over `target` with hard cell edges: never smoothed, and large enough in a file that no viewer
/// smooths it.
void paintImage(QPainter& painter, const QRectF& target, const QImage& image, double deviceScale);

} // namespace rope

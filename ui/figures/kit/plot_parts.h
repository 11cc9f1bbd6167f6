#pragma once

#include "core/scores/score.h"
#include "ui/figures/kit/figure.h"
#include "ui/figures/kit/panels.h"
#include "ui/paint/axes.h"
#include "ui/paint/chart.h"
#include "ui/paint/style.h"

#include <QPainter>
#include <QPen>
#include <QPointF>
#include <QRectF>
#include <QStringList>
#include <initializer_list>
#include <span>
#include <vector>

namespace rope {

/// The pen of one of several curves: colour and dash both differ, so that no curve is known by its colour alone.
QPen seriesPen(const PaintStyle& style, std::size_t index, double width = 0.0);

/// A curve in the same pen as data, still without points.
ChartSeries plainSeries(const PaintStyle& style, std::size_t index, const QString& name);

/// A curve through values of the frame's axes, cut at the plot's edges (an SVG has no clipping) and broken where a
/// value is not finite or has no place on a logarithmic axis.
void drawCurve(QPainter& painter, const Frame& frame, std::span<const QPointF> values, const QPen& pen);

/// Dots at the values that lie inside the plot.
void drawDots(QPainter& painter, const Frame& frame, std::span<const QPointF> values, const QColor& color,
              double radius);

/// A line across the plot at one value of x or y; nothing where the value lies outside.
void drawVertical(QPainter& painter, const Frame& frame, double x, const QPen& pen);
void drawHorizontal(QPainter& painter, const Frame& frame, double y, const QPen& pen);

/// A column from `low` to `high` at x, `width` painter units wide, cut at the plot's edges.
void drawColumn(QPainter& painter, const Frame& frame, double x, double low, double high, double width,
                const QColor& color);

/// Thins a curve to what a plot of `columns` pixels can show: first, lowest, highest and last value of each column.
std::vector<QPointF> thinned(std::span<const QPointF> values, double minimum, double maximum, int columns,
                             bool logarithmic = false);

/// The score at offsets -span ... span, every profileStep(span)-th of them: all up to 2000 to each side.
std::vector<QPointF> sampledProfile(const RelativeScore& score, std::int64_t span);
std::int64_t profileStep(std::int64_t span);

/// Adds one value to each column. Requires as many values as columns.
void addRow(DataTable& table, std::initializer_list<double> values);

} // namespace rope

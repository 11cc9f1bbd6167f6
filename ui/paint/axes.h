#pragma once

#include "ui/paint/style.h"
#include "ui/paint/ticks.h"

#include <QPainter>
#include <QRectF>
#include <QString>
#include <cmath>
#include <optional>
#include <vector>

namespace rope {

/// Maps values of one axis to lengths along it.
struct AxisScale {
    double minimum = 0.0; ///< value at `from`
    double maximum = 1.0; ///< value at `to`
    bool logarithmic = false;
    double from = 0.0; ///< painter coordinate of minimum
    double to = 1.0;   ///< painter coordinate of maximum

    /// Painter coordinate of a value; not finite where a logarithmic axis has no place for it.
    double toPosition(double value) const;
    double toValue(double position) const;
};

/// Whether a position exists: QRectF::contains says yes to positions that are not numbers.
inline bool isFinite(QPointF position)
{
    return std::isfinite(position.x()) && std::isfinite(position.y());
}

/// What an axis shows.
struct AxisSpec {
    double minimum = 0.0;
    double maximum = 1.0; ///< below minimum: the axis runs the other way
    bool logarithmic = false;
    bool integers = false;        ///< positions, pairs: no ticks between whole numbers
    QString title = {};           ///< with unit: `wavelength (tokens)`
    std::vector<Tick> ticks = {}; ///< empty: made to fit; given ones lose numbers that would touch
};

/// A plot with axes below, at the left and, when given, at the right and above.
struct FrameSpec {
    AxisSpec bottom;
    AxisSpec left;
    std::optional<AxisSpec> right = {};
    bool grid = true;
    bool closed = false;               ///< lines all round (matrices) instead of axes alone
    std::optional<double> aspect = {}; ///< width / height of the plot; nothing: as large as fits
    double topRoom = 0.0;              ///< kept free above the plot, beside what labels need
    double rightRoom = 0.0;            ///< kept free at the right (a colour bar)
};

/// A FrameSpec laid out: where the plot is and which ticks it has.
struct Frame {
    FrameSpec spec; ///< with ticks
    QRectF area;    ///< everything
    QRectF plot;    ///< inside the axes
    AxisScale x;
    AxisScale y;
    std::optional<AxisScale> rightScale;

    QPointF toPosition(double xValue, double yValue) const { return {x.toPosition(xValue), y.toPosition(yValue)}; }
    QPointF toValue(QPointF position) const { return {x.toValue(position.x()), y.toValue(position.y())}; }
};

/// Lays a frame out so that all numbers and titles stay inside `area` and no labels overlap.
Frame layoutFrame(const QRectF& area, const FrameSpec& spec, const PaintStyle& style);

/// Grid lines, below the data.
void paintGrid(QPainter& painter, const Frame& frame, const PaintStyle& style);
/// Axis lines, ticks, numbers and titles, above the data.
void paintAxes(QPainter& painter, const Frame& frame, const PaintStyle& style);

/// Numbers and a title at the right of `edge` (a colour bar, a second axis): `scale` runs along the edge.
void paintRightAxis(QPainter& painter, const QRectF& plot, const QRectF& area, const AxisSpec& axis,
                    const AxisScale& scale, const PaintStyle& style);

/// Width that paintRightAxis needs beside the edge, title included.
double rightAxisWidth(const AxisSpec& axis, double height, const PaintStyle& style);

/// The spec with ticks that fit `length` units along the axis.
AxisSpec withTicks(AxisSpec axis, double length, bool horizontal, const PaintStyle& style);

/// Length of a major tick.
double tickLength(const PaintStyle& style);

} // namespace rope

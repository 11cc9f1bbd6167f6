#pragma once

#include "core/scores/score.h"
#include "ui/figures/kit/figure.h"
#include "ui/paint/axes.h"
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

/// One name of a legend with the line (or dot) that it stands for.
struct LegendEntry {
    QString name;
    QPen pen;
    bool dot = false;    ///< a dot (or a filled box) in the pen's colour instead of a line
    bool strong = false; ///< set in bold: the active one
};

/// Height of a legend that flows into as many lines as it needs, and the legend itself from the top of `box`.
double legendHeight(const std::vector<LegendEntry>& entries, const PaintStyle& style, double width);
void drawLegend(QPainter& painter, const std::vector<LegendEntry>& entries, const PaintStyle& style, const QRectF& box);

/// A picture divided: legend above, panels, words below.
struct FigureParts {
    std::vector<LegendEntry> legend;
    QStringList words; ///< lines of the caption, already broken
    QRectF legendBox;
    QRectF body;
    QRectF wordBox;
};

/// Divides `area`: the longest of the captions that takes at most a fifth of the height, and the legend.
FigureParts divideFigure(const QRectF& area, const PaintStyle& style, const std::vector<LegendEntry>& legend,
                         const QStringList& captions);
/// Paints the legend and the caption of a divided figure.
void drawFigureParts(QPainter& painter, const FigureParts& parts, const PaintStyle& style);

/// A place for one of a figure's panels, counted from 0.
struct Panel {
    int index;
    QRectF title; ///< one line above
    QRectF plot;  ///< with its axes
};

/// Places for the panels of a figure: the chosen one alone (1 ... count), or as many as have `smallest` (in font
/// sizes) each, beginning with the first. With a title line each when there are several.
std::vector<Panel> panelsOf(const QRectF& body, const PaintStyle& style, int count, int chosen,
                            QSizeF smallest = {21.0, 12.5});

/// The title of a panel: `name`, and which of how many it is when it stands alone.
void drawPanelTitle(QPainter& painter, const Panel& panel, const QStringList& names, std::size_t shown,
                    const PaintStyle& style);

/// The panel whose title or plot holds the point, or nullptr.
const Panel* panelAt(const std::vector<Panel>& panels, QPointF point);

/// Adds one value to each column. Requires as many values as columns.
void addRow(DataTable& table, std::initializer_list<double> values);

} // namespace rope

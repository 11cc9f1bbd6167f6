#pragma once

#include "ui/paint/axes.h"
#include "ui/paint/legend.h"
#include "ui/paint/style.h"

#include <QPainter>
#include <QPen>
#include <QPointF>
#include <QString>
#include <QStringList>
#include <memory>
#include <vector>

namespace rope {

/// One curve, one row of markers, or both.
struct ChartSeries {
    QString name;                ///< in the legend; empty: not there
    std::vector<QPointF> points; ///< values on the bottom and left axes; not finite: a gap
    QColor colour = {};
    double width = 0.0;       ///< of the line, in layout units; 0: no line
    QList<qreal> dashes = {}; ///< lengths of dash and gap by turns, in widths; empty: a full line
    double markerSize = 0.0;  ///< diameter of round markers, in layout units; 0: none
    bool strong = false;      ///< the active one: its name is set in bold

    QPen pen() const;
};

/// Columns of one colour, each from one value of the left axis to another.
struct ChartColumns {
    struct Column {
        double at;
        double from;
        double to;
    };
    QString name = {}; ///< in the legend; empty: not there
    std::vector<Column> columns = {};
    QColor fill = {};
    double unit = 1.0; ///< of the bottom axis, that one column has for itself
};

/// The area between two curves over the same values of the bottom axis, ordered along it; as many points in both. The
/// colour is opaque.
struct ChartFill {
    std::vector<QPointF> lower;
    std::vector<QPointF> upper;
    QColor fill = {};
};

/// A line across the plot at one value, with a label beside it. Labels may have sub- and superscripts as in text.h.
struct ChartLine {
    Qt::Orientation orientation = Qt::Horizontal; ///< Horizontal: at a value of the left axis
    double value = 0.0;
    QStringList labels = {}; ///< wordings, the longest first: the first that finds room is shown
    QColor colour = {};
    Qt::PenStyle dash = Qt::DotLine;
    double width = 0.0; ///< 0: a little finer than a curve
};

/// A shaded part of the plot between two values of the bottom axis, with a caption at its top.
struct ChartBand {
    double from = 0.0;
    double to = 0.0;
    QStringList labels = {}; ///< as of a line
    QColor fill = {};
};

/// A marked point with a label near it.
struct ChartPoint {
    QPointF value;
    QStringList labels = {}; ///< as of a line
    QColor colour = {};
    double size = 0.0; ///< diameter; 0: none
};

/// A thin strip along the bottom of the plot, or its top, one colour per stretch of the bottom axis.
struct ChartStrip {
    struct Cell {
        double from;
        double to;
        QColor fill;
    };
    std::vector<Cell> cells;
    QStringList labels = {}; ///< as of a line, just above a strip at the bottom
    QString name = {};       ///< in the legend, with the first cell's colour; empty: not there
    bool atTop = false;
};

/// A chart as plain data.
struct ChartSpec {
    FrameSpec frame; ///< axes; the right axis is only a second scale, series use the left one
    std::vector<ChartBand> bands = {};
    std::vector<ChartFill> fills = {};
    std::vector<ChartColumns> columns = {};
    std::vector<ChartSeries> series = {};
    std::vector<ChartLine> lines = {};
    std::vector<ChartPoint> points = {};
    ChartStrip strip = {};
    QString words = {};    ///< in the middle of an empty plot
    bool hasLegend = true; ///< false: whoever shows the chart sets legendOf(spec) elsewhere
};

/// The named columns, strips and series of a chart, each name once.
std::vector<LegendEntry> legendOf(const ChartSpec& spec);

class ChartScene;

/// What is kept from one picture of charts to the next, for building it takes longer than painting it: owned by whoever
/// shows them again and again. Pictures are the same with and without.
class ChartScenes {
public:
    ChartScenes();
    ~ChartScenes();
    ChartScenes(const ChartScenes&) = delete;
    ChartScenes& operator=(const ChartScenes&) = delete;

    ChartScene& scene(); ///< built when it is first asked for

private:
    std::unique_ptr<ChartScene> scene_;
};

/// Where everything of a chart is: `plot`, toPosition and toValue. The same as paintChart uses.
Frame layoutChart(const QRectF& area, const ChartSpec& spec, const PaintStyle& style);

/// Paints a chart into `area` of any painter. Series are drawn by Qt Charts, cut to the plot and thinned to its pixel
/// columns (`deviceScale` device pixels per unit). From the GUI thread only.
void paintChart(QPainter& painter, const QRectF& area, const ChartSpec& spec, const PaintStyle& style,
                double deviceScale, ChartScenes* kept = nullptr);

/// Draws series alone into a frame.
void paintSeries(QPainter& painter, const Frame& frame, const std::vector<ChartSeries>& series, double deviceScale,
                 ChartScenes* kept = nullptr);

} // namespace rope

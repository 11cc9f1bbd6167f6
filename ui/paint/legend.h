#pragma once

#include "ui/paint/style.h"

#include <QPainter>
#include <QPen>
#include <QRectF>
#include <QString>
#include <vector>

namespace rope {

/// One name of a legend with the line (or box) that it stands for.
struct LegendEntry {
    QString name; ///< may have sub- and superscripts as in text.h
    QPen pen;
    bool dot = false;        ///< a filled box in the pen's colour instead of a line
    bool strong = false;     ///< set in bold: the active one
    double markerSize = 0.0; ///< diameter of a round marker on the line; 0: none
};

/// Height of a legend that flows into as many lines as it needs, and the legend itself from the top of `box`. A name
/// that is wider than the box is elided.
double legendHeight(const std::vector<LegendEntry>& entries, const PaintStyle& style, double width);
void drawLegend(QPainter& painter, const std::vector<LegendEntry>& entries, const PaintStyle& style, const QRectF& box);

} // namespace rope

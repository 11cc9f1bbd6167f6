#pragma once

#include "ui/paint/legend.h"
#include "ui/paint/style.h"

#include <QPainter>
#include <QRectF>
#include <QStringList>
#include <vector>

namespace rope {

/// A picture divided: legend above, panels, words below.
struct FigureParts {
    std::vector<LegendEntry> legend;
    QStringList words; ///< lines of the caption, already broken
    QRectF legendBox;
    QRectF body;
    QRectF wordBox;
};

/// Divides `area`: the longest of the captions that takes at most an eighth of the height, and the legend.
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

/// Places for the first `shown` of `count` panels, as near to 4:3 as can be; none where one would be smaller than
/// `smallest` (in font sizes). With a title line each when there are several.
std::vector<Panel> gridPanels(const QRectF& body, const PaintStyle& style, int count, int shown, QSizeF smallest);

/// Places for the panels of a figure: the chosen one alone (1 ... count), or as many as have `smallest` (in font
/// sizes) each, beginning with the first. With a title line each when there are several.
std::vector<Panel> panelsOf(const QRectF& body, const PaintStyle& style, int count, int chosen,
                            QSizeF smallest = {21.0, 12.5});

/// The title of a panel: `name`, and which of how many it is when it stands alone.
void drawPanelTitle(QPainter& painter, const Panel& panel, const QStringList& names, std::size_t shown,
                    const PaintStyle& style);

/// The panel whose title or plot holds the point, or nullptr.
const Panel* panelAt(const std::vector<Panel>& panels, QPointF point);

} // namespace rope

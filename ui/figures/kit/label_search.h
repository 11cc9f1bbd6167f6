#pragma once

#include "ui/paint/style.h"

#include <QPainter>
#include <QPointF>
#include <QRectF>
#include <QString>
#include <optional>
#include <vector>

namespace rope {

/// A label of several colours on one line, each part with sub- and superscripts as in drawRichText: `q = R_m q`.
struct LabelPart {
    QString markup;
    QColor color;
};
using Label = std::vector<LabelPart>;

/// Width and height of a label. `size`: of its letters, in logical units.
QSizeF labelSize(const Label& label, const PaintStyle& style, double size);

/// Draws a label into a box of labelSize.
void drawLabel(QPainter& painter, const Label& label, const PaintStyle& style, double size, const QRectF& box);

/// Finds places for labels: inside an area, never on one another, away from lines as far as it goes.
class LabelSearch {
public:
    explicit LabelSearch(const QRectF& area);

    /// No label comes here.
    void keepFree(const QRectF& box);
    /// Labels keep off this line where they can.
    void avoid(QPointF from, QPointF to);

    /// A box of `size` near `anchor`, towards `direction` (unit length, y down) if possible and at least `gap` away.
    /// The box is then kept free. Nothing when there is no room at all.
    std::optional<QRectF> place(QSizeF size, QPointF anchor, QPointF direction, double gap);

private:
    double cost(const QRectF& box) const;
    bool isFree(const QRectF& box) const;

    QRectF area_;
    std::vector<QRectF> taken_;
    std::vector<QPointF> avoided_; ///< points along the lines
};

} // namespace rope

#include "ui/figures/scores/score_marks.h"

#include "ui/figures/kit/arrow.h"

#include <QPen>
#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace rope {

namespace {

/// A line that shows on any colour: a dark one under a light one.
void drawOnAnything(QPainter& painter, QPointF from, QPointF to, const PaintStyle& style, const QColor& color,
                    Qt::PenStyle pattern)
{
    painter.setPen(QPen(QColor(0, 0, 0, 130), 2.4 * style.hairline, Qt::SolidLine, Qt::FlatCap));
    if (pattern == Qt::SolidLine)
        painter.drawLine(from, to);
    painter.setPen(QPen(color, 1.1 * style.hairline, pattern, Qt::FlatCap));
    painter.drawLine(from, to);
}

/// The part of the diagonal n - m = offset inside the window, as points of the plot.
std::optional<std::pair<QPointF, QPointF>> diagonal(const ScoreLayout& layout, double offset)
{
    const double top = static_cast<double>(layout.window.firstRow) - 0.5;
    const double left = static_cast<double>(layout.window.firstColumn) - 0.5;
    const double span = static_cast<double>(layout.window.span);
    const double fromRow = std::max(top, left - offset);
    const double toRow = std::min(top + span, left + span - offset);
    if (fromRow >= toRow)
        return std::nullopt;
    return std::pair(layout.frame.toPosition(fromRow + offset, fromRow),
                     layout.frame.toPosition(toRow + offset, toRow));
}

} // namespace

void drawHatch(QPainter& painter, const ScoreLayout& layout, const PaintStyle& style)
{
    const double step =
        std::max(1.0, 0.8 * style.fontSize / layout.frame.plot.width() * static_cast<double>(layout.window.span));
    const double first = static_cast<double>(layout.window.firstColumn - layout.window.firstRow);
    const double last = first + static_cast<double>(layout.window.span);
    painter.setPen(QPen(faded(style.axis, style.background, 0.3), style.hairline));
    for (double offset = std::max(first - static_cast<double>(layout.window.span), 0.0) + step; offset < last;
         offset += step)
        if (const auto line = diagonal(layout, offset))
            painter.drawLine(line->first, line->second);
}

void drawCross(QPainter& painter, const ScoreLayout& layout, const ScoreCell& cell, const PaintStyle& style,
               const QColor& color)
{
    if (!layout.window.contains(cell))
        return;
    const QRectF& plot = layout.frame.plot;
    const QRectF box = layout.boxOf(cell);
    const double room = std::max(0.5 * box.width(), 0.45 * style.fontSize);
    const QPointF centre = box.center();
    const auto line = [&](QPointF from, QPointF to) {
        if (QPointF::dotProduct(to - from, QPointF(1, 1)) > 0.0)
            drawOnAnything(painter, from, to, style, color, Qt::SolidLine);
    };
    line({plot.left(), centre.y()}, {centre.x() - room, centre.y()});
    line({centre.x() + room, centre.y()}, {plot.right(), centre.y()});
    line({centre.x(), plot.top()}, {centre.x(), centre.y() - room});
    line({centre.x(), centre.y() + room}, {centre.x(), plot.bottom()});
    const QRectF ring = QRectF(centre - QPointF(room, room), centre + QPointF(room, room)) & plot;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(QColor(0, 0, 0, 130), 2.4 * style.hairline));
    painter.drawRect(ring);
    painter.setPen(QPen(color, 1.1 * style.hairline));
    painter.drawRect(ring);
}

void drawPlace(QPainter& painter, const ScoreLayout& layout, std::optional<std::int64_t> query,
               std::optional<std::int64_t> key, const PaintStyle& style, const QColor& color)
{
    const ScoreCell cell{query.value_or(layout.window.firstRow), key.value_or(layout.window.firstColumn)};
    if (!layout.window.contains(cell))
        return;
    const QRectF& plot = layout.frame.plot;
    const QPointF centre = layout.boxOf(cell).center();
    if (query)
        drawOnAnything(painter, {plot.left(), centre.y()}, {plot.right(), centre.y()}, style, color, Qt::SolidLine);
    if (key)
        drawOnAnything(painter, {centre.x(), plot.top()}, {centre.x(), plot.bottom()}, style, color, Qt::SolidLine);
}

void drawDiagonal(QPainter& painter, const ScoreLayout& layout, std::int64_t offset, const PaintStyle& style,
                  const QColor& color)
{
    if (const auto line = diagonal(layout, static_cast<double>(offset))) {
        const double dot = 2.2 * style.hairline;
        for (const auto& [ink, width] : {std::pair(QColor(0, 0, 0, 170), dot), std::pair(color, 0.55 * dot)}) {
            QPen pen(ink, width, Qt::CustomDashLine, Qt::FlatCap);
            pen.setDashPattern({1.6 * dot / width, 2.6 * dot / width});
            painter.setPen(pen);
            painter.drawLine(line->first, line->second);
        }
    }
}

} // namespace rope

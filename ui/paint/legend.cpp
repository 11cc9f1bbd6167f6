#include "ui/paint/legend.h"

#include "ui/paint/text.h"

#include <algorithm>

namespace rope {

namespace {

double smallSize(const PaintStyle& style)
{
    return 0.9 * style.fontSize;
}

double lineHeight(const PaintStyle& style)
{
    return 1.25 * style.fontSize;
}

double sampleWidth(const PaintStyle& style, bool dot)
{
    return (dot ? 0.8 : 2.4) * style.fontSize;
}

double entryWidth(const LegendEntry& entry, const PaintStyle& style)
{
    return sampleWidth(style, entry.dot) + 0.4 * style.fontSize +
           richTextSize(entry.name, style, {.size = smallSize(style), .bold = entry.strong}).width();
}

/// Boxes of the entries, flowing from the left, in lines from the top.
std::vector<QRectF> flow(const std::vector<LegendEntry>& entries, const PaintStyle& style, const QRectF& box)
{
    std::vector<QRectF> boxes;
    QPointF at = box.topLeft();
    for (const LegendEntry& entry : entries) {
        const double width = std::min(box.width(), entryWidth(entry, style));
        if (at.x() > box.left() && at.x() + width > box.right())
            at = QPointF(box.left(), at.y() + lineHeight(style));
        boxes.emplace_back(at, QSizeF(width, lineHeight(style)));
        at.rx() += width + 1.1 * style.fontSize;
    }
    return boxes;
}

void drawSample(QPainter& painter, const LegendEntry& entry, QPointF middle, const PaintStyle& style)
{
    const double side = 0.75 * style.fontSize;
    if (entry.dot)
        return painter.fillRect(QRectF(middle.x(), middle.y() - side / 2, side, side), entry.pen.color());
    const QPointF end = middle + QPointF(sampleWidth(style, false), 0.0);
    painter.setPen(entry.pen);
    painter.drawLine(middle, end);
    painter.setPen(Qt::NoPen);
    painter.setBrush(entry.pen.color());
    if (entry.markerSize > 0.0)
        painter.drawEllipse((middle + end) / 2.0, entry.markerSize / 2.0, entry.markerSize / 2.0);
}

} // namespace

double legendHeight(const std::vector<LegendEntry>& entries, const PaintStyle& style, double width)
{
    const std::vector<QRectF> boxes = flow(entries, style, QRectF(0.0, 0.0, width, 0.0));
    return boxes.empty() ? 0.0 : boxes.back().bottom();
}

void drawLegend(QPainter& painter, const std::vector<LegendEntry>& entries, const PaintStyle& style, const QRectF& box)
{
    painter.save();
    const std::vector<QRectF> boxes = flow(entries, style, box);
    for (std::size_t i = 0; i < entries.size(); ++i) {
        drawSample(painter, entries[i], QPointF(boxes[i].left(), boxes[i].center().y()), style);
        const double before = sampleWidth(style, entries[i].dot) + 0.4 * style.fontSize;
        drawTitle(painter, boxes[i].adjusted(before, 0.0, 0.5, 0.0), entries[i].name, style,
                  {.size = smallSize(style), .colour = style.text, .bold = entries[i].strong});
    }
    painter.restore();
}

} // namespace rope

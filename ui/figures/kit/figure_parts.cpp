#include "ui/figures/kit/plot_parts.h"

#include "ui/paint/text.h"

#include <QFontMetricsF>
#include <algorithm>
#include <cmath>

namespace rope {

namespace {

double smallSize(const PaintStyle& style)
{
    return 0.9 * style.fontSize;
}

QFontMetricsF smallMetrics(const PaintStyle& style, bool bold = false)
{
    return QFontMetricsF(fontOf(style, smallSize(style), bold));
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
           smallMetrics(style, entry.strong).horizontalAdvance(entry.name);
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

QStringList broken(const QString& text, const PaintStyle& style, double width)
{
    const QFontMetricsF metrics = smallMetrics(style);
    QStringList lines;
    for (const QString& word : text.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        const QString longer = lines.isEmpty() ? word : lines.back() + QLatin1Char(' ') + word;
        if (!lines.isEmpty() && metrics.horizontalAdvance(longer) <= width)
            lines.back() = longer;
        else
            lines << word;
    }
    return lines;
}

/// The longest caption that takes at most `maximum` lines; none when even the shortest takes more.
QStringList fittingCaption(const QStringList& captions, const PaintStyle& style, double width, int maximum)
{
    for (const QString& caption : captions)
        if (const QStringList lines = broken(caption, style, width); lines.size() <= maximum)
            return lines;
    return {};
}

/// Columns of a grid of `count` panels whose cells are at least `smallest`, as near to 4:3 as can be; 0: none fits.
int gridColumns(const QSizeF& size, int count, const QSizeF& smallest)
{
    int best = 0;
    double leastOff = 1e300;
    for (int columns = 1; columns <= count; ++columns) {
        const int rows = (count + columns - 1) / columns;
        const double width = size.width() / columns;
        const double height = size.height() / rows;
        const double off = std::abs(std::log(width / height / 1.4)) + 0.3 * (rows * columns - count);
        if (width >= smallest.width() && height >= smallest.height() && off < leastOff) {
            best = columns;
            leastOff = off;
        }
    }
    return best;
}

Panel panelIn(int index, const QRectF& cell, const PaintStyle& style, bool titled)
{
    const double title = titled ? 1.5 * style.fontSize : 0.0;
    return {index, QRectF(cell.left(), cell.top(), cell.width(), title), cell.adjusted(0.0, title, 0.0, 0.0)};
}

} // namespace

double legendHeight(const std::vector<LegendEntry>& entries, const PaintStyle& style, double width)
{
    const std::vector<QRectF> boxes = flow(entries, style, QRectF(0.0, 0.0, width, 0.0));
    return boxes.empty() ? 0.0 : boxes.back().bottom();
}

void drawLegend(QPainter& painter, const std::vector<LegendEntry>& entries, const PaintStyle& style, const QRectF& box)
{
    const std::vector<QRectF> boxes = flow(entries, style, box);
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const LegendEntry& entry = entries[i];
        const double sample = sampleWidth(style, entry.dot);
        const QPointF middle(boxes[i].left(), boxes[i].center().y());
        if (entry.dot) {
            const double side = 0.75 * style.fontSize;
            painter.fillRect(QRectF(middle.x(), middle.y() - side / 2, side, side), entry.pen.color());
        } else {
            painter.setPen(entry.pen);
            painter.drawLine(middle, middle + QPointF(sample, 0.0));
        }
        drawText(painter, boxes[i].adjusted(sample + 0.4 * style.fontSize, 0.0, 0.5, 0.0), entry.name, style,
                 {.size = smallSize(style), .colour = style.text, .bold = entry.strong});
    }
}

FigureParts divideFigure(const QRectF& area, const PaintStyle& style, const std::vector<LegendEntry>& legend,
                         const QStringList& captions)
{
    FigureParts parts;
    parts.legend = legend;
    const double margin = 0.7 * style.margin;
    const QRectF inner = area.adjusted(margin, margin, -margin, -margin);
    const double line = lineHeight(style);
    const int lines = static_cast<int>(inner.height() / line);
    parts.words = fittingCaption(captions, style, inner.width(), std::max(1, lines / 8));
    if (lines < 9)
        parts.words.clear();
    if (legendHeight(legend, style, inner.width()) > 0.3 * inner.height())
        parts.legend.clear(); // a tiny picture is better without words than without curves
    const double above =
        parts.legend.empty() ? 0.0 : legendHeight(parts.legend, style, inner.width()) + 0.3 * style.fontSize;
    const double below = line * static_cast<double>(parts.words.size());
    parts.legendBox = QRectF(inner.left(), inner.top(), inner.width(), above);
    parts.wordBox = QRectF(inner.left(), inner.bottom() - below, inner.width(), below);
    parts.body = QRectF(QPointF(inner.left(), parts.legendBox.bottom()),
                        QPointF(inner.right(), parts.wordBox.top() - (below > 0.0 ? 0.4 * margin : 0.0)));
    return parts;
}

void drawFigureParts(QPainter& painter, const FigureParts& parts, const PaintStyle& style)
{
    drawLegend(painter, parts.legend, style, parts.legendBox);
    QRectF line(parts.wordBox.left(), parts.wordBox.top(), parts.wordBox.width() + 0.5, lineHeight(style));
    for (const QString& words : parts.words) {
        drawText(painter, line, words, style, {.size = smallSize(style), .colour = style.mutedText});
        line.translate(0.0, line.height());
    }
}

std::vector<Panel> panelsOf(const QRectF& body, const PaintStyle& style, int count, int chosen, QSizeF smallest)
{
    const bool titled = count > 1;
    if (chosen >= 1 && chosen <= count)
        return {panelIn(chosen - 1, body, style, titled)};
    const double gap = 0.8 * style.fontSize;
    int shown = count;
    int columns = 0;
    while (shown > 1 && (columns = gridColumns(body.size(), shown, smallest * style.fontSize)) == 0)
        --shown;
    if (shown == 1)
        return {panelIn(0, body, style, titled)};
    const int rows = (shown + columns - 1) / columns;
    const double height = (body.height() - gap * (rows - 1)) / rows;
    std::vector<Panel> panels;
    for (int i = 0; i < shown; ++i) {
        const int row = i / columns;
        const int inRow = std::min(columns, shown - row * columns); // a short last row takes the whole width
        const double width = (body.width() - gap * (inRow - 1)) / inRow;
        const QPointF corner = body.topLeft() + QPointF((i % columns) * (width + gap), row * (height + gap));
        panels.push_back(panelIn(i, QRectF(corner, QSizeF(width, height)), style, titled));
    }
    return panels;
}

void drawPanelTitle(QPainter& painter, const Panel& panel, const QStringList& names, std::size_t shown,
                    const PaintStyle& style)
{
    QString text = names[panel.index];
    const QFontMetricsF metrics(fontOf(style, style.fontSize, true));
    const QString which = QStringLiteral("  (%1 of %2)").arg(panel.index + 1).arg(names.size());
    if (metrics.horizontalAdvance(text) > panel.title.width())
        text = text.section(QStringLiteral(", "), 0, 0);
    if (shown < static_cast<std::size_t>(names.size()) &&
        metrics.horizontalAdvance(text + which) <= panel.title.width())
        text += which;
    drawText(painter, panel.title, text, style, {.colour = style.text, .bold = true});
}

const Panel* panelAt(const std::vector<Panel>& panels, QPointF point)
{
    for (const Panel& panel : panels)
        if (panel.plot.contains(point) || panel.title.contains(point))
            return &panel;
    return nullptr;
}

} // namespace rope

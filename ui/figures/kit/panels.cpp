#include "ui/figures/kit/panels.h"

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

QFontMetricsF smallMetrics(const PaintStyle& style)
{
    return QFontMetricsF(fontOf(style, smallSize(style)));
}

double lineHeight(const PaintStyle& style)
{
    return 1.25 * style.fontSize;
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

std::vector<Panel> gridPanels(const QRectF& body, const PaintStyle& style, int count, int shown, QSizeF smallest)
{
    const bool titled = count > 1;
    if (shown <= 1)
        return {panelIn(0, body, style, titled)};
    const double gap = 0.8 * style.fontSize;
    const int columns = gridColumns(body.size(), shown, smallest * style.fontSize);
    if (columns == 0)
        return {};
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

std::vector<Panel> panelsOf(const QRectF& body, const PaintStyle& style, int count, int chosen, QSizeF smallest)
{
    if (chosen >= 1 && chosen <= count)
        return {panelIn(chosen - 1, body, style, count > 1)};
    for (int shown = count;; --shown)
        if (const auto panels = gridPanels(body, style, count, shown, smallest); !panels.empty())
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

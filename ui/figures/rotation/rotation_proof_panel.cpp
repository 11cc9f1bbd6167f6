#include "ui/figures/rotation/rotation_proof_panel.h"

#include "ui/figures/kit/figure_text.h"
#include "ui/paint/text.h"

#include <QPen>
#include <algorithm>
#include <cmath>

namespace rope {

namespace {

// In letter sizes.
constexpr double headHeight = 1.7;
constexpr double titleHeight = 1.9;
constexpr double lineHeight = 1.65;
constexpr double matrixHeight = 3.3;
constexpr double columnWidth = 4.0;
constexpr double bracket = 0.35;
constexpr double gap = 0.5;
constexpr double largest = 1.7; ///< letters of the panel against the figure's

bool hasMatrix(const ProofRow& row)
{
    return std::ranges::any_of(row, [](const ProofItem& item) { return item.matrix.has_value(); });
}

double heightOf(const ProofRow& row)
{
    return hasMatrix(row) ? matrixHeight : lineHeight;
}

double heightOf(const ProofStep& step)
{
    double height = headHeight + titleHeight;
    for (const ProofRow& row : step.rows)
        height += heightOf(row);
    return height;
}

double matrixWidth(double size)
{
    return (2.0 * columnWidth + 4.0 * bracket + gap) * size;
}

double widthOf(const ProofItem& item, const PaintStyle& style, double size)
{
    double width = item.matrix ? matrixWidth(size) : 0.0;
    if (!item.markup.isEmpty())
        width += richTextSize(item.markup, style, {.size = size}).width() + gap * size;
    return width;
}

double widthOf(const ProofStep& step, const PaintStyle& style, double size)
{
    double widest = richTextSize(step.title, style, {.size = 1.15 * size, .bold = true}).width();
    for (const ProofRow& row : step.rows) {
        double width = 0.0;
        for (const ProofItem& item : row)
            width += widthOf(item, style, size);
        widest = std::max(widest, width);
    }
    return widest;
}

/// The largest letters with which the step fits.
double fittingSize(const QRectF& box, const ProofStep& step, const PaintStyle& style)
{
    double size = std::min(largest * style.fontSize, box.height() / heightOf(step));
    while (size > 1.0 && widthOf(step, style, size) > box.width()) // fonts come in whole sizes
        size *= 0.97;
    return size;
}

void drawBrackets(QPainter& painter, const QRectF& box, double serif)
{
    for (const auto& [x, inward] : {std::pair{box.left(), serif}, {box.right(), -serif}}) {
        painter.drawLine(QPointF(x, box.top()), QPointF(x, box.bottom()));
        painter.drawLine(QPointF(x, box.top()), QPointF(x + inward, box.top()));
        painter.drawLine(QPointF(x, box.bottom()), QPointF(x + inward, box.bottom()));
    }
}

void drawMatrix(QPainter& painter, const QRectF& box, const Eigen::Matrix2d& matrix, const QColor& color, double size,
                const PaintStyle& style)
{
    painter.setPen(QPen(color, std::max(style.hairline, 0.08 * size)));
    drawBrackets(painter, box.adjusted(0.0, 0.25 * size, 0.0, -0.25 * size), bracket * size);
    const double row = 0.5 * (box.height() - 0.5 * size);
    for (int r = 0; r < 2; ++r)
        for (int c = 0; c < 2; ++c) {
            const QRectF cell(box.left() + (bracket + c * (columnWidth + bracket)) * size,
                              box.top() + 0.25 * size + r * row, (columnWidth + 0.5 * bracket) * size, row);
            drawRichText(painter, cell, fixedText(matrix(r, c), 3), style,
                         {.size = size, .colour = color, .alignment = Qt::AlignRight | Qt::AlignVCenter});
        }
}

void drawRow(QPainter& painter, const QRectF& line, const ProofRow& row, double size, const PaintStyle& style)
{
    double x = line.left();
    for (const ProofItem& item : row) {
        const QColor color = proofColor(item.ink, style);
        if (!item.markup.isEmpty()) {
            drawRichText(painter, QRectF(QPointF(x, line.top()), line.bottomRight()), item.markup, style,
                         {.size = size, .colour = color});
            x += richTextSize(item.markup, style, {.size = size}).width() + gap * size;
        }
        if (item.matrix) {
            const QRectF box(x, line.top(), matrixWidth(size) - gap * size, line.height());
            drawMatrix(painter, box, *item.matrix, color, size, style);
            x += matrixWidth(size);
        }
    }
}

void drawNumbers(QPainter& painter, const ProofPanel& panel, int shown, const PaintStyle& style)
{
    for (std::size_t i = 0; i < panel.numbers.size(); ++i) {
        const bool now = static_cast<int>(i) + 1 == shown;
        painter.setPen(QPen(now ? style.highlight : style.axis, style.hairline));
        painter.setBrush(now ? style.highlight : style.background);
        painter.drawRoundedRect(panel.numbers[i], 0.3 * panel.size, 0.3 * panel.size);
        painter.setBrush(Qt::NoBrush);
        drawText(painter, panel.numbers[i], QString::number(i + 1), style,
                 {.size = 0.9 * panel.size,
                  .colour = now ? style.background : style.mutedText,
                  .bold = now,
                  .alignment = Qt::AlignCenter});
    }
}

void paintGist(QPainter& painter, const ProofPanel& panel, const ProofStep& step, const PaintStyle& style)
{
    const double left = panel.numbers.back().right() + 0.7 * panel.size;
    const QRectF title(QPointF(left, panel.box.top()),
                       QPointF(panel.box.right(), panel.box.top() + headHeight * panel.size));
    const TextFormat bold{.size = panel.size, .colour = style.text, .bold = true};
    const bool fits = richTextSize(step.title, style, bold).width() <= title.width();
    drawText(painter, title, fits ? step.title : step.title.section(u':', 0, 0), style, bold);
    std::vector<Wordings> lines;
    for (const QStringList& wordings : step.gist)
        lines.push_back({wordings, style.text});
    drawCaption(painter, lines, style, panel.size, panel.box.adjusted(0.0, headHeight * panel.size, 0.0, 1.0));
}

} // namespace

QColor proofColor(ProofInk ink, const PaintStyle& style)
{
    switch (ink) {
    case ProofInk::Muted:
        return style.mutedText;
    case ProofInk::Query:
        return style.query;
    case ProofInk::Key:
        return style.key;
    case ProofInk::Difference:
        return style.highlight;
    case ProofInk::Text:
        break;
    }
    return style.text;
}

ProofPanel proofPanel(const QRectF& box, bool full, const ProofStep& step, const PaintStyle& style)
{
    ProofPanel panel{box, full, full ? fittingSize(box, step, style) : style.fontSize, {}};
    if (full) {
        const double height = heightOf(step) * panel.size;
        panel.box.setTop(box.top() + std::max(0.0, 0.5 * (box.height() - height)));
        panel.box.setHeight(std::min(box.height(), height));
    }
    const double side = 1.4 * panel.size;
    for (std::size_t i = 0; i < panel.numbers.size(); ++i)
        panel.numbers[i] = QRectF(panel.box.left() + static_cast<double>(i) * 1.2 * side, panel.box.top(), side, side);
    return panel;
}

void paintProof(QPainter& painter, const ProofPanel& panel, const ProofStep& step, int shown, const PaintStyle& style)
{
    drawNumbers(painter, panel, shown, style);
    if (!panel.full) {
        paintGist(painter, panel, step, style);
        return;
    }
    double y = panel.box.top() + headHeight * panel.size;
    drawText(painter, QRectF(panel.box.left(), y, panel.box.width(), titleHeight * panel.size), step.title, style,
             {.size = 1.15 * panel.size, .colour = style.text, .bold = true});
    y += titleHeight * panel.size;
    for (const ProofRow& row : step.rows) {
        const double height = heightOf(row) * panel.size;
        drawRow(painter, QRectF(panel.box.left(), y, panel.box.width(), height), row, panel.size, style);
        y += height;
    }
}

std::optional<int> stepAt(const ProofPanel& panel, QPointF point, int shown)
{
    for (std::size_t i = 0; i < panel.numbers.size(); ++i)
        if (panel.numbers[i].contains(point))
            return static_cast<int>(i) + 1;
    if (panel.box.contains(point))
        return std::min(shown + 1, lastProofStep);
    return std::nullopt;
}

} // namespace rope

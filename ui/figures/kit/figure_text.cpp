#include "ui/figures/kit/figure_text.h"

#include "ui/paint/text.h"
#include "ui/paint/ticks.h"

#include <QFontMetricsF>
#include <cmath>
#include <numbers>

namespace rope {

QString fixedText(double value, int decimals)
{
    return fixedNumber(value, decimals);
}

QString degreesText(double radians, int decimals)
{
    return fixedText(radians * 180.0 / std::numbers::pi, decimals) + QStringLiteral("°");
}

QString wavelengthText(double inverseFrequency)
{
    if (inverseFrequency == 0.0)
        return QStringLiteral("no turn");
    return readableNumber(2.0 * std::numbers::pi / std::abs(inverseFrequency)) + QStringLiteral(" tokens");
}

QString fittingWording(const QStringList& variants, const PaintStyle& style, double size, double width)
{
    for (const QString& variant : variants)
        if (richTextSize(variant, style, {.size = size}).width() <= width)
            return variant;
    return variants.isEmpty() ? QString() : variants.last();
}

void drawCaption(QPainter& painter, const std::vector<Wordings>& lines, const PaintStyle& style, double size,
                 const QRectF& box)
{
    const double height = captionHeight(1, style, size);
    QRectF line(box.left(), box.top(), box.width(), height);
    for (const Wordings& wordings : lines) {
        if (line.bottom() > box.bottom() + 0.5)
            return;
        drawRichText(painter, line, fittingWording(wordings.variants, style, size, box.width()), style,
                     {.size = size, .colour = wordings.color});
        line.translate(0.0, height);
    }
}

double captionHeight(std::size_t lines, const PaintStyle& style, double size)
{
    return static_cast<double>(lines) * QFontMetricsF(fontOf(style, size)).lineSpacing() * 1.08;
}

} // namespace rope

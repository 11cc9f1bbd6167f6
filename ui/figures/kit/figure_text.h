#pragma once

#include "ui/paint/style.h"

#include <QPainter>
#include <QRectF>
#include <QString>
#include <QStringList>
#include <vector>

namespace rope {

/// A number with a fixed number of decimals and a real minus sign; never "−0".
QString fixedText(double value, int decimals);

/// An angle in degrees: −63.5°.
QString degreesText(double radians, int decimals = 1);

/// A wavelength in tokens; "no turn" where the frequency is 0.
QString wavelengthText(double inverseFrequency);

/// One line of text as several wordings, the longest first; each with sub- and superscripts as in drawRichText.
struct Wordings {
    QStringList variants;
    QColor color;
};

/// The first wording that is no wider than `width`; the last one where none is.
QString fittingWording(const QStringList& variants, const PaintStyle& style, double size, double width);

/// Lines from the top of a box, each in the first wording that fits. Lines for which there is no height are left out.
void drawCaption(QPainter& painter, const std::vector<Wordings>& lines, const PaintStyle& style, double size,
                 const QRectF& box);

/// Height of that many lines.
double captionHeight(std::size_t lines, const PaintStyle& style, double size);

} // namespace rope

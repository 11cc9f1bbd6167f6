#include "ui/widgets/rows/number_text.h"

#include <algorithm>
#include <cmath>

namespace rope {

namespace {

constexpr QChar groupSeparator(0x202F);
constexpr QChar minusSign(0x2212);

/// Spaces into a run of digits from `point` on: leftwards before it (step -3) or rightwards after it.
QString groupedWhole(QString digits)
{
    for (qsizetype at = digits.size() - 3; at > 0; at -= 3)
        digits.insert(at, groupSeparator);
    return digits;
}

QString groupedFraction(QString digits)
{
    for (qsizetype at = 3; at < digits.size(); at += 4)
        digits.insert(at, groupSeparator);
    return digits;
}

struct Pieces {
    QString sign;
    QString whole;
    QString fraction; ///< digits after the point
    QString exponent; ///< with its `e`
};

Pieces split(QString text)
{
    Pieces pieces;
    if (text.startsWith(u'-')) {
        pieces.sign = minusSign;
        text.remove(0, 1);
    }
    const qsizetype exponentAt = text.indexOf(u'e');
    if (exponentAt >= 0) {
        pieces.exponent = text.mid(exponentAt);
        text.truncate(exponentAt);
    }
    pieces.whole = text.section(u'.', 0, 0);
    pieces.fraction = text.section(u'.', 1);
    return pieces;
}

} // namespace

QString numberText(double value)
{
    if (!std::isfinite(value))
        return std::isnan(value) ? QStringLiteral("–") : value > 0 ? QStringLiteral("∞") : QStringLiteral("−∞");
    const bool plain = value == std::round(value) && std::abs(value) < 1e15;
    const Pieces pieces = split(plain ? QString::number(value, 'f', 0) : QString::fromStdString(formatValue(value)));
    const QString point = pieces.fraction.isEmpty() ? QString() : QStringLiteral(".") + pieces.fraction;
    return pieces.sign + groupedWhole(pieces.whole) + point + pieces.exponent;
}

QString numberText(double value, int digits)
{
    return numberText(std::isfinite(value) ? QString::number(value, 'g', digits).toDouble() : value);
}

QString significantText(double value, int digits)
{
    if (!std::isfinite(value))
        return numberText(value);
    if (value == 0.0)
        return QStringLiteral("0");
    const double magnitude = std::abs(value);
    const bool scientific = magnitude < 1e-4 || magnitude >= 1e12;
    const int decimals = std::max(0, digits - 1 - static_cast<int>(std::floor(std::log10(magnitude))));
    const Pieces pieces =
        split(scientific ? QString::number(value, 'e', digits - 1) : QString::number(value, 'f', decimals));
    const QString point =
        pieces.fraction.isEmpty() ? QString() : QStringLiteral(".") + groupedFraction(pieces.fraction);
    return pieces.sign + groupedWhole(pieces.whole) + point + pieces.exponent;
}

} // namespace rope

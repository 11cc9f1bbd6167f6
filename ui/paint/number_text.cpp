#include "ui/paint/number_text.h"

#include "core/base/number_text.h"

#include <QStringList>
#include <algorithm>
#include <array>
#include <cmath>

namespace rope {
namespace {

constexpr QChar minusSign(0x2212);

QString withoutTrailingZeros(QString number)
{
    if (!number.contains('.'))
        return number;
    while (number.endsWith('0'))
        number.chop(1);
    if (number.endsWith('.'))
        number.chop(1);
    return number;
}

/// A number of QString with a real minus sign and its digits in groups of three: those before the point, and with
/// `fractionToo` those behind it.
QString grouped(QString number, bool fractionToo = false)
{
    const qsizetype first = number.startsWith('-') ? 1 : 0;
    const qsizetype exponent = number.indexOf('e');
    qsizetype end = exponent < 0 ? number.size() : exponent;
    const qsizetype point = number.indexOf('.');
    if (fractionToo && point >= 0)
        for (qsizetype at = point + 4; at < end; at += 4, ++end)
            number.insert(at, numberSpace);
    for (qsizetype at = (point < 0 ? end : point) - 3; at > first; at -= 3)
        number.insert(at, numberSpace);
    return first == 0 ? number : minusSign + number.mid(1);
}

QString notFinite(double value, const QString& noNumber)
{
    if (std::isnan(value))
        return noNumber;
    return value > 0.0 ? QStringLiteral("∞") : minusSign + QStringLiteral("∞");
}

} // namespace

QString numberText(double value)
{
    if (!std::isfinite(value))
        return notFinite(value, QStringLiteral("–"));
    return grouped(QString::fromStdString(shortestNumber(value)));
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
    if (magnitude < 1e-4 || magnitude >= 1e12)
        return grouped(QString::number(value, 'e', digits - 1), true);
    const int decimals = std::max(0, digits - 1 - static_cast<int>(std::floor(std::log10(magnitude))));
    return grouped(QString::number(value, 'f', decimals), true);
}

QString fixedNumber(double value, int decimals, double groupFrom)
{
    QString digits = QString::number(std::abs(value), 'f', decimals);
    const bool isZero = digits.count('0') + digits.count('.') == digits.size();
    if (std::abs(value) >= groupFrom)
        digits = grouped(digits);
    return value < 0.0 && !isZero ? minusSign + digits : digits;
}

QString groupedNumber(double value, int decimals)
{
    return withoutTrailingZeros(fixedNumber(value, decimals, 999.5));
}

QString readableNumber(double value, int significant)
{
    if (!std::isfinite(value))
        return notFinite(value, QStringLiteral("not a number"));
    const double size = std::abs(value);
    if (size == 0.0)
        return "0";
    if (size >= 1e-4 && size < 1e9) {
        const int exponent = static_cast<int>(std::floor(std::log10(size)));
        return groupedNumber(value, std::max(0, significant - 1 - exponent));
    }
    const QStringList parts = QString::number(size, 'e', std::max(0, significant - 1)).split('e');
    const QString mantissa = withoutTrailingZeros(parts[0]);
    const QString power = powerOfTen(parts[1].toInt());
    const QString sign = value < 0.0 ? QString(minusSign) : QString();
    return sign + (mantissa == "1" ? power : mantissa + numberSpace + QChar(0xD7) + numberSpace + power);
}

QString compactNumber(double value)
{
    constexpr std::array<std::pair<double, const char*>, 4> units{{{1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e3, "k"}}};
    const double size = std::abs(value);
    if (!std::isfinite(value) || size >= 1e15)
        return readableNumber(value, 3);
    for (const auto& [unit, name] : units) {
        if (size < unit * (unit == 1e3 ? 9.9995 : 0.9995))
            continue;
        const double share = value / unit;
        const int decimals = std::abs(share) >= 99.95 ? 0 : (std::abs(share) >= 9.995 ? 1 : 2);
        return groupedNumber(share, decimals) + numberSpace + QLatin1String(name);
    }
    return readableNumber(value, size >= 1e3 ? 4 : 3);
}

QString superscript(int number)
{
    static const QString digits = QString::fromUtf8("⁰¹²³⁴⁵⁶⁷⁸⁹");
    QString text;
    for (const QChar character : QString::number(number))
        text += character == '-' ? QChar(0x207B) : digits[character.digitValue()];
    return text;
}

QString powerOfTen(int exponent)
{
    return "10" + superscript(exponent);
}

} // namespace rope

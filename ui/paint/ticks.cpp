#include "ui/paint/ticks.h"

#include <QStringList>
#include <algorithm>
#include <array>
#include <cmath>

namespace rope {
namespace {

const QChar narrowSpace(0x202F);
const QChar minusSign(0x2212);

/// 1, 2 or 5 times a power of ten, the smallest that is at least `atLeast`.
double niceStep(double atLeast)
{
    const double decade = std::pow(10.0, std::floor(std::log10(atLeast)));
    for (const double share : {1.0, 2.0, 5.0})
        if (share * decade >= atLeast * (1.0 - 1e-9))
            return share * decade;
    return 10.0 * decade;
}

int decimalsOf(double step)
{
    return step >= 1.0 ? 0 : static_cast<int>(std::ceil(-std::log10(step) - 1e-9));
}

QString groupDigits(QString number)
{
    const qsizetype point = number.indexOf('.');
    for (qsizetype at = (point < 0 ? number.size() : point) - 3; at > 0; at -= 3)
        number.insert(at, narrowSpace);
    return number;
}

/// `groupFrom`: the size from which digits are grouped.
QString fixedNumber(double value, int decimals, double groupFrom)
{
    QString digits = QString::number(std::abs(value), 'f', decimals);
    const bool isZero = digits.count('0') + digits.count('.') == digits.size();
    if (std::abs(value) >= groupFrom)
        digits = groupDigits(digits);
    return value < 0.0 && !isZero ? minusSign + digits : digits;
}

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

bool isMultiple(double value, double unit)
{
    return std::abs(value / unit - std::round(value / unit)) < 1e-6;
}

/// One way of writing all labels of an axis.
QString stepLabel(double value, double step, double largest)
{
    if (step < 1e-4)
        return value == 0.0 ? QString("0") : readableNumber(value, 6);
    if (largest >= 1e9)
        return value == 0.0 ? QString("0") : compactNumber(value);
    if (largest >= 1e6 && isMultiple(step, 1e5))
        return value == 0.0 ? QString("0") : compactNumber(value);
    if (largest >= 1e5 && isMultiple(step, 1e3)) {
        if (value == 0.0)
            return "0";
        return groupedNumber(value / 1e3) + narrowSpace + 'k';
    }
    return fixedNumber(value, decimalsOf(step), 9999.5);
}

std::vector<Tick> ticksAt(double minimum, double maximum, double step)
{
    const double slack = 1e-9 * (maximum - minimum);
    const double largest = std::max(std::abs(minimum), std::abs(maximum));
    std::vector<Tick> ticks;
    for (double index = std::ceil((minimum - slack) / step); index * step <= maximum + slack; index += 1.0) {
        const double value = index == 0.0 ? 0.0 : index * step; // never -0
        ticks.push_back({value, stepLabel(value, step, largest), true});
    }
    return ticks;
}

/// Ticks at shares * 10^k inside the range, for every `stride`-th decade.
void appendDecadeTicks(std::vector<Tick>& ticks, double minimum, double maximum, int stride, bool labelsWithin)
{
    const int first = static_cast<int>(std::floor(std::log10(minimum)));
    const int last = static_cast<int>(std::ceil(std::log10(maximum)));
    for (int exponent = first; exponent <= last; ++exponent) {
        const double decade = std::pow(10.0, exponent);
        for (int share = 1; share < 10; ++share) {
            const double value = share * decade;
            if (value < minimum * (1.0 - 1e-9) || value > maximum * (1.0 + 1e-9))
                continue;
            const bool onStride = exponent % stride == 0 && share == 1;
            const bool within = labelsWithin && (share == 2 || share == 5);
            const QString label = share == 1 ? powerOfTen(exponent) : readableNumber(value, 1);
            if (onStride || within)
                ticks.push_back({value, labelsWithin ? readableNumber(value, 1) : label, true});
            else if (stride == 1 || share == 1)
                ticks.push_back({value, {}, false});
        }
    }
}

} // namespace

std::vector<Tick> linearTicks(double minimum, double maximum, int wanted, bool integers)
{
    const double range = maximum - minimum;
    if (!std::isfinite(range) || range <= 0.0 || wanted < 1)
        return {};
    if (range < 1e-12 * std::max(std::abs(minimum), std::abs(maximum)))
        return {}; // below the digits of a double
    double step = niceStep(range / wanted);
    if (integers)
        step = std::max(1.0, std::round(step));
    return ticksAt(minimum, maximum, step);
}

std::vector<Tick> logTicks(double minimum, double maximum, int wanted)
{
    if (!(minimum > 0.0) || !(maximum > minimum) || !std::isfinite(maximum) || wanted < 1)
        return {};
    const double decades = std::log10(maximum) - std::log10(minimum);
    if (decades < 0.7)
        return linearTicks(minimum, maximum, wanted);
    std::vector<Tick> ticks;
    const bool few = decades <= 2.0 && wanted >= 3.0 * decades;
    const int stride = few ? 1 : std::max(1, static_cast<int>(std::ceil(decades / wanted)));
    if (decades / stride > 60.0)
        return {};
    appendDecadeTicks(ticks, minimum, maximum, stride, few);
    return ticks;
}

QString groupedNumber(double value, int decimals)
{
    return withoutTrailingZeros(fixedNumber(value, decimals, 999.5));
}

QString readableNumber(double value, int significant)
{
    if (std::isnan(value))
        return "not a number";
    if (std::isinf(value))
        return value > 0.0 ? QString(QChar(0x221E)) : minusSign + QString(QChar(0x221E));
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
    return sign + (mantissa == "1" ? power : mantissa + narrowSpace + QChar(0xD7) + narrowSpace + power);
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
        return groupedNumber(share, decimals) + narrowSpace + QLatin1String(name);
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

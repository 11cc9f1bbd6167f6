#include "ui/paint/ticks.h"

#include <QStringList>
#include <algorithm>
#include <array>
#include <cmath>

namespace rope {
namespace {

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
        return groupedNumber(value / 1e3) + numberSpace + 'k';
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

} // namespace rope

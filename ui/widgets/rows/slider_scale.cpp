#include "ui/widgets/rows/slider_scale.h"

#include <algorithm>
#include <cmath>

namespace rope {

namespace {

/// Monotone coordinate in which the travel is even.
double coordinate(const SliderScale& scale, double value)
{
    if (!scale.logarithmic)
        return value;
    return scale.minimum > 0.0 ? std::log(value) : std::log1p(value - scale.minimum);
}

double fromCoordinate(const SliderScale& scale, double place)
{
    if (!scale.logarithmic)
        return place;
    return scale.minimum > 0.0 ? std::exp(place) : std::expm1(place) + scale.minimum;
}

double roundToStep(double value, double step)
{
    // Dividing by a whole number keeps 0.3 at 0.3, where multiplying by 0.1 would give 0.30000000000000004.
    return step >= 1.0 ? std::round(value / step) * step
                       : std::round(value * std::round(1.0 / step)) / std::round(1.0 / step);
}

double powerOfTenBelow(double value)
{
    return std::pow(10.0, std::floor(std::log10(value)));
}

/// Rounded to what a hand can aim at.
double rounded(const SliderScale& scale, double value)
{
    if (scale.integer && std::abs(value) < 1000.0)
        return std::round(value);
    if (scale.logarithmic && value != 0.0)
        return roundToStep(value, powerOfTenBelow(std::abs(value)) / 100.0);
    if (scale.integer)
        return std::round(value);
    const double range = scale.maximum - scale.minimum;
    return range > 0.0 ? roundToStep(value, powerOfTenBelow(range / 1000.0)) : value;
}

} // namespace

double fractionOf(const SliderScale& scale, double value)
{
    const double first = coordinate(scale, scale.minimum);
    const double last = coordinate(scale, scale.maximum);
    if (!(last > first))
        return 0.0;
    const double inside = std::clamp(value, scale.minimum, scale.maximum);
    return std::clamp((coordinate(scale, inside) - first) / (last - first), 0.0, 1.0);
}

double valueAt(const SliderScale& scale, double fraction)
{
    if (fraction <= 0.0)
        return scale.minimum;
    if (fraction >= 1.0)
        return scale.maximum;
    const double first = coordinate(scale, scale.minimum);
    const double last = coordinate(scale, scale.maximum);
    const double exact = fromCoordinate(scale, first + fraction * (last - first));
    return std::clamp(rounded(scale, exact), scale.minimum, scale.maximum);
}

double stepped(const SliderScale& scale, double value, double steps)
{
    if (scale.integer && !scale.logarithmic)
        return std::clamp(std::round(value) + steps, scale.minimum, scale.maximum);
    const double moved = valueAt(scale, fractionOf(scale, value) + steps / 100.0);
    if (!scale.integer || std::abs(moved - value) >= 1.0)
        return moved;
    return std::clamp(std::round(value) + (steps > 0.0 ? 1.0 : -1.0), scale.minimum, scale.maximum);
}

} // namespace rope

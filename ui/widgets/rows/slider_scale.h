#pragma once

namespace rope {

/// How a slider's travel maps to values. A logarithmic scale that starts at or below 0 is logarithmic in the
/// distance from its start.
struct SliderScale {
    double minimum = 0.0;
    double maximum = 1.0;
    bool logarithmic = false;
    bool integer = false;

    bool operator==(const SliderScale&) const = default;
};

/// Where a value stands on the travel, in [0, 1]; values beyond the ends stand at the ends.
double fractionOf(const SliderScale& scale, double value);

/// The value at a place of the travel, rounded to what a hand can aim at: whole numbers for integers, three
/// significant digits on a logarithmic scale, a thousandth of the range (rounded down to a power of ten) otherwise.
/// The ends are exact.
double valueAt(const SliderScale& scale, double fraction);

/// The value `steps` keyboard steps away: 1 for integers, a hundredth of the travel otherwise; within the range.
double stepped(const SliderScale& scale, double value, double steps);

} // namespace rope

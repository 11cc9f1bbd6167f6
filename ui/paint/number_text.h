#pragma once

#include <QString>
#include <limits>

namespace rope {

/// Between groups of digits: a narrow no-break space.
inline constexpr QChar numberSpace(0x202F);

/// A number as people read it: every digit that the value needs, the whole part in groups of three: 131 072; 0.0001;
/// 1e-07. parseNumber reads it back to the same value.
QString numberText(double value);

/// The same, rounded to at most `digits` significant digits.
QString numberText(double value, int digits);

/// A number rounded to `digits` significant digits, grouped on both sides of the point: 0.713 204 812 345.
QString significantText(double value, int digits);

/// A number with this many decimals and a real minus sign; never minus zero. Digits are grouped from the size
/// `groupFrom` on.
QString fixedNumber(double value, int decimals, double groupFrom = std::numeric_limits<double>::infinity());

/// Digits grouped by threes with narrow no-break spaces and a real minus sign: `131 072`, `−7`, `0.158`.
/// At most `decimals` decimals, without trailing zeros.
QString groupedNumber(double value, int decimals = 0);

/// A number for people: `significant` digits, grouped, `3.2 × 10⁻⁵` below 1e-4 and from 1e9 on; `∞`, `−∞`,
/// `not a number`.
QString readableNumber(double value, int significant = 4);

/// SI-like short form of at most three digits: `131 k`, `1.05 M`, `0.2`; from 1e15 on as readableNumber.
QString compactNumber(double value);

/// `10⁻³`.
QString powerOfTen(int exponent);

/// The digits and sign of an integer as superscripts: `⁻³`.
QString superscript(int number);

} // namespace rope

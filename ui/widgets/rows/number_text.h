#pragma once

#include "core/state/keys.h"

#include <QString>

namespace rope {

/// A number as people read it: every digit that the value needs, the whole part in groups of three
/// (narrow no-break spaces): 131 072; 0.0001; 1e-07. parseValue reads it back to the same value.
QString numberText(double value);

/// The same, rounded to at most `digits` significant digits.
QString numberText(double value, int digits);

/// A number rounded to `digits` significant digits, grouped on both sides of the point: 0.713 204 812 345.
QString significantText(double value, int digits);

} // namespace rope

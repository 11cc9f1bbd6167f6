#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>

namespace rope {

/// A number from text: digits with optional grouping, exponent, suffix k, M, G (powers of ten) or a power `2^20`.
Result<double> parseNumber(std::string_view text);

/// The shortest text that reads back to the same double; whole numbers below 1e15 without an exponent.
std::string shortestNumber(double value);

/// A number with 17 significant digits, which read back to the same double; `inf` and `nan` as words.
std::string exactNumber(double value);

/// A number for reading: at most `digits` significant ones.
std::string roundedNumber(double value, int digits = 8);

/// A number in a note: the shortest decimal with at most six significant digits.
std::string shortNumber(double value);

} // namespace rope

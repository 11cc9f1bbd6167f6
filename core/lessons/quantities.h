#pragma once

#include "core/base/result.h"
#include "core/state/shown_state.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rope {

/// What the integer after the colon of `{{wavelength:3}}` means.
enum class QuantityArgument {
    None,
    Pair,   ///< a pair; the highlighted one when it is left out
    Tokens, ///< a number of tokens; it must be given
};

using QuantityFunction = Result<double> (*)(const ShownState& state, std::int64_t argument);

/// One number that a lesson shows live and a task checks: a pure function of the state.
struct LiveQuantity {
    std::string_view id;    ///< `score_rotated`
    std::string_view title; ///< `score of the turned query and key`
    std::string_view unit;  ///< `rad/token`, or empty
    int digits = 3;         ///< digits after the point; a number that would read as 0.000 is written as 1.2e-16
    QuantityFunction value = nullptr;
    QuantityArgument argument = QuantityArgument::None;
};

/// Every quantity, sorted by topic.
const std::vector<LiveQuantity>& liveQuantities();

/// The quantity with this id, or nullptr.
const LiveQuantity* findQuantity(std::string_view id);

/// A quantity named in a lesson: `score_rotated` or `wavelength:3`.
struct QuantityReference {
    std::string id;
    std::optional<std::int64_t> argument;

    bool operator==(const QuantityReference&) const = default;
};

/// Reads `id` or `id:argument`. Refuses unknown ids, arguments where none belongs and missing ones.
Result<QuantityReference> parseQuantityReference(std::string_view text);

/// The value now. Refused where the state has no such number: a pair beyond the last, a table that has ended,
/// a sequence too long to be measured cell by cell. Requires a validated state.
Result<double> valueOf(const QuantityReference& reference, const ShownState& state);

/// The value as a lesson prints it, without its unit: `−0.53`, `1.1e-16`, `∞`.
std::string formatQuantity(const LiveQuantity& quantity, double value);

/// valueOf and formatQuantity with the unit; an en dash where the state has no such number.
std::string textOf(const QuantityReference& reference, const ShownState& state);

} // namespace rope

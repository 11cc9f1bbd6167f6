#pragma once

#include "core/lessons/quantities.h"

#include <variant>

namespace rope {

enum class Relation { Less, AtMost, Equal, NotEqual, AtLeast, Greater };

/// `pair_phase_error_degrees:0 <= 2`: a quantity of the state against a number.
struct QuantityCondition {
    QuantityReference quantity;
    Relation relation = Relation::Equal;
    double bound = 0;
};

/// `sequence.mask = causal`: a key of the state against the text of a value.
struct KeyCondition {
    std::string key;
    bool equal = true;
    std::string text;
};

using Condition = std::variant<QuantityCondition, KeyCondition>;

/// Reads `quantity OP number` or `key = value` (a name with a dot is a key); OP is one of < <= = != >= >.
/// Two numbers within 1e-9 of each other count as equal.
Result<Condition> parseCondition(std::string_view text);

/// Whether the condition holds; refused where the state has no such number or key.
Result<bool> holds(const Condition& condition, const ShownState& state);

} // namespace rope

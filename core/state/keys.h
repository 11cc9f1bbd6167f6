#pragma once

#include "core/base/number_text.h"
#include "core/base/result.h"
#include "core/state/state.h"

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace rope {

/// A value of a key: a number (integers and switches too), or a text (choices too).
using Value = std::variant<double, std::string>;

enum class ValueKind { Integer, Real, Switch, Choice, Text };

/// One choice of a Choice key.
struct KeyChoice {
    std::string id;    ///< `half`
    std::string title; ///< `half-split (j, j + d/2)`
};

/// The range that a slider may offer: [minimum, maximum].
struct KeyRange {
    double minimum;
    double maximum;
};

/// One thing of the state that has a name: the slider and its field, `--set`, the session file and `list keys`
/// are all made from this row.
struct StateKey {
    std::string id{};    ///< `model.base`
    std::string group{}; ///< heading in the parameter panel: `Positions`
    std::string title{}; ///< `Base B`
    std::string unit{};  ///< `tokens`, or empty
    std::string help{};  ///< one sentence for the tooltip
    ValueKind kind = ValueKind::Real;
    double minimum = 0;
    double maximum = 1;
    bool logarithmic = false;
    std::vector<KeyChoice> choices{};
    bool stored = true; ///< false: a view of something stored elsewhere (the highlighted pair's content)
    std::function<Value(const ExplorerState&)> get{};
    std::function<Result<void>(ExplorerState&, const Value&)> set{}; ///< writes one value; range is checked before
    std::function<KeyRange(const ExplorerState&)> offered{};         ///< what a slider offers, where that is less
};

/// The keys that every state has, in the panel's order.
const std::vector<StateKey>& stateKeys();

/// stateKeys plus one `scheme.<id>` key for each parameter of the active layer's scheme.
std::vector<StateKey> keysOf(const ExplorerState& state);

/// A row of the table, or one that was made for this state.
using KeyHandle = std::shared_ptr<const StateKey>;

/// The key with this id for this state, or nullptr.
KeyHandle findKey(const ExplorerState& state, std::string_view id);

/// The range that a slider may offer now: [minimum, maximum] of the key, narrowed by the rest of the state
/// (highlighted pair below the number of pairs, positions below the length, the kept offset).
KeyRange sliderRange(const ExplorerState& state, const StateKey& key);

/// A value from what a user typed: `500k`, `1e6`, `2^20`, `131 072` for numbers, a choice's id for choices,
/// on/off for switches. Refuses with the key's id as field.
Result<Value> parseValue(const StateKey& key, std::string_view text);

/// The shortest text that parseValue reads back to the same value.
std::string formatValue(const Value& value);

} // namespace rope

#pragma once

#include "core/base/result.h"
#include "core/state/keys.h"
#include "core/state/state.h"

#include <optional>
#include <variant>
#include <vector>

namespace rope {

/// One key of the table in keys.h gets a value.
struct SetValue {
    std::string key;
    Value value;
};
/// Several keys at once, applied in order and validated at the end: all or none (a lesson's link).
struct SetValues {
    std::vector<SetValue> values;
};
/// `key=text`, as a command line or a link of a lesson has it.
struct Assignment {
    std::string key;
    std::string text;

    bool operator==(const Assignment&) const = default;
};
/// Several keys at once from their texts, each read against the state that those before it make (scheme.factor after
/// model.scheme); all or none.
struct SetTexts {
    std::vector<Assignment> assignments;
};
/// Another model: a preset or a model file.
struct SetModel {
    ModelSettings model;
};
/// A second model to compare with, or none.
struct SetCompared {
    std::optional<ModelSettings> model;
};
/// Content of one pair (a dragged arrow or bar).
struct SetPairContent {
    int pair;
    PairContent content;
};
/// Content of every pair at once.
struct SetAllPairs {
    std::vector<PairContent> pairs;
};
/// A whole state: an opened session, undo.
struct ReplaceAll {
    ExplorerState state;
};

/// A request that may be refused.
using Change =
    std::variant<SetValue, SetValues, SetTexts, SetModel, SetCompared, SetPairContent, SetAllPairs, ReplaceAll>;

/// The state after a change, validated as a whole; the given state is untouched when it is refused.
Result<ExplorerState> withChange(const ExplorerState& state, const Change& change);

/// Nothing when the value has the key's kind and lies in its range; else what would be right.
Result<void> requireFits(const StateKey& key, const Value& value);

/// Nothing when every part of the state is in range and fits the rest; else the first thing that is wrong.
Result<void> validate(const ExplorerState& state);
Result<void> validate(const ModelSettings& model);

} // namespace rope

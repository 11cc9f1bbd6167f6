#include "core/state/change.h"

#include "core/schemes/registry.h"
#include "core/state/axes.h"
#include "core/state/content_choice.h"
#include "core/state/derived.h"
#include "core/state/model_name.h"

#include <algorithm>
#include <cmath>

namespace rope {

namespace {

constexpr std::size_t maximumTextBytes = 4096;
constexpr std::size_t maximumLayers = 64;
constexpr double maximumContent = 1e6; ///< length of one pair's q or k

template <class... Visitors> struct Overloaded : Visitors... {
    using Visitors::operator()...;
};
template <class... Visitors> Overloaded(Visitors...) -> Overloaded<Visitors...>; // clang 14 does not deduce aggregates

std::string rangeText(const StateKey& key)
{
    const std::string minimum =
        key.id == "model.base" ? "above 1 and at most " : "from " + formatValue(key.minimum) + " to ";
    return "it must be " + minimum + formatValue(key.maximum);
}

/// Sets the key to what `value` makes of it: the value itself, or one read from a text.
template <class ValueOf> Result<void> setKey(ExplorerState& state, const std::string& id, ValueOf valueOf)
{
    const KeyHandle key = findKey(state, id);
    if (!key)
        return refuse(id, "there is no such key here; `rope-explorer list keys` names them all");
    const Result<Value> value = valueOf(*key);
    if (!value)
        return tl::unexpected(value.error());
    if (const Result<void> fits = requireFits(*key, *value); !fits)
        return fits;
    const bool plain = hasPlainName(state.model);
    const Result<void> done = key->set(state, *value);
    if (done && plain)
        state.model.name = plainModelName(state.model);
    return done;
}

Result<void> setValue(ExplorerState& state, const SetValue& change)
{
    return setKey(state, change.key, [&](const StateKey&) -> Result<Value> { return change.value; });
}

Result<void> setText(ExplorerState& state, const Assignment& assignment)
{
    return setKey(state, assignment.key, [&](const StateKey& key) { return parseValue(key, assignment.text); });
}

/// Each part in turn, up to the first that is refused.
template <class Parts, class Set> Result<void> setEach(ExplorerState& state, const Parts& parts, Set set)
{
    for (const auto& part : parts)
        if (const Result<void> done = set(state, part); !done)
            return done;
    return {};
}

/// The state with one change made but not yet validated as a whole.
Result<void> make(ExplorerState& state, const Change& change)
{
    return std::visit(Overloaded{
                          [&](const SetValue& set) { return setValue(state, set); },
                          [&](const SetValues& set) { return setEach(state, set.values, setValue); },
                          [&](const SetTexts& set) { return setEach(state, set.assignments, setText); },
                          [&](const SetModel& set) -> Result<void> {
                              const int headDim = activeRotary(state).headDim;
                              state.model = set.model;
                              if (const Result<void> valid = validate(state.model); !valid)
                                  return valid;
                              state.highlightedPair = std::clamp(state.highlightedPair, 0, pairCount(state) - 1);
                              if (state.sequence.content == ContentKind::File && activeRotary(state).headDim != headDim)
                                  state.sequence.content = ContentKind::Identical; // heads of another model
                              return {};
                          },
                          [&](const SetCompared& set) -> Result<void> {
                              state.compared = set.model;
                              return {};
                          },
                          [&](const SetPairContent& set) -> Result<void> {
                              if (set.pair < 0 || set.pair >= pairCount(state))
                                  return refuse("pair", "there is no pair " + std::to_string(set.pair) +
                                                            "; the last is " + std::to_string(pairCount(state) - 1));
                              const auto index = static_cast<std::size_t>(set.pair);
                              if (state.pairs.size() <= index)
                                  state.pairs.resize(index + 1);
                              state.pairs[index] = set.content;
                              return {};
                          },
                          [&](const SetAllPairs& set) -> Result<void> {
                              state.pairs = set.pairs;
                              return {};
                          },
                          [&](const ReplaceAll& set) -> Result<void> {
                              state = set.state;
                              return {};
                          },
                      },
                      change);
}

Result<void> validateShape(const RotarySettings& rotary)
{
    if (rotary.headDim < 2 || rotary.headDim > maximumHeadDim || rotary.headDim % 2 != 0)
        return refuse("model.head_dim", std::to_string(rotary.headDim) + " is not an even number from 2 to " +
                                            std::to_string(maximumHeadDim));
    if (rotary.rotaryDim < 2 || rotary.rotaryDim > rotary.headDim || rotary.rotaryDim % 2 != 0)
        return refuse("model.rotary_dim", std::to_string(rotary.rotaryDim) +
                                              " is not an even number from 2 to the head dimension " +
                                              std::to_string(rotary.headDim));
    if (!(rotary.base > 1.0) || !std::isfinite(rotary.base))
        return refuse("model.base", formatValue(rotary.base) + " is not a base; it must be above 1");
    return {};
}

Result<void> validateParameters(const RotarySettings& rotary)
{
    const Scheme* scheme = findScheme(rotary.scheme);
    if (scheme == nullptr)
        return refuse("model.scheme",
                      "'" + rotary.scheme + "' is not a known scheme; `rope-explorer list schemes` names them all");
    for (const auto& [id, value] : rotary.parameters) {
        const auto found = std::ranges::find(scheme->parameters, id, &Parameter::id);
        if (found == scheme->parameters.end())
            return refuse("scheme." + id, "the scheme " + rotary.scheme + " has no such parameter");
        if (!std::isfinite(value))
            return refuse("scheme." + id, "it must be a finite number");
    }
    return {};
}

Result<void> validateLayer(const RotarySettings& rotary)
{
    if (const Result<void> shape = validateShape(rotary); !shape)
        return shape;
    if (const Result<void> parameters = validateParameters(rotary); !parameters)
        return parameters;
    for (const double context : {rotary.originalContext, rotary.maximumContext})
        if (!(context >= 1) || !std::isfinite(context))
            return refuse("model.original_context", "a context must be a finite number of tokens, at least 1");
    if (const Result<void> axes = requireAxesFit(rotary); !axes)
        return axes;
    const Result<Schedule> schedule = scheduleOf(rotary, 0);
    return schedule ? Result<void>{} : tl::unexpected(schedule.error());
}

Result<void> validatePairs(const ExplorerState& state)
{
    if (state.pairs.size() > static_cast<std::size_t>(maximumHeadDim / 2))
        return refuse("pair.content", "there are more pairs than a head can have");
    for (const PairContent& pair : state.pairs) {
        for (const double length : {pair.queryLength, pair.keyLength})
            if (!(length >= 0 && length <= maximumContent))
                return refuse("pair.content", "a length must be from 0 to 1e6");
        if (!std::isfinite(pair.queryAngle) || !std::isfinite(pair.keyAngle))
            return refuse("pair.content", "an angle must be a finite number");
    }
    return {};
}

} // namespace

Result<void> requireFits(const StateKey& key, const Value& value)
{
    const bool wantsText = key.kind == ValueKind::Text || key.kind == ValueKind::Choice;
    if (wantsText != std::holds_alternative<std::string>(value))
        return refuse(key.id, wantsText ? "it must be a text" : "it must be a number");
    if (wantsText) {
        const auto& text = std::get<std::string>(value);
        if (key.kind == ValueKind::Choice)
            return parseValue(key, text).map([](const Value&) {});
        if (text.size() > maximumTextBytes)
            return refuse(key.id, "the text has " + std::to_string(text.size()) + " bytes; at most " +
                                      std::to_string(maximumTextBytes) + " fit");
        return {};
    }
    const double number = std::get<double>(value);
    if (key.kind == ValueKind::Switch)
        return number == 0.0 || number == 1.0 ? Result<void>{} : refuse(key.id, "a switch is on or off");
    if (!(number >= key.minimum && number <= key.maximum))
        return refuse(key.id, formatValue(value) + " is out of range; " + rangeText(key));
    if (key.kind == ValueKind::Integer && number != std::floor(number))
        return refuse(key.id, formatValue(value) + " is not a whole number");
    return {};
}

Result<void> validate(const ModelSettings& model)
{
    if (model.layers.empty() || model.layers.size() > maximumLayers)
        return refuse("model.layers", "a model has 1 to " + std::to_string(maximumLayers) + " kinds of layers");
    if (model.activeLayer < 0 || static_cast<std::size_t>(model.activeLayer) >= model.layers.size())
        return refuse("model.active_layer", "there is no layer type " + std::to_string(model.activeLayer));
    for (const RotarySettings& layer : model.layers)
        if (const Result<void> valid = validateLayer(layer); !valid)
            return valid;
    return {};
}

Result<void> validate(const ExplorerState& state)
{
    if (const Result<void> model = validate(state.model); !model)
        return model;
    if (state.compared)
        if (const Result<void> compared = validate(*state.compared); !compared)
            return compared;
    if (const Result<void> pairs = validatePairs(state); !pairs)
        return pairs;
    if (state.highlightedPair < 0 || state.highlightedPair >= pairCount(state))
        return refuse("pair.highlighted", std::to_string(state.highlightedPair) +
                                              " is not a pair of this model; the last is " +
                                              std::to_string(pairCount(state) - 1));
    if (state.view.rangeMinimum >= state.view.rangeMaximum)
        return refuse("view.range_minimum", "the range must begin below where it ends");
    for (const StateKey& key : stateKeys())
        if (const Result<void> fits = requireFits(key, key.get(state)); !fits)
            return fits;
    if (const Result<void> content = requireContentFits(state); !content)
        return content;
    if (!findScheme(activeRotary(state).scheme)->followsLength)
        return {}; // its layer has been found usable
    return scheduleOf(activeRotary(state), static_cast<double>(state.sequence.length)).map([](const Schedule&) {});
}

Result<ExplorerState> withChange(const ExplorerState& state, const Change& change)
{
    ExplorerState next = state;
    if (const Result<void> made = make(next, change); !made)
        return tl::unexpected(made.error());
    if (const Result<void> valid = validate(next); !valid)
        return tl::unexpected(valid.error());
    return next;
}

} // namespace rope

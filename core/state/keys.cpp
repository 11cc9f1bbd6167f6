#include "core/state/keys.h"

#include "core/schemes/registry.h"
#include "core/state/key_rows_pair.h"
#include "core/state/key_rows_view.h"
#include "core/state/layer_fields.h"

#include <algorithm>
#include <cctype>

namespace rope {

namespace {

ValueKind kindOf(const Parameter& parameter)
{
    switch (parameter.kind) {
    case Parameter::Kind::Integer:
        return ValueKind::Integer;
    case Parameter::Kind::Switch:
        return ValueKind::Switch;
    default:
        return ValueKind::Real;
    }
}

/// The id in words, with the letter or the spelling that the scheme's authors use.
std::string parameterTitle(const Parameter& parameter)
{
    std::string title(parameter.id);
    std::ranges::replace(title, '_', ' ');
    if (parameter.symbol.size() == title.size())
        title = parameter.symbol;
    title.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(title.front())));
    return parameter.symbol.size() == 1 ? title + ' ' + std::string(parameter.symbol) : title;
}

StateKey parameterKey(const Parameter& parameter)
{
    const std::string id(parameter.id);
    StateKey key;
    key.id = "scheme." + id;
    key.group = "Scaling";
    key.title = parameterTitle(parameter);
    key.unit = parameter.unit;
    key.help = parameter.help;
    key.kind = kindOf(parameter);
    key.minimum = parameter.minimum;
    key.maximum = parameter.maximum;
    key.logarithmic = parameter.logarithmic;
    key.get = [id, initial = parameter.initial](const ExplorerState& state) -> Value {
        const auto& parameters = activeRotary(state).parameters;
        const auto found = parameters.find(id);
        return found == parameters.end() ? initial : found->second;
    };
    key.set = [id](ExplorerState& state, const Value& value) -> Result<void> {
        activeRotary(state).parameters[id] = std::get<double>(value);
        return {};
    };
    return key;
}

StateKey layerTypeKey(const ExplorerState& state)
{
    StateKey key;
    key.id = "model.layer_type";
    key.group = "Frequencies";
    key.title = "Layer type";
    key.help = "Which kind of layer is on show; each has its own frequencies";
    key.kind = ValueKind::Choice;
    for (const RotarySettings& layer : state.model.layers)
        key.choices.push_back({layer.layerType, layer.layerType});
    key.get = [](const ExplorerState& s) -> Value {
        return activeRotary(s).layerType;
    };
    key.set = [](ExplorerState& s, const Value& value) -> Result<void> {
        const auto found = std::ranges::find(s.model.layers, std::get<std::string>(value), &RotarySettings::layerType);
        s.model.activeLayer = static_cast<int>(found - s.model.layers.begin());
        s.highlightedPair = std::min(s.highlightedPair, pairCount(s) - 1);
        return {};
    };
    return key;
}

const Scheme* activeScheme(const ExplorerState& state)
{
    return findScheme(activeRotary(state).scheme);
}

std::string choiceList(const StateKey& key)
{
    std::string list;
    for (const KeyChoice& choice : key.choices)
        list += (list.empty() ? "" : ", ") + choice.id;
    return list;
}

Result<Value> parseSwitch(const StateKey& key, std::string_view text)
{
    for (const std::string_view on : {"on", "true", "1", "yes"})
        if (text == on)
            return Value(1.0);
    for (const std::string_view off : {"off", "false", "0", "no"})
        if (text == off)
            return Value(0.0);
    return refuse(key.id, "'" + std::string(text.substr(0, 40)) + "' is not a switch; write on or off");
}

/// The layer's keys of one group, the highlighted pair beside the dimension that bounds it.
std::vector<StateKey> layerKeys(std::string_view group)
{
    std::vector<StateKey> keys;
    for (const LayerField& field : layerFields()) {
        if (!field.key || field.key->group != group)
            continue;
        keys.push_back(*field.key);
        if (field.key->id == "model.rotary_dim")
            keys.push_back(highlightedPairKey());
    }
    return keys;
}

} // namespace

const std::vector<StateKey>& stateKeys()
{
    static const std::vector<StateKey> table = [] {
        std::vector<StateKey> all;
        for (auto&& part : {positionKeys(), layerKeys("Frequencies"), pairKeys(), layerKeys("Position axes"),
                            sequenceKeys(), encodingKeys(), precisionKeys(), aliasingKeys(), viewKeys()})
            all.insert(all.end(), part.begin(), part.end());
        return all;
    }();
    return table;
}

std::vector<StateKey> keysOf(const ExplorerState& state)
{
    std::vector<StateKey> keys;
    for (const StateKey& key : stateKeys()) {
        if (key.id == "model.base" && state.model.layers.size() > 1)
            keys.push_back(layerTypeKey(state));
        keys.push_back(key);
        if (key.id == "model.scheme")
            for (const Parameter& parameter : activeScheme(state)->parameters)
                keys.push_back(parameterKey(parameter));
    }
    return keys;
}

KeyHandle findKey(const ExplorerState& state, std::string_view id)
{
    if (const auto found = std::ranges::find(stateKeys(), id, &StateKey::id); found != stateKeys().end())
        return {std::shared_ptr<void>(), &*found}; // the table outlives every handle
    if (id == "model.layer_type" && state.model.layers.size() > 1)
        return std::make_shared<StateKey>(layerTypeKey(state));
    if (id.starts_with("scheme."))
        for (const Parameter& parameter : activeScheme(state)->parameters)
            if (id.substr(7) == parameter.id)
                return std::make_shared<StateKey>(parameterKey(parameter));
    return nullptr;
}

KeyRange sliderRange(const ExplorerState& state, const StateKey& key)
{
    return key.offered ? key.offered(state) : KeyRange{key.minimum, key.maximum};
}

Result<Value> parseValue(const StateKey& key, std::string_view text)
{
    switch (key.kind) {
    case ValueKind::Text:
        return Value(std::string(text));
    case ValueKind::Choice:
        if (std::ranges::find(key.choices, text, &KeyChoice::id) == key.choices.end())
            return refuse(key.id, "'" + std::string(text.substr(0, 40)) + "' is not one of " + choiceList(key));
        return Value(std::string(text));
    case ValueKind::Switch:
        return parseSwitch(key, text);
    default:
        break;
    }
    const Result<double> number = parseNumber(text);
    if (!number)
        return refuse(key.id, number.error().message);
    return Value(*number);
}

std::string formatValue(const Value& value)
{
    const auto* text = std::get_if<std::string>(&value);
    return text != nullptr ? *text : shortestNumber(std::get<double>(value));
}

} // namespace rope

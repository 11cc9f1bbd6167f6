#include "core/state/rotary_json.h"

#include "core/state/layer_fields.h"

#include <algorithm>
#include <cmath>

namespace rope {

namespace {

using Json = nlohmann::ordered_json;
using Input = nlohmann::json;

constexpr std::size_t maximumItems = 4096;

bool read(const Input& json, std::string& out)
{
    if (!json.is_string() || json.get_ref<const std::string&>().size() > maximumItems)
        return false;
    out = json.get<std::string>();
    return true;
}

bool read(const Input& json, bool& out)
{
    if (!json.is_boolean())
        return false;
    out = json.get<bool>();
    return true;
}

bool read(const Input& json, double& out)
{
    if (!json.is_number())
        return false;
    out = json.get<double>();
    return true;
}

bool read(const Input& json, int& out)
{
    double number = 0;
    if (!read(json, number) || number != std::floor(number) || std::abs(number) > 1e9)
        return false;
    out = static_cast<int>(number);
    return true;
}

template <class Item> bool read(const Input& json, std::vector<Item>& out)
{
    if (!json.is_array() || json.size() > maximumItems)
        return false;
    out.resize(json.size());
    for (std::size_t i = 0; i < json.size(); ++i)
        if (!read(json[i], out[i]))
            return false;
    return true;
}

bool read(const Input& json, std::map<std::string, double>& out)
{
    if (!json.is_object() || json.size() > maximumItems)
        return false;
    for (const auto& [name, value] : json.items())
        if (!read(value, out[name]))
            return false;
    return true;
}

/// An enumeration is named by the choices of its key.
template <class Field> bool readField(const Input& json, const LayerField& field, Field& out)
{
    if constexpr (std::is_enum_v<Field>) {
        const auto found =
            std::ranges::find_if(field.key->choices, [&](const auto& choice) { return json == choice.id; });
        out = static_cast<Field>(found - field.key->choices.begin());
        return found != field.key->choices.end();
    } else {
        return read(json, out);
    }
}

template <class Field> Json written(const LayerField& field, const Field& value)
{
    if constexpr (std::is_enum_v<Field>)
        return field.key->choices[static_cast<std::size_t>(value)].id;
    else
        return value;
}

Result<RotarySettings> layerFromJson(const Input& json)
{
    if (!json.is_object())
        return refuse("model.layers", "each layer type must be an object");
    RotarySettings layer;
    for (const auto& item : json.items()) {
        const auto field = std::ranges::find(layerFields(), item.key(), &LayerField::name);
        if (field == layerFields().end())
            return refuse("model.layers." + item.key(), "a session has no such key");
        const auto take = [&](auto member) {
            return readField(item.value(), *field, layer.*member);
        };
        if (!std::visit(take, field->member))
            return refuse("model.layers." + item.key(), "the value has the wrong type or is out of range");
    }
    return layer;
}

} // namespace

Json modelToJson(const ModelSettings& model)
{
    Json json;
    json["name"] = model.name;
    json["source"] = model.source;
    json["active_layer"] = model.activeLayer;
    json["layers"] = Json::array();
    for (const RotarySettings& layer : model.layers) {
        Json entry;
        for (const LayerField& field : layerFields())
            entry[field.name] = std::visit([&](auto member) { return written(field, layer.*member); }, field.member);
        json["layers"].push_back(std::move(entry));
    }
    return json;
}

Result<ModelSettings> modelFromJson(const Input& json)
{
    if (!json.is_object())
        return refuse("model", "it must be an object");
    ModelSettings model;
    for (const auto& [name, value] : json.items()) {
        bool good = true;
        if (name == "name")
            good = read(value, model.name);
        else if (name == "source")
            good = read(value, model.source);
        else if (name == "active_layer")
            good = read(value, model.activeLayer);
        else if (name != "layers")
            return refuse("model." + name, "a session has no such key");
        if (!good)
            return refuse("model." + name, "the value has the wrong type");
    }
    if (!json.contains("layers"))
        return model;
    if (!json["layers"].is_array())
        return refuse("model.layers", "it must be a list");
    model.layers.clear();
    for (const Input& entry : json["layers"]) {
        auto layer = layerFromJson(entry);
        if (!layer)
            return tl::unexpected(layer.error());
        model.layers.push_back(std::move(*layer));
    }
    return model;
}

} // namespace rope

#include "core/state/rotary_json.h"

#include <array>
#include <cmath>
#include <functional>

namespace rope {

namespace {

using Json = nlohmann::ordered_json;
using Input = nlohmann::json;

constexpr std::size_t maximumItems = 4096;

constexpr std::array<const char*, 2> pairingNames = {"half", "interleaved"};
constexpr std::array<const char*, 8> axisRuleNames = {"none",
                                                      "chunked",
                                                      "interleaved",
                                                      "axial_2d",
                                                      "height_width_time",
                                                      "axial_2d_width_first",
                                                      "axial_2d_one_ladder",
                                                      "own_ladders"};

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

template <class Enum, std::size_t N>
bool readEnum(const Input& json, const std::array<const char*, N>& names, Enum& out)
{
    for (std::size_t i = 0; i < N; ++i) {
        if (json == names[i]) {
            out = static_cast<Enum>(i);
            return true;
        }
    }
    return false;
}

bool read(const Input& json, PairLayout& out)
{
    return readEnum(json, pairingNames, out);
}

bool read(const Input& json, AxisRule& out)
{
    return readEnum(json, axisRuleNames, out);
}

Json write(PairLayout pairing)
{
    return pairingNames[static_cast<std::size_t>(pairing)];
}

Json write(AxisRule rule)
{
    return axisRuleNames[static_cast<std::size_t>(rule)];
}

template <class Plain> Json write(const Plain& value)
{
    return value;
}

struct LayerField {
    const char* name;
    std::function<bool(const Input&, RotarySettings&)> read;
    std::function<Json(const RotarySettings&)> write;
};

template <class Member> LayerField field(const char* name, Member RotarySettings::*member)
{
    return {name, [member](const Input& json, RotarySettings& layer) { return read(json, layer.*member); },
            [member](const RotarySettings& layer) {
                return write(layer.*member);
            }};
}

const std::vector<LayerField>& layerFields()
{
    static const std::vector<LayerField> fields = {
        field("layer_type", &RotarySettings::layerType),
        field("rotates", &RotarySettings::rotates),
        field("head_dim", &RotarySettings::headDim),
        field("rotary_dim", &RotarySettings::rotaryDim),
        field("base", &RotarySettings::base),
        field("pairing", &RotarySettings::pairing),
        field("rotates_tail", &RotarySettings::rotatesTail),
        field("negative_angle", &RotarySettings::negativeAngle),
        field("scheme", &RotarySettings::scheme),
        field("parameters", &RotarySettings::parameters),
        field("original_context", &RotarySettings::originalContext),
        field("maximum_context", &RotarySettings::maximumContext),
        field("short_factors", &RotarySettings::shortFactors),
        field("long_factors", &RotarySettings::longFactors),
        field("axis_rule", &RotarySettings::axisRule),
        field("axis_sections", &RotarySettings::axisSections),
    };
    return fields;
}

Result<RotarySettings> layerFromJson(const Input& json)
{
    if (!json.is_object())
        return refuse("model.layers", "each layer type must be an object");
    RotarySettings layer;
    for (const auto& [name, value] : json.items()) {
        const auto& fields = layerFields();
        const auto found =
            std::find_if(fields.begin(), fields.end(), [&key = name](const auto& f) { return key == f.name; });
        if (found == fields.end())
            return refuse("model.layers." + name, "a session has no such key");
        if (!found->read(value, layer))
            return refuse("model.layers." + name, "the value has the wrong type or is out of range");
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
        for (const LayerField& f : layerFields())
            entry[f.name] = f.write(layer);
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

#include "core/state/json.h"

#include "core/base/json_text.h"
#include "core/state/change.h"
#include "core/state/keys.h"
#include "core/state/rotary_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace rope {

namespace {

using Json = nlohmann::ordered_json;

/// Keys written one by one; the model is written whole, so that every kind of layer is kept.
bool isPlain(const StateKey& key)
{
    return key.stored && !key.id.starts_with("model.");
}

Json valueToJson(const StateKey& key, const Value& value)
{
    if (const auto* text = std::get_if<std::string>(&value))
        return *text;
    const double number = std::get<double>(value);
    if (key.kind == ValueKind::Switch)
        return number != 0.0;
    if (key.kind == ValueKind::Integer)
        return static_cast<std::int64_t>(number);
    return number;
}

Result<Value> valueFromJson(const StateKey& key, const nlohmann::json& json)
{
    if (json.is_string())
        return Value(json.get<std::string>());
    if (json.is_boolean() && key.kind == ValueKind::Switch)
        return Value(json.get<bool>() ? 1.0 : 0.0);
    if (json.is_number())
        return Value(json.get<double>());
    return refuse(key.id, "it must be a number, a switch or a text");
}

Json pairsToJson(const std::vector<PairContent>& pairs)
{
    Json list = Json::array();
    for (const PairContent& pair : pairs)
        list.push_back({pair.queryLength, pair.queryAngle, pair.keyLength, pair.keyAngle});
    return list;
}

Result<std::vector<PairContent>> pairsFromJson(const nlohmann::json& json)
{
    const auto wrong = [] {
        return refuse("pair.content", "it must be a list of [query length, query angle, key length, key angle]");
    };
    if (!json.is_array() || json.size() > static_cast<std::size_t>(maximumHeadDim / 2))
        return wrong();
    std::vector<PairContent> pairs;
    for (const nlohmann::json& row : json) {
        if (!row.is_array() || row.size() != 4)
            return wrong();
        for (const nlohmann::json& number : row)
            if (!number.is_number())
                return wrong();
        pairs.push_back({row[0].get<double>(), row[1].get<double>(), row[2].get<double>(), row[3].get<double>()});
    }
    return pairs;
}

Result<void> readMember(ExplorerState& state, const std::string& id, const nlohmann::json& json)
{
    if (id == "pair.content") {
        auto pairs = pairsFromJson(json);
        if (!pairs)
            return tl::unexpected(pairs.error());
        state.pairs = std::move(*pairs);
        return {};
    }
    const KeyHandle key = findKey(state, id);
    if (!key || !isPlain(*key))
        return refuse(id, "a session has no such key");
    const Result<Value> value = valueFromJson(*key, json);
    if (!value)
        return tl::unexpected(value.error());
    if (const Result<void> fits = requireFits(*key, *value); !fits)
        return fits;
    return key->set(state, *value);
}

Result<void> readGroup(ExplorerState& state, const std::string& group, const nlohmann::json& members)
{
    const auto isMember = [&](const StateKey& key) {
        return key.id.starts_with(group + ".");
    };
    if (std::ranges::none_of(stateKeys(), isMember))
        return refuse(group, "a session has no such part");
    if (!members.is_object())
        return refuse(group, "it must be an object");
    // Switches come last: a kept offset must not move the positions that are being read.
    for (const bool switches : {false, true})
        for (const auto& [name, json] : members.items())
            if (json.is_boolean() == switches)
                if (const Result<void> read = readMember(state, group + "." + name, json); !read)
                    return read;
    return {};
}

Result<void> checkHeader(const nlohmann::json& json)
{
    if (!json.is_object() || !json.contains("format") || json["format"] != sessionFormat)
        return refuse("format", "this is not a session of RoPE Explorer; its format must be \"" +
                                    std::string(sessionFormat) + "\"");
    if (!json.contains("version") || !json["version"].is_number_integer())
        return refuse("version", "it must be a whole number");
    const auto version = json["version"].get<std::int64_t>();
    if (version < 1 || version > sessionVersion)
        return refuse("version", "this session has version " + std::to_string(version) + "; this program reads up to " +
                                     std::to_string(sessionVersion));
    return {};
}

} // namespace

std::string toJson(const ExplorerState& state, int indent)
{
    Json json;
    json["format"] = sessionFormat;
    json["version"] = sessionVersion;
    json["model"] = modelToJson(state.model);
    if (state.compared)
        json["compared"] = modelToJson(*state.compared);
    for (const StateKey& key : stateKeys()) {
        if (!isPlain(key))
            continue;
        const auto dot = key.id.find('.');
        json[key.id.substr(0, dot)][key.id.substr(dot + 1)] = valueToJson(key, key.get(state));
    }
    json["pair"]["content"] = pairsToJson(state.pairs);
    return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

Result<ExplorerState> stateFromJson(std::string_view text)
{
    return parseJson(text, {.bytes = maximumSessionBytes, .depth = 16}).and_then(stateOfSession);
}

Result<ExplorerState> stateOfSession(const nlohmann::json& json)
{
    if (const Result<void> header = checkHeader(json); !header)
        return tl::unexpected(header.error());
    ExplorerState state;
    if (json.contains("model")) {
        auto model = modelFromJson(json["model"]);
        if (!model)
            return tl::unexpected(model.error());
        state.model = std::move(*model);
        if (const Result<void> valid = validate(state.model); !valid)
            return tl::unexpected(valid.error());
        state.highlightedPair = std::min(state.highlightedPair, pairCount(state) - 1);
    }
    if (json.contains("compared")) {
        auto compared = modelFromJson(json["compared"]);
        if (!compared)
            return tl::unexpected(compared.error());
        state.compared = std::move(*compared);
    }
    for (const auto& [group, members] : json.items()) {
        if (group == "format" || group == "version" || group == "model" || group == "compared")
            continue;
        if (const Result<void> read = readGroup(state, group, members); !read)
            return tl::unexpected(read.error());
    }
    return withChange(ExplorerState{}, ReplaceAll{std::move(state)});
}

} // namespace rope

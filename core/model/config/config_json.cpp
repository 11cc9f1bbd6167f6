#include "core/model/config/config_json.h"

#include "core/base/json_text.h"
#include "core/base/plain_text.h"
#include "core/model/config/config_plan.h"

#include <algorithm>
#include <array>

namespace rope {
namespace {

/// The object that describes the language model, and its path in the file.
struct TextConfig {
    const nlohmann::json* object;
    std::string path;
};

bool describesALanguageModel(const nlohmann::json& object)
{
    constexpr std::array keys = {"hidden_size", "rope_theta", "rope_scaling",        "rope_parameters",
                                 "n_embd",      "head_dim",   "num_attention_heads", "max_position_embeddings"};
    return std::ranges::any_of(keys, [&](const char* key) { return object.contains(key); });
}

/// A session of this program, alone or in a figure that was exported as numbers.
bool isSession(const nlohmann::json& document)
{
    const auto hasFormat = [](const nlohmann::json& object) {
        return object.is_object() && object.value("format", nlohmann::json()) == "rope-explorer-session";
    };
    return hasFormat(document) || hasFormat(document.value("state", nlohmann::json()));
}

/// Follows text_config and its other names inwards, a few steps at most.
TextConfig textConfigOf(const nlohmann::json& document)
{
    constexpr std::array names = {"text_config", "llm_config", "language_config", "language_model_config",
                                  "thinker_config"};
    TextConfig found{&document, ""};
    for (int step = 0; step < 3; ++step) {
        const auto name = std::ranges::find_if(
            names, [&](const char* key) { return found.object->contains(key) && (*found.object)[key].is_object(); });
        if (name == names.end())
            break;
        const nlohmann::json& inner = (*found.object)[*name];
        if (!describesALanguageModel(inner) && !inner.contains("text_config") && describesALanguageModel(*found.object))
            break;
        found = {&inner, found.path.empty() ? *name : found.path + "." + *name};
    }
    return found;
}

std::string modelTypeOf(const ConfigKeys& config, const nlohmann::json& document)
{
    if (const auto type = config.text("model_type", "pairing and defaults of its family"))
        return *type;
    const bool metaParams = config.has("dim") && config.has("n_heads") && config.has("norm_eps");
    if (metaParams)
        return "meta_llama";
    const auto outer = document.find("model_type");
    return outer != document.end() && outer->is_string() ? outer->get<std::string>() : "";
}

/// Members of a rotary family that go without rotation: the file says it, or their size does.
void checkEncoding(const ConfigKeys& config, const std::string& modelType)
{
    const nlohmann::json* encoding = config.peek("position_embedding_type");
    if (encoding != nullptr && (*encoding == "nope" || *encoding == "alibi"))
        config.fail("position_embedding_type",
                    "is " + shortJson(*encoding) + ", so this model has no rotary embedding");
    const nlohmann::json* layers = config.peek("num_hidden_layers");
    if (modelType == "baichuan" && layers != nullptr && *layers == 40)
        config.fail("num_hidden_layers", "is 40: Baichuan's 13B has ALiBi and no rotary embedding");
}

void checkFamily(const ConfigKeys& config, const std::string& modelType)
{
    if (const auto encoding = encodingWithoutRotation(modelType); !encoding.empty())
        config.fail("model_type", "is " + modelType + ", which has no rotary embedding but " + std::string(encoding));
    if (modelType == "falcon" && config.flag("alibi", "ALiBi in place of rotation").value_or(false))
        config.fail("alibi", "is true, so this falcon has ALiBi and no rotary embedding");
    checkEncoding(config, modelType);
    if (modelType.empty())
        config.log().warn("The file names no model_type; llama's pairing and defaults are assumed.");
    else if (!isKnownFamily(modelType))
        config.log().warn("The model_type " + printable(modelType) +
                          " is not known here; llama's half-split pairing and defaults are assumed.");
}

/// Qwen-1's other means for long texts.
void warnOfLogarithmicQueries(const ConfigKeys& config)
{
    const nlohmann::json* logarithmic = config.peek("use_logn_attn");
    if (logarithmic == nullptr || *logarithmic != true)
        return;
    config.ignore("use_logn_attn", "grows queries beyond the training length, apart from the rotation");
    config.log().warn("use_logn_attn also multiplies queries at positions m beyond the training length L by "
                      "ln m / ln L, which is not shown.");
}

/// Names the keys at the top that speak of rotation and decided nothing.
void reportIgnored(const ConfigKeys& config)
{
    for (const std::string& key : config.unread()) {
        const bool speaksOfRotation = key.find("rope") != std::string::npos ||
                                      key.find("rotary") != std::string::npos || key.find("ntk") != std::string::npos;
        if (speaksOfRotation)
            config.ignore(key, "unknown key");
    }
}

/// The rope dictionary that acts where the file has none: Llama 3.1's in Meta's own params.json, else the family's.
nlohmann::json familyRope(const ConfigKeys& config, const Family& family)
{
    if (config.flag("use_scaled_rope", "scaling of Llama 3.1").value_or(false))
        return {{"rope_type", "llama3"},
                {"factor", 8.0},
                {"low_freq_factor", 1.0},
                {"high_freq_factor", 4.0},
                {"original_max_position_embeddings", 8192}};
    if (family.ropeParameters.empty() || config.has("rope_theta"))
        return {};
    return nlohmann::json::parse(family.ropeParameters);
}

Result<ModelFile> readDocument(const nlohmann::json& document, std::string name)
{
    ReadLog log;
    const TextConfig source = textConfigOf(document);
    const ConfigKeys config(*source.object, source.path, log);
    const std::string modelType = modelTypeOf(config, document);
    checkFamily(config, modelType);
    const Family& family = familyOf(modelType);
    const ConfigContext context{config, family, familyRope(config, family)};
    ModelSettings model;
    model.name = printable(name);
    model.source = std::move(name);
    model.layers.clear();
    for (const LayerPlan& plan : planLayers(context))
        model.layers.push_back(readLayer(context, plan));
    warnOfLogarithmicQueries(config);
    reportIgnored(config);
    return std::move(log).finish(std::move(model));
}

/// A paste may lack the braces around `"rope_scaling": {...}` and end with a comma.
Result<nlohmann::json> parseFragment(std::string_view text)
{
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos || text[first] != '"')
        return parseJson(text);
    const std::size_t last = text.find_last_not_of(" \t\r\n,");
    return parseJson("{" + std::string(text.substr(first, last + 1 - first)) + "}");
}

/// A whole config.json, not a lone rope dictionary.
bool describesAModel(const nlohmann::json& document)
{
    constexpr std::array keys = {"model_type",  "hidden_size", "num_attention_heads",
                                 "text_config", "head_dim",    "n_embd"};
    return std::ranges::any_of(keys, [&](const char* key) { return document.contains(key); });
}

/// A config.json with the shape of a layer.
nlohmann::json configOf(const RotarySettings& shape)
{
    return {{"model_type", "llama"},
            {"head_dim", shape.headDim},
            {"rotary_dim", shape.rotaryDim},
            {"rope_theta", shape.base},
            {"max_position_embeddings", shape.maximumContext}};
}

void keepShape(RotarySettings& layer, const RotarySettings& shape)
{
    layer.pairing = shape.pairing;
    layer.rotatesTail = shape.rotatesTail;
    layer.negativeAngle = shape.negativeAngle;
}

} // namespace

Result<ModelFile> readConfigJson(std::string_view text, std::string name)
{
    const auto document = parseJson(text);
    if (!document)
        return tl::unexpected(document.error());
    if (!document->is_object())
        return refuse("", "is no JSON object; a config.json is one object of keys and values");
    if (isSession(*document))
        return refuse("", "is a session of this program, no model; --state takes it");
    return readDocument(*document, std::move(name));
}

Result<ModelFile> readRopeFragment(std::string_view text, const RotarySettings& shape)
{
    auto document = parseFragment(text);
    if (!document)
        return tl::unexpected(document.error());
    if (!document->is_object())
        return refuse("", "is no JSON object; paste a rope_scaling object or a whole config.json");
    if (describesAModel(*document))
        return readDocument(*document, "pasted config.json");
    const nlohmann::json& rope = document->contains("rope_scaling")      ? (*document)["rope_scaling"]
                                 : document->contains("rope_parameters") ? (*document)["rope_parameters"]
                                                                         : *document;
    nlohmann::json config = configOf(shape);
    config["rope_scaling"] = rope;
    if (!rope.is_object() || !rope.contains("original_max_position_embeddings"))
        config["original_max_position_embeddings"] = shape.originalContext;
    return readDocument(config, "pasted rope_scaling").map([&](ModelFile file) {
        for (RotarySettings& layer : file.model.layers)
            keepShape(layer, shape);
        return file;
    });
}

} // namespace rope

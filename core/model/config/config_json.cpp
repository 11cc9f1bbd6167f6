#include "core/model/config/config_json.h"

#include "core/base/json_text.h"
#include "core/base/loose_json.h"
#include "core/base/plain_text.h"
#include "core/model/config/config_plan.h"
#include "core/model/config/config_vision.h"
#include "core/model/config/formats.h"

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

constexpr std::array textConfigNames = {"text_config", "llm_config", "language_config", "language_model_config",
                                        "thinker_config"};

/// Follows text_config and its other names inwards, a few steps at most.
TextConfig textConfigOf(const nlohmann::json& document)
{
    TextConfig found{&document, ""};
    for (int step = 0; step < 3; ++step) {
        const auto name = std::ranges::find_if(textConfigNames, [&](const char* key) {
            return found.object->contains(key) && (*found.object)[key].is_object();
        });
        if (name == textConfigNames.end())
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

/// Flags that take the rotation away.
void checkSwitches(const ConfigKeys& config, const std::string& modelType)
{
    const nlohmann::json* nope = config.peek("mla_use_nope");
    if (nope != nullptr && *nope == true)
        config.fail("mla_use_nope", "is true, so the attention of this model has no rotary embedding");
    const nlohmann::json* memory = config.peek("use_mem_rope");
    if (modelType == "zamba2" && (memory == nullptr || *memory != true))
        config.fail("use_mem_rope", "is not true, so this zamba2 has no rotary embedding");
    if (modelType == "zamba2" && memory != nullptr)
        config.note("use_mem_rope", "the shared attention rotates");
}

void checkFamily(const ConfigKeys& config, const std::string& modelType)
{
    if (const auto encoding = encodingWithoutRotation(modelType); !encoding.empty())
        config.fail("model_type", "is " + modelType + ", which has no rotary embedding but " + std::string(encoding));
    if (modelType == "falcon" && config.flag("alibi", "ALiBi in place of rotation").value_or(false))
        config.fail("alibi", "is true, so this falcon has ALiBi and no rotary embedding");
    checkEncoding(config, modelType);
    checkSwitches(config, modelType);
}

/// ChatGLM's code has a second rotation beside the usual one, of which this switch is not true.
void checkOriginalRope(const ConfigKeys& config)
{
    const nlohmann::json* original = config.peek("original_rope");
    if (original == nullptr)
        return;
    if (*original == true)
        config.note("original_rope", "pairs of neighbours, as ChatGLM's own code has them");
    else
        config.log().warn("original_rope is not true: the code's other rotation is not known here.");
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

/// Words of a key: `qk_rope_head_dim` has qk, rope, head, dim; `ropeTheta` has rope, theta.
std::vector<std::string> wordsOf(const std::string& key)
{
    std::vector<std::string> words(1);
    for (const char c : key) {
        const bool upper = c >= 'A' && c <= 'Z';
        const bool letter = upper || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        if (!letter || (upper && !words.back().empty() && !(words.back().back() >= 'A' && words.back().back() <= 'Z')))
            words.emplace_back();
        if (letter)
            words.back() += c;
    }
    for (std::string& word : words)
        std::ranges::transform(word, word.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? char(c + 32) : c; });
    return words;
}

bool speaksOfRotation(const std::string& key)
{
    constexpr std::array beginnings = {"rope",   "rotary", "rotate",   "yarn",  "ntk",       "mrope",
                                       "mscale", "xpos",   "longrope", "theta", "dynamicntk"};
    const auto isRotary = [&](const std::string& word) {
        return word == "nope" || (word.ends_with("rope") && word != "europe") ||
               std::ranges::any_of(beginnings, [&](const char* beginning) { return word.starts_with(beginning); });
    };
    return key == "position_embedding_base" || std::ranges::any_of(wordsOf(key), isRotary);
}

constexpr std::size_t maximumUnread = 32; ///< of the keys named one by one

void nameUnread(ReadLog& log, const std::string& path, const nlohmann::json& value, const std::string& why,
                std::size_t& count)
{
    if (++count > maximumUnread)
        return;
    log.note(printable(path), shortJson(value), why, KeyReport::Use::Ignored);
    log.warn("The key " + printable(path) + " = " + shortJson(value) +
             " speaks of rotation and has no effect here: " + why + ".");
}

/// Rotary keys inside objects that nothing was read from: other parts of the model, and what nobody knows.
void nameUnreadInside(ReadLog& log, const nlohmann::json& object, const std::string& path,
                      std::span<const nlohmann::json* const> readObjects, int depth, std::size_t& count)
{
    for (const auto& [key, value] : object.items()) {
        const std::string inner = path.empty() ? key : path + "." + key;
        if (std::ranges::find(readObjects, &value) != readObjects.end() || value.is_null() ||
            inner == "attn_config.rope_theta")
            continue;
        if (!path.empty() && speaksOfRotation(key) && value != false)
            nameUnread(log, inner, value, "the part " + printable(path) + " is not read", count);
        else if (value.is_object() && depth < 6 && !speaksOfRotation(key))
            nameUnreadInside(log, value, inner, readObjects, depth + 1, count);
    }
}

/// Names every key that speaks of rotation and decided nothing, with its value.
void reportIgnored(const ConfigKeys& config, const nlohmann::json& document, const nlohmann::json* vision)
{
    std::size_t count = 0;
    for (const std::string& key : config.unread()) {
        const nlohmann::json& value = config.object().at(key);
        if (value == false && speaksOfRotation(key))
            config.ignore(key, "false: switched off");
        else if (speaksOfRotation(key) && !config.log().knows(config.path(key)))
            nameUnread(config.log(), config.path(key), value, "unknown key", count);
    }
    const std::array readObjects = {&config.object(), vision};
    nameUnreadInside(config.log(), document, "", readObjects, 0, count);
    if (&document != &config.object())
        for (const auto& [key, value] : document.items())
            if (!value.is_null() && !value.is_object() && speaksOfRotation(key) && !config.log().knows(printable(key)))
                nameUnread(config.log(), key, value, "it stands outside the language model's part", count);
}

/// The rope dictionary that acts where the file has none: the family's.
nlohmann::json familyRope(const ConfigKeys& config, const Family& family)
{
    return config.has("rope_theta") ? nlohmann::json() : family.config.value("rope_parameters", nlohmann::json());
}

/// Which values nobody states, in words.
std::string guessedValues(const ReadLog& log)
{
    struct Name {
        std::string_view value, words;
    };
    constexpr Name names[] = {{"head_dim", "head dimension"},
                              {"rotary_dim", "rotary dimension"},
                              {"pairing", "pairing"},
                              {"base", "base"},
                              {"maximum_context", "maximum context"},
                              {"original_context", "original context"}};
    std::string list;
    for (const Name& name : names)
        if (log.isGuess(name.value))
            list += (list.empty() ? "" : ", ") + std::string(name.words);
    return list;
}

/// One sentence that names every guess, key by key.
void warnOfGuesses(ReadLog& log, const ConfigContext& context)
{
    const std::string guesses = guessedValues(log);
    if (guesses.empty())
        return;
    const std::string why = context.familyKnown || context.translated ? "The file does not state everything"
                            : context.modelType.empty()
                                ? "The file names no model_type"
                                : "The model_type " + printable(context.modelType) + " is not known here";
    log.warn(why + (context.translated ? "; guessed: " : "; guessed after llama: ") + guesses + ".");
}

/// `layers` of a config.json, under the names that makers give it.
int layerCountIn(const ConfigKeys& config)
{
    for (const char* key : {"num_hidden_layers", "n_layer", "n_layers", "num_layers"})
        if (const nlohmann::json* count = config.peek(key);
            count != nullptr && count->is_number_integer() && *count > 0 && *count <= 4096)
            return count->get<int>();
    return 0;
}

bool namesATextConfig(const nlohmann::json& document)
{
    return std::ranges::any_of(textConfigNames, [&](const char* key) { return document.contains(key); });
}

/// A whole config.json, not a lone rope dictionary.
bool describesAModel(const nlohmann::json& document)
{
    return document.contains("model_type") || namesATextConfig(document) || describesALanguageModel(document) ||
           document.contains("d_model") || document.contains("n_head");
}

Result<ModelFile> readDocument(const nlohmann::json& document, std::string name, Translation translation)
{
    ReadLog log;
    for (const std::string& remark : translation.remarks)
        log.warn(remark);
    log.translate(translation.written);
    const TextConfig source = textConfigOf(document);
    const ConfigKeys config(*source.object, source.path, log);
    const ConfigKeys whole(document, "", log);
    const std::string modelType = modelTypeOf(config, document);
    if (!translation.refused.empty())
        config.fail(translation.refusedFor, translation.refused);
    checkFamily(config, modelType);
    const Family& family = familyOf(modelType);
    const ConfigContext context{.config = config,
                                .family = family,
                                .familyRope = familyRope(config, family),
                                .modelType = modelType,
                                .axes = translation.axes,
                                .sections = translation.sections,
                                .translated = !translation.written.empty(),
                                .whole = &whole,
                                .familyKnown = isKnownFamily(modelType) && translation.familyKnown};
    log.setFormat(translation.format, translation.family.empty() ? printable(modelType) : translation.family);
    log.setLayerCount(layerCountIn(config));
    ModelSettings model;
    model.name = printable(name);
    model.source = std::move(name);
    model.layers.clear();
    for (const LayerPlan& plan : planLayers(context))
        model.layers.push_back(readLayer(context, plan));
    warnOfLogarithmicQueries(config);
    if (modelType == "chatglm")
        checkOriginalRope(config);
    warnOfGuesses(log, context);
    const VisionConfig vision = visionConfigOf(document);
    const bool sees = !log.failed() && readVision(document, vision, log, model.layers);
    reportIgnored(config, document, sees ? vision.object : nullptr);
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
bool isWholeConfig(const nlohmann::json& document)
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

/// The model in a JSON object, after its format is known; `remarks` on the text itself come first.
Result<ModelFile> readObject(const nlohmann::json& document, std::string name, std::vector<std::string> remarks)
{
    if (isSession(document))
        return refuse("", "is a session of this program, no model; --state takes it");
    Translation translation;
    translation.config = document;
    translation.format = "config.json of transformers";
    if (auto known = translate(document))
        translation = *std::move(known);
    else if (!describesAModel(document)) {
        const std::string kind = whatJsonItIs(document);
        return refuse("", kind.empty() ? "holds no key of a model, such as model_type, hidden_size or rope_theta"
                                       : "is " + kind);
    }
    remarks.insert(remarks.end(), translation.remarks.begin(), translation.remarks.end());
    translation.remarks = std::move(remarks);
    const nlohmann::json config = translation.config;
    return readDocument(config, std::move(name), std::move(translation));
}

} // namespace

Result<ModelFile> readConfigJson(std::string_view text, std::string name)
{
    if (const std::string kind = whatItIs(text); !kind.empty())
        return refuse("", "is " + kind);
    auto document = parseLooseJson(text);
    if (!document)
        return tl::unexpected(document.error());
    if (!document->value.is_object())
        return refuse("", "is no JSON object; a config.json is one object of keys and values");
    return readObject(document->value, std::move(name), document->remarks);
}

Result<ModelFile> readRopeFragment(std::string_view text, const RotarySettings& shape)
{
    auto document = parseFragment(text);
    if (!document)
        return tl::unexpected(document.error());
    if (!document->is_object())
        return refuse("", "is no JSON object; paste a rope_scaling object or a whole config.json");
    if (isWholeConfig(*document))
        return readObject(*document, "pasted config.json", {});
    const nlohmann::json& rope = document->contains("rope_scaling")      ? (*document)["rope_scaling"]
                                 : document->contains("rope_parameters") ? (*document)["rope_parameters"]
                                                                         : *document;
    nlohmann::json config = configOf(shape);
    config["rope_scaling"] = rope;
    if (!rope.is_object() || !rope.contains("original_max_position_embeddings"))
        config["original_max_position_embeddings"] = shape.originalContext;
    return readObject(config, "pasted rope_scaling", {}).map([&](ModelFile file) {
        for (RotarySettings& layer : file.model.layers)
            keepShape(layer, shape);
        return file;
    });
}

} // namespace rope

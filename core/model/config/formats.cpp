#include "core/model/config/formats.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <span>

namespace rope {
namespace {

using Json = nlohmann::json;

const Json* find(const Json& object, const char* key)
{
    const auto found = object.find(key);
    return found == object.end() || found->is_null() ? nullptr : &*found;
}

bool has(const Json& object, const char* key)
{
    return find(object, key) != nullptr;
}

double numberOr(const Json& object, const char* key, double fallback)
{
    const Json* value = find(object, key);
    return value != nullptr && value->is_number() ? value->get<double>() : fallback;
}

bool isTrue(const Json& object, const char* key)
{
    const Json* value = find(object, key);
    return value != nullptr && *value == true;
}

std::string textOr(const Json& object, const char* key, const char* fallback)
{
    const Json* value = find(object, key);
    return value != nullptr && value->is_string() ? value->get<std::string>() : fallback;
}

Origin rule(std::string text, std::string authority = {})
{
    return {std::move(text), Origin::Kind::Rule, std::move(authority)};
}

Origin makersDefault(std::string authority)
{
    return {"default of its code", Origin::Kind::FamilyDefault, std::move(authority)};
}

/// Puts a value into the translated file and remembers where it came from.
void put(Translation& to, const std::string& key, Json value, Origin origin)
{
    to.config[key] = std::move(value);
    to.written.insert_or_assign(key, std::move(origin));
}

void putRope(Translation& to, const std::string& key, Json value, Origin origin)
{
    if (!to.config["rope_scaling"].is_object())
        to.config["rope_scaling"] = Json::object();
    to.written.try_emplace("rope_scaling", rule("made of the format's own keys"));
    to.config["rope_scaling"][key] = std::move(value);
    to.written.insert_or_assign("rope_scaling." + key, std::move(origin));
}

/// A value of the rope dictionary: from the file where it gives this key, else the code's default.
void putRope(Translation& to, const Json& from, const char* written, const std::string& key, Json fallback,
             const std::string& authority)
{
    if (const Json* value = find(from, written))
        putRope(to, key, *value, {written, Origin::Kind::File});
    else
        putRope(to, key, std::move(fallback), makersDefault(authority));
}

void drop(Translation& to, std::initializer_list<const char*> keys)
{
    for (const char* key : keys)
        to.config.erase(key);
}

// --- MLC

bool isMlc(const Json& document)
{
    const Json* inner = find(document, "model_config");
    return inner != nullptr && inner->is_object() && has(document, "quantization");
}

/// mlc-chat-config.json: the model's keys stand inside model_config.
Translation fromMlc(const Json& document)
{
    Translation to{.config = document.at("model_config"),
                   .format = "mlc-chat-config.json",
                   .family = "",
                   .written = {},
                   .remarks = {},
                   .sections = {},
                   .refused = {}};
    to.family = textOr(document, "model_type", "");
    for (const auto& [key, value] : document.at("model_config").items())
        to.written[key] = {"model_config." + key, Origin::Kind::File};
    if (!has(to.config, "model_type") && !to.family.empty())
        put(to, "model_type", to.family, {"model_type", Origin::Kind::File});
    return to;
}

// --- ExecuTorch

/// The keys dim and n_heads, as in all code that grew from Meta's.
bool hasDim(const Json& document)
{
    return has(document, "dim") && has(document, "n_heads") && !has(document, "model_type");
}

bool isExecuTorch(const Json& document)
{
    constexpr std::array keys = {"use_hf_rope", "rope_freq_base", "rope_scale_factor", "model_architecture",
                                 "rope_scaling_short_factor"};
    return hasDim(document) && std::ranges::any_of(keys, [&](const char* key) { return has(document, key); });
}

constexpr const char* executorchCode = "pytorch/executorch, examples/models/llama, model_args.py and rope.py";

void scaleAsExecuTorch(Translation& to, const Json& document, bool halves)
{
    const char* shorts =
        has(document, "rope_scaling_short_factor") ? "rope_scaling_short_factor" : "rope_scaling_long_factor";
    const char* longs = has(document, "rope_scaling_long_factor") ? "rope_scaling_long_factor" : shorts;
    if (halves && has(document, shorts)) {
        putRope(to, "rope_type", "longrope", {shorts, Origin::Kind::File, executorchCode});
        putRope(to, "short_factor", *find(document, shorts), {shorts, Origin::Kind::File});
        putRope(to, "long_factor", *find(document, longs), {longs, Origin::Kind::File});
        if (const Json* factor = find(document, "rope_scaling_attention_factor"))
            putRope(to, "attention_factor", *factor, {"rope_scaling_attention_factor", Origin::Kind::File});
    } else if (!halves && isTrue(document, "use_scaled_rope")) {
        putRope(to, "rope_type", "llama3", {"use_scaled_rope", Origin::Kind::File, executorchCode});
        putRope(to, document, "rope_scale_factor", "factor", 8.0, executorchCode);
        putRope(to, document, "high_freq_factor", "high_freq_factor", 4.0, executorchCode);
        putRope(to, "low_freq_factor", 1.0, makersDefault(executorchCode));
        putRope(to, "original_max_position_embeddings", 8192.0, makersDefault(executorchCode));
    } else if (isTrue(document, "use_scaled_rope")) {
        to.remarks.emplace_back("use_scaled_rope has no effect where use_hf_rope is true.");
    }
}

/// What ModelArgs has where the file is silent: the base, the whole head and the context.
void fillAsExecuTorch(Translation& to, const Json& document, bool halves)
{
    if (!has(document, "rope_theta") && !has(document, "rope_freq_base"))
        put(to, "rope_theta", 10000.0, makersDefault(executorchCode));
    if (!has(document, "max_position_embeddings") && !has(document, "max_seq_len"))
        put(to, "max_position_embeddings", numberOr(document, "max_context_len", 2048.0),
            has(document, "max_context_len") ? Origin{"max_context_len", Origin::Kind::File}
                                             : makersDefault(executorchCode));
    if (!halves && has(document, "partial_rotary_factor")) {
        to.remarks.emplace_back("partial_rotary_factor has no effect where use_hf_rope is not true.");
        drop(to, {"partial_rotary_factor"});
    }
}

Translation fromExecuTorch(const Json& document)
{
    Translation to{.config = document,
                   .format = "params.json of ExecuTorch",
                   .family = textOr(document, "model_architecture", "llama"),
                   .familyKnown = false,
                   .written = {},
                   .remarks = {},
                   .sections = {},
                   .refused = {}};
    const bool halves = isTrue(document, "use_hf_rope");
    put(to, "model_type", "llama", rule("ExecuTorch runs every file of this kind by one code", executorchCode));
    put(to, "rope_interleave", !halves,
        has(document, "use_hf_rope") ? Origin{"use_hf_rope", Origin::Kind::File, executorchCode}
                                     : makersDefault(executorchCode));
    fillAsExecuTorch(to, document, halves);
    scaleAsExecuTorch(to, document, halves);
    drop(to, {"use_hf_rope", "use_scaled_rope", "rope_scale_factor", "high_freq_factor", "rope_scaling_short_factor",
              "rope_scaling_long_factor", "rope_scaling_attention_factor", "qk_norm_before_rope"});
    return to;
}

// --- torchtitan

constexpr const char* titanCode = "pytorch/torchtitan, torchtitan/models/llama3/model/args.py and common/rope.py";

/// The rotation as an object of its own, as newer versions have it.
const Json* titanRope(const Json& document)
{
    const Json* rope = find(document, "rope");
    const bool fits = rope != nullptr && rope->is_object() && (has(*rope, "theta") || has(*rope, "scaling"));
    return fits ? rope : nullptr;
}

bool isTorchTitan(const Json& document)
{
    return (hasDim(document) && document.contains("rope_scaling_args")) || titanRope(document) != nullptr;
}

/// Keys of an object of the file under the names of transformers; what it leaves out has the code's default.
struct RenamedKey {
    const char* written;
    const char* key;
    double usual;
};
void putRenamed(Translation& to, const Json& from, const std::string& path, std::span<const RenamedKey> keys)
{
    for (const RenamedKey& renamed : keys)
        if (const Json* value = find(from, renamed.written))
            putRope(to, renamed.key, *value, {path + "." + renamed.written, Origin::Kind::File, titanCode});
        else
            putRope(to, renamed.key, renamed.usual, makersDefault(titanCode));
}

constexpr RenamedKey titanLlamaKeys[] = {
    {"scaling_factor", "factor", 8.0},
    {"low_freq_factor", "low_freq_factor", 1.0},
    {"high_freq_factor", "high_freq_factor", 4.0},
    {"original_max_position_embeddings", "original_max_position_embeddings", 8192}};
constexpr RenamedKey titanYarnKeys[] = {{"rope_factor", "factor", 1.0},
                                        {"beta_fast", "beta_fast", 32.0},
                                        {"beta_slow", "beta_slow", 1.0},
                                        {"original_seq_len", "original_max_position_embeddings", 4096}};

void takeTitanRope(Translation& to, const Json& rope)
{
    for (const auto& [written, key] : {std::pair{"theta", "rope_theta"}, {"max_seq_len", "max_seq_len"}})
        if (const Json* value = find(rope, written))
            put(to, key, *value, {std::string("rope.") + written, Origin::Kind::File});
    if (const Json* dim = find(rope, "dim"); dim != nullptr && !has(to.config, "qk_rope_head_dim"))
        put(to, "rotary_dim", *dim, {"rope.dim", Origin::Kind::File});
    const std::string scaling = textOr(rope, "scaling", "none");
    if (scaling == "llama" || scaling == "yarn")
        putRope(to, "rope_type", scaling == "llama" ? "llama3" : "yarn", {"rope.scaling", Origin::Kind::File});
    if (scaling == "llama")
        putRenamed(to, rope, "rope", titanLlamaKeys);
    if (scaling == "yarn") {
        putRenamed(to, rope, "rope", titanYarnKeys);
        putRope(to, "attention_factor", 1.0, rule("cos and sin are not scaled with complex numbers", titanCode));
    }
}

Translation fromTorchTitan(const Json& document)
{
    Translation to{.config = document,
                   .format = "model arguments of torchtitan",
                   .family = "torchtitan",
                   .familyKnown = false,
                   .written = {},
                   .remarks = {},
                   .sections = {},
                   .refused = {}};
    put(to, "model_type", "meta_llama", rule("the keys are those of torchtitan"));
    put(to, "rope_interleave", true, rule("torchtitan's Llama turns neighbouring channels together", titanCode));
    if (const Json* rope = titanRope(document))
        takeTitanRope(to, *rope);
    else if (const Json* args = find(document, "rope_scaling_args"); args != nullptr && args->is_object()) {
        putRope(to, "rope_type", "llama3", {"rope_scaling_args", Origin::Kind::File});
        putRenamed(to, *args, "rope_scaling_args", titanLlamaKeys);
    }
    if (!has(to.config, "rope_theta"))
        put(to, "rope_theta", 10000.0, makersDefault(titanCode));
    if (!has(to.config, "max_seq_len"))
        put(to, "max_position_embeddings", 131072.0, makersDefault(titanCode));
    if (const Json* every = find(document, "every_n_layers_nope"))
        put(to, "no_rope_layer_interval", *every, {"every_n_layers_nope", Origin::Kind::File});
    drop(to, {"rope", "rope_scaling_args", "every_n_layers_nope"});
    return to;
}

// --- Meta

bool isMeta(const Json& document)
{
    return hasDim(document) && !has(document, "qk_rope_head_dim") && !has(document, "hidden_dim") &&
           !has(document, "yarn");
}

/// Llama 3.1's scaling with the numbers of Meta's code. The factor is no key of most files: 32 in the 1B and 3B of
/// Llama 3.2, 8 in the others (model cards and Hugging Face conversions of the same weights).
void scaleAsLlama3(Translation& to, const Json& document)
{
    const std::string code = "meta-llama/llama-models, models/llama3/model.py, apply_scaling";
    put(to, "use_scaled_rope", true, {"use_scaled_rope", Origin::Kind::File});
    putRope(to, "rope_type", "llama3", {"use_scaled_rope", Origin::Kind::File});
    putRope(to, document, "low_freq_factor", "low_freq_factor", 1.0, code);
    putRope(to, document, "high_freq_factor", "high_freq_factor", 4.0, code);
    putRope(to, document, "old_context_len", "original_max_position_embeddings", 8192, code);
    for (const char* key : {"rope_scaling_factor", "scale_factor"})
        if (const Json* factor = find(document, key))
            return putRope(to, "factor", *factor, {key, Origin::Kind::File});
    const double dim = numberOr(document, "dim", 0.0);
    const bool small = dim > 0.0 && dim <= 3072.0;
    putRope(to, "factor", small ? 32.0 : 8.0,
            {"by the size: dim " + std::to_string(static_cast<long>(dim)), Origin::Kind::Guess,
             "model cards of Llama 3.1, 3.2 and 3.3"});
    to.remarks.push_back(std::string("The file does not give the factor of its scaled rotation. ") +
                         (small ? "32 is taken, as in Llama 3.2's 1B and 3B, whose size this is"
                                : "8 is taken, as in Llama 3.1, 3.3 and 3.2's larger models, whose size this is") +
                         ": a guess.");
}

Translation fromMeta(const Json& document)
{
    Translation to{.config = document,
                   .format = "params.json of Meta's Llama",
                   .family = "meta_llama",
                   .familyKnown = false,
                   .written = {},
                   .remarks = {},
                   .sections = {},
                   .refused = {}};
    put(to, "model_type", "meta_llama", rule("the keys dim and n_heads are those of Meta's code"));
    put(to, "rope_interleave", true,
        rule("Meta's code turns neighbouring channels together",
             "meta-llama/llama-models, models/llama3/model.py, apply_rotary_emb"));
    if (!has(document, "rope_theta"))
        put(to, "rope_theta", 10000.0, makersDefault("meta-llama/llama, ModelArgs; Llama 3 has 500000"));
    if (isTrue(document, "use_scaled_rope"))
        scaleAsLlama3(to, document);
    drop(to, {"use_scaled_rope", "rope_scaling_factor", "scale_factor", "low_freq_factor", "high_freq_factor",
              "old_context_len"});
    return to;
}

// --- Mistral

bool isMistral(const Json& document)
{
    return hasDim(document) && (has(document, "hidden_dim") || has(document, "yarn"));
}

void scaleAsMistral(Translation& to, const Json& yarn)
{
    const std::string code = "vllm-project/vllm, transformers_utils/configs/mistral.py";
    const auto copy = [&](const char* written, const char* key) {
        if (const Json* value = find(yarn, written))
            putRope(to, key, *value, {std::string("yarn.") + written, Origin::Kind::File, code});
    };
    putRope(to, "rope_type", "yarn", {"yarn", Origin::Kind::File});
    copy("factor", "factor");
    copy("original_max_position_embeddings", "original_max_position_embeddings");
    copy("beta", "beta_fast");
    copy("alpha", "beta_slow");
    const Json* scale = find(yarn, "apply_scale");
    if (scale != nullptr && *scale == false)
        putRope(to, "attention_factor", 1.0, {"yarn.apply_scale false", Origin::Kind::File, code});
}

Translation fromMistral(const Json& document)
{
    Translation to{.config = document,
                   .format = "params.json of Mistral",
                   .family = "mistral",
                   .familyKnown = false,
                   .written = {},
                   .remarks = {},
                   .sections = {},
                   .refused = {}};
    put(to, "model_type", "mistral", rule("the keys dim and hidden_dim are those of Mistral's code"));
    put(to, "rope_interleave", true,
        rule("Mistral's code turns neighbouring channels together",
             "mistralai/mistral-inference, rope.py, apply_rotary_emb"));
    if (!has(document, "rope_theta")) {
        put(to, "rope_theta", 1e6,
            {"default of its code", Origin::Kind::Guess,
             "mistralai/mistral-inference, transformer.py; older versions took 10000"});
        to.remarks.emplace_back("The file gives no rope_theta; 1000000, which newer code takes, is a guess.");
    }
    if (const Json* yarn = find(document, "yarn"); yarn != nullptr && yarn->is_object())
        scaleAsMistral(to, *yarn);
    if (has(document, "llama_4_scaling"))
        to.remarks.emplace_back("llama_4_scaling also lets the queries grow with their position, which is not shown.");
    drop(to, {"yarn", "llama_4_scaling"});
    return to;
}

// --- DeepSeek's inference code

bool isDeepSeek(const Json& document)
{
    return hasDim(document) && has(document, "qk_rope_head_dim") && !has(document, "hidden_dim");
}

/// inference/configs of DeepSeek-V3: what the file leaves out is in ModelArgs.
Translation fromDeepSeek(const Json& document)
{
    const std::string code = "deepseek-ai/DeepSeek-V3, inference/model.py, ModelArgs";
    Translation to{.config = document,
                   .format = "inference config of DeepSeek",
                   .family = "deepseek_v3",
                   .written = {},
                   .remarks = {},
                   .sections = {},
                   .refused = {}};
    put(to, "model_type", "deepseek_v3", rule("the keys dim and qk_rope_head_dim are those of DeepSeek's code"));
    put(to, "rope_interleave", true,
        rule("DeepSeek's code turns neighbouring channels together",
             "deepseek-ai/DeepSeek-V3, inference/model.py, apply_rotary_emb"));
    const double trained = numberOr(document, "original_seq_len", 4096.0);
    const double reach = numberOr(document, "max_seq_len", 16384.0);
    if (!has(document, "rope_theta"))
        put(to, "rope_theta", 10000.0, makersDefault(code));
    if (!has(document, "max_seq_len"))
        put(to, "max_position_embeddings", reach, makersDefault(code));
    if (reach > trained) {
        putRope(to, "rope_type", "yarn", rule("max_seq_len exceeds original_seq_len", code));
        putRope(to, document, "rope_factor", "factor", 40.0, code);
        putRope(to, document, "original_seq_len", "original_max_position_embeddings", trained, code);
        putRope(to, document, "beta_fast", "beta_fast", 32.0, code);
        putRope(to, document, "beta_slow", "beta_slow", 1.0, code);
        putRope(to, document, "mscale", "mscale_all_dim", 1.0, code);
        putRope(to, "attention_factor", 1.0, rule("cos and sin are not scaled here, the softmax is", code));
    }
    drop(to, {"mscale", "rope_factor", "original_seq_len", "beta_fast", "beta_slow"});
    return to;
}

// --- Megatron, NeMo

constexpr const char* megatronCode =
    "NVIDIA/Megatron-LM, megatron/core/models/common/embeddings/rotary_pos_embedding.py";

bool hasMegatronKeys(const Json& document)
{
    constexpr std::array keys = {"rotary_base",
                                 "rotary_interleaved",
                                 "seq_len_interpolation_factor",
                                 "use_rotary_position_embeddings",
                                 "apply_rope_fusion",
                                 "scale_positional_embedding",
                                 "megatron_amp_O2"};
    return !has(document, "model_type") &&
           (std::ranges::any_of(keys, [&](const char* key) { return has(document, key); }) ||
            (has(document, "encoder_seq_length") && has(document, "position_embedding_type")));
}

/// NeMo writes a model's keys under `model`, below those of the training run.
const Json* nemoModel(const Json& document)
{
    const Json* model = find(document, "model");
    return model != nullptr && model->is_object() && hasMegatronKeys(*model) ? model : nullptr;
}

bool isMegatron(const Json& document)
{
    return hasMegatronKeys(document) || nemoModel(document) != nullptr;
}

/// Llama 3.1's scaling under a switch of its own, or positions divided by a factor.
void scaleAsMegatron(Translation& to, const Json& document)
{
    const char* nemo = "NVIDIA/NeMo, modules/common/megatron/position_embedding/rotary_position_embedding.py";
    for (const auto& [written, code] : {std::pair{"use_rope_scaling", megatronCode},
                                        {"rope_scaling", megatronCode},
                                        {"scale_positional_embedding", nemo}})
        if (isTrue(document, written)) {
            putRope(to, "rope_type", "llama3", {written, Origin::Kind::File, code});
            putRope(to, document, "rope_scaling_factor", "factor", 8.0, code);
            for (const auto& [key, value] : {std::pair{"low_freq_factor", 1.0},
                                             {"high_freq_factor", 4.0},
                                             {"original_max_position_embeddings", 8192.0}})
                putRope(to, key, value, makersDefault(code));
            return;
        }
    if (const Json* factor = find(document, "seq_len_interpolation_factor")) {
        putRope(to, "rope_type", "linear", {"seq_len_interpolation_factor", Origin::Kind::File, megatronCode});
        putRope(to, "factor", *factor, {"seq_len_interpolation_factor", Origin::Kind::File, megatronCode});
    }
}

/// A learned table, a relative bias or nothing, unless a switch asks for rotation.
void refuseUnrotated(Translation& to, const Json& document)
{
    const std::string encoding = textOr(document, "position_embedding_type", "rope");
    const bool turns = encoding == "rope" || encoding == "yarn" || encoding == "mrope" ||
                       isTrue(document, "use_rotary_position_embeddings");
    if (turns)
        return;
    to.refused = "is " + Json(encoding).dump(-1, ' ', false, Json::error_handler_t::replace).substr(0, 40) +
                 ", so this model has no rotary embedding";
    to.refusedFor = "position_embedding_type";
}

Translation fromMegatronKeys(const Json& document)
{
    Translation to{.config = document,
                   .format = "arguments of Megatron-LM or NeMo",
                   .family = "megatron",
                   .familyKnown = false,
                   .written = {},
                   .remarks = {},
                   .sections = {},
                   .refused = {}};
    put(to, "model_type", "llama", rule("the keys are those of Megatron-LM"));
    if (!has(document, "rotary_base"))
        put(to, "rotary_base", 10000.0, makersDefault(megatronCode));
    if (!has(document, "rotary_interleaved"))
        put(to, "rotary_interleaved", false, makersDefault(megatronCode));
    if (!has(document, "rotary_percent") && !has(document, "rotary_percentage"))
        put(to, "rotary_percent", 1.0, makersDefault(megatronCode));
    if (const Json* scaling = find(document, "rope_scaling"); scaling != nullptr && !scaling->is_object())
        drop(to, {"rope_scaling"});
    scaleAsMegatron(to, document);
    refuseUnrotated(to, document);
    drop(to, {"seq_len_interpolation_factor", "rope_scaling_factor", "use_rope_scaling", "scale_positional_embedding",
              "use_rotary_position_embeddings", "apply_rope_fusion"});
    return to;
}

Translation fromMegatron(const Json& document)
{
    const Json* inner = nemoModel(document);
    if (inner == nullptr)
        return fromMegatronKeys(document);
    Translation to = fromMegatronKeys(*inner);
    for (auto& [path, origin] : to.written)
        if (origin.kind == Origin::Kind::File)
            origin.text = "model." + origin.text;
    for (const auto& [key, value] : to.config.items())
        to.written.try_emplace(key, Origin{"model." + key, Origin::Kind::File});
    if (to.refusedFor == "position_embedding_type")
        to.refusedFor = "model.position_embedding_type";
    return to;
}

// --- diffusers

/// A transformer of diffusers: the key of its axes' channels, their defaults and its base.
struct Painter {
    std::string_view name;
    const char* axesKey;
    std::array<int, 4> channels; ///< 0 ends the list
    double base;
};
constexpr Painter painters[] = {
    {"BriaFiboTransformer2DModel", "axes_dims_rope", {16, 56, 56, 0}, 10000.0},
    {"ErnieImageTransformer2DModel", "rope_axes_dim", {32, 48, 48, 0}, 256.0},
    {"HeliosTransformer3DModel", "rope_dim", {44, 42, 42, 0}, 10000.0},
    {"HunyuanImageTransformer2DModel", "rope_axes_dim", {64, 64, 0, 0}, 256.0},
    {"HunyuanVideo15Transformer3DModel", "rope_axes_dim", {16, 56, 56, 0}, 256.0},
    {"HunyuanVideoFramepackTransformer3DModel", "rope_axes_dim", {16, 56, 56, 0}, 256.0},
    {"Kandinsky5Transformer3DModel", "axes_dims", {16, 24, 24, 0}, 10000.0},
    {"Krea2Transformer2DModel", "axes_dims_rope", {32, 48, 48, 0}, 1000.0},
    {"LongCatImageTransformer2DModel", "axes_dims_rope", {16, 56, 56, 0}, 10000.0},
    {"MotifVideoTransformer3DModel", "rope_axes_dim", {16, 56, 56, 0}, 256.0},
    {"NucleusMoEImageTransformer2DModel", "axes_dims_rope", {16, 56, 56, 0}, 10000.0},
    {"OvisImageTransformer2DModel", "axes_dims_rope", {16, 56, 56, 0}, 10000.0},
    {"FluxTransformer2DModel", "axes_dims_rope", {16, 56, 56, 0}, 10000.0},
    {"Flux2Transformer2DModel", "axes_dims_rope", {32, 32, 32, 32}, 2000.0},
    {"ChromaTransformer2DModel", "axes_dims_rope", {16, 56, 56, 0}, 10000.0},
    {"BriaTransformer2DModel", "axes_dims_rope", {16, 56, 56, 0}, 10000.0},
    {"QwenImageTransformer2DModel", "axes_dims_rope", {16, 56, 56, 0}, 10000.0},
    {"HunyuanVideoTransformer3DModel", "rope_axes_dim", {16, 56, 56, 0}, 256.0},
    {"Lumina2Transformer2DModel", "axes_dim_rope", {32, 32, 32, 0}, 10000.0},
    {"HiDreamImageTransformer2DModel", "axes_dims_rope", {32, 32, 0, 0}, 10000.0},
    {"ZImageTransformer2DModel", "axes_dims", {32, 48, 48, 0}, 256.0},
};
struct Still {
    std::string_view name, why;
};
constexpr Still stillPainters[] = {
    {"UNet2DConditionModel", "which has no rotary embedding"},
    {"SD3Transformer2DModel", "which has no rotary embedding but a table of sines"},
    {"PixArtTransformer2DModel", "which has no rotary embedding but a table of sines"},
    {"AuraFlowTransformer2DModel", "which has no rotary embedding but a learned table"},
    {"AutoencoderKL", "which has no rotary embedding"},
    {"CosmosTransformer3DModel", "whose three axes have bases of their own; it is not supported"},
    {"MochiTransformer3DModel",
     "whose frequencies are learned, one for each head and pair, and stand in the weights; it is not supported"},
    {"LTX2VideoTransformer3DModel",
     "whose rotation runs over positions as shares of the film and over all heads at once; it is not supported"},
    {"LTXVideoTransformer3DModel",
     "whose rotation runs over positions as shares of the film and over all heads at once; it is not supported"},
};

bool isDiffusers(const Json& document)
{
    return document.contains("_class_name") && document["_class_name"].is_string();
}

/// Channels per axis: from the file, or 0-ended defaults.
std::vector<int> channelsOf(const Json& document, const char* key, std::span<const int> fallback)
{
    std::vector<int> channels;
    if (const Json* list = find(document, key); list != nullptr && list->is_array() && list->size() <= 8) {
        for (const Json& entry : *list)
            channels.push_back(entry.is_number_integer() && entry >= 0 && entry <= maximumHeadDim ? entry.get<int>()
                                                                                                  : -1);
        return channels;
    }
    for (const int count : fallback)
        if (count > 0)
            channels.push_back(count);
    return channels;
}

void setAxes(Translation& to, const std::vector<int>& channels, Origin origin)
{
    int sum = 0;
    for (const int count : channels) {
        to.sections.push_back(count % 2 == 0 ? count / 2 : -1);
        sum += std::max(count, 0);
    }
    to.axes = AxisRule::OwnLadders;
    put(to, "head_dim", sum, std::move(origin));
    to.config.erase("attention_head_dim");
}

void setPainter(Translation& to, const Json& document, const Painter& painter)
{
    const std::string code = "huggingface/diffusers, class " + std::string(painter.name);
    const bool given = has(document, painter.axesKey);
    setAxes(to, channelsOf(document, painter.axesKey, painter.channels),
            given ? Origin{std::string("sum of ") + painter.axesKey, Origin::Kind::File} : makersDefault(code));
    if (!has(document, "rope_theta"))
        put(to, "rope_theta", painter.base, makersDefault(code));
}

/// Wan and CogVideoX: the head's channels go to time, height and width by a rule.
bool setVideo(Translation& to, const Json& document, const std::string& name)
{
    const bool wan = name.starts_with("Wan") || name.starts_with("SkyReels") || name == "SanaVideoTransformer3DModel";
    const bool cog = name == "CogVideoXTransformer3DModel";
    if (!wan && !cog && name != "EasyAnimateTransformer3DModel")
        return false;
    if (cog && !isTrue(document, "use_rotary_positional_embeddings")) {
        to.refused =
            "is " + name + ", which has no rotary embedding where use_rotary_positional_embeddings is not true";
        return true;
    }
    const double usual = name.starts_with("Sana") ? 112 : wan ? 128 : 64;
    const int head = static_cast<int>(std::clamp(numberOr(document, "attention_head_dim", usual), 0.0, 1024.0));
    const int side = wan ? 2 * (head / 6) : head / 8 * 3;
    const int time = wan ? head - 2 * side : head / 4;
    setAxes(to, {time, side, side},
            rule(wan ? "attention_head_dim: 2 (d // 6) channels for height and width each, the rest for time"
                     : "attention_head_dim: a quarter for time, three eighths for height and width each",
                 "huggingface/diffusers, class " + name));
    if (!has(document, "rope_theta"))
        put(to, "rope_theta", 10000.0, makersDefault("huggingface/diffusers, class " + name));
    drop(to, {"use_rotary_positional_embeddings"});
    return true;
}

/// CogView4 and GLM-Image: halves of the head turn together, half the pairs by the row and half by the column.
bool setGrid(Translation& to, const Json& document, const std::string& name)
{
    const bool stretches = name == "CogView4Transformer2DModel";
    if (!stretches && name != "GlmImageTransformer2DModel")
        return false;
    const std::string code = "huggingface/diffusers, class " + name;
    to.axes = AxisRule::Axial2D;
    put(to, "rope_interleave", false, rule("halves of the head turn together", code));
    put(to, "rope_theta", 10000.0, makersDefault(code));
    put(to, "head_dim", numberOr(document, "attention_head_dim", 40),
        has(document, "attention_head_dim") ? Origin{"attention_head_dim", Origin::Kind::File} : makersDefault(code));
    to.config.erase("attention_head_dim");
    if (stretches)
        to.remarks.emplace_back("The code stretches every image over the rows and columns of rope_axes_dim, so a "
                                "position here is a place on that grid.");
    return true;
}

Translation fromDiffusers(const Json& document)
{
    const std::string name = document["_class_name"].get<std::string>();
    Translation to{.config = document,
                   .format = "config.json of diffusers",
                   .family = name,
                   .familyKnown = false,
                   .written = {},
                   .remarks = {},
                   .sections = {},
                   .refused = {}};
    put(to, "model_type", "llama", rule("a transformer of diffusers"));
    put(to, "rope_interleave", true,
        rule("diffusers turns neighbouring channels together",
             "huggingface/diffusers, models/embeddings.py, apply_rotary_emb"));
    put(to, "max_position_embeddings", numberOr(document, "rope_max_seq_len", 1024.0),
        has(document, "rope_max_seq_len")
            ? Origin{"rope_max_seq_len", Origin::Kind::File}
            : Origin{"positions of one axis; nothing says how many", Origin::Kind::Guess});
    drop(to, {"rope_max_seq_len"});
    const auto still = std::ranges::find(stillPainters, name, &Still::name);
    const auto painter = std::ranges::find(painters, name, &Painter::name);
    if (still != std::end(stillPainters))
        to.refused = "is " + name + ", " + std::string(still->why);
    else if (painter != std::end(painters))
        setPainter(to, document, *painter);
    else if (!setVideo(to, document, name) && !setGrid(to, document, name))
        to.refused = "is " + name + ", whose rotation is not known here";
    drop(to, {"axes_dims_rope", "axes_dim_rope", "rope_axes_dim", "axes_dims", "rope_dim", "time_theta"});
    if (name == "EasyAnimateTransformer3DModel")
        to.remarks.emplace_back("The code stretches the rows and columns of every film over a grid of 60 by 90 "
                                "latents, so a position here is a place on that grid.");
    to.remarks.emplace_back("A token has one position per axis; each axis has a ladder of its own.");
    return to;
}

// --- DINOv3

bool isDinoV3(const Json& document)
{
    return textOr(document, "model_type", "") == "dinov3_vit";
}

/// Positions are coordinates in [-1, 1] at the centres of patches, angles 2 pi coordinate / period with periods
/// base^(j/(d/4)). A patch further is 2/n of the coordinate for n patches a side, so the angle a patch is
/// 4 pi / n times the usual theta_j: a ladder divided by n/(4 pi). The centre adds the same angle to all, which no
/// score sees.
Translation fromDinoV3(const Json& document)
{
    const std::string code = "huggingface/transformers, models/dinov3_vit/modeling_dinov3_vit.py";
    Translation to{.config = document,
                   .format = "config.json of transformers",
                   .family = "dinov3_vit",
                   .written = {},
                   .remarks = {},
                   .sections = {},
                   .refused = {}};
    const double patches = std::floor(numberOr(document, "image_size", 224) / numberOr(document, "patch_size", 16));
    put(to, "model_type", "llama", rule("model_type dinov3_vit"));
    put(to, "rope_interleave", false, rule("halves of the head turn together", code));
    put(to, "rope_theta", numberOr(document, "rope_theta", 100.0),
        has(document, "rope_theta") ? Origin{"rope_theta", Origin::Kind::File} : makersDefault(code));
    put(to, "max_position_embeddings", std::max(patches, 1.0), rule("image_size / patch_size: patches a side", code));
    putRope(to, "rope_type", "linear", rule("coordinates from -1 to 1 over the patches", code));
    putRope(to, "factor", patches / (4.0 * std::numbers::pi), rule("patches a side / (4 pi)", code));
    to.axes = AxisRule::Axial2D;
    to.remarks.push_back("Positions are coordinates from -1 to 1; they are counted in patches here, " +
                         std::to_string(static_cast<long>(patches)) +
                         " a side, and the ladder holds for images of this size.");
    return to;
}

// --- Gemma 4 with its keys flat

/// Where the language model's keys stand.
std::string textPath(const Json& document)
{
    const Json* text = find(document, "text_config");
    return text != nullptr && text->is_object() ? "text_config" : "";
}

bool isFlatGemma4(const Json& document)
{
    const Json& text = textPath(document).empty() ? document : document.at("text_config");
    return textOr(document, "model_type", "").starts_with("gemma4") && has(text, "rope_local_base_freq") &&
           has(text, "rope_theta") && !has(text, "rope_parameters");
}

/// Older conversions name the bases and the share apart; the share is that of full attention alone, and proportional.
Translation fromFlatGemma4(const Json& document)
{
    const std::string code = "pytorch/executorch, examples/models/gemma4/text_decoder/gemma4_attention.py";
    Translation to{.config = document,
                   .format = "config.json of transformers",
                   .family = "",
                   .written = {},
                   .remarks = {},
                   .sections = {},
                   .refused = {}};
    const std::string path = textPath(document);
    const std::string prefix = path.empty() ? "" : path + ".";
    Json& text = path.empty() ? to.config : to.config[path];
    const auto value = [&](const char* key, double fallback) {
        return numberOr(text, key, fallback);
    };
    const auto origin = [&](const char* key) {
        return Origin{prefix + key, Origin::Kind::File, code};
    };
    text["rope_parameters"] = {
        {"full_attention",
         {{"rope_type", "proportional"},
          {"rope_theta", text["rope_theta"]},
          {"partial_rotary_factor", value("partial_rotary_factor", 0.25)}}},
        {"sliding_attention", {{"rope_type", "default"}, {"rope_theta", text["rope_local_base_freq"]}}}};
    const std::string full = prefix + "rope_parameters.full_attention.";
    to.written = {{prefix + "rope_parameters", rule("made of the flat keys", code)},
                  {full + "rope_type", rule("Gemma 4's full attention is proportional", code)},
                  {full + "rope_theta", origin("rope_theta")},
                  {full + "partial_rotary_factor",
                   has(text, "partial_rotary_factor") ? origin("partial_rotary_factor") : makersDefault(code)},
                  {prefix + "rope_parameters.sliding_attention.rope_type", rule("sliding attention is unscaled", code)},
                  {prefix + "rope_parameters.sliding_attention.rope_theta", origin("rope_local_base_freq")}};
    for (const char* key : {"rope_theta", "rope_local_base_freq", "partial_rotary_factor"})
        text.erase(key);
    return to;
}

// --- nomic-bert

bool isScaledNomic(const Json& document)
{
    return textOr(document, "model_type", "") == "nomic_bert" && has(document, "rotary_scaling_factor");
}

Translation fromNomic(const Json& document)
{
    const std::string code = "nomic-ai/nomic-bert-2048, modeling_hf_nomic_bert.py";
    Translation to{.config = document,
                   .format = "config.json of nomic's own code",
                   .family = "nomic_bert",
                   .written = {},
                   .remarks = {},
                   .sections = {},
                   .refused = {}};
    putRope(to, "rope_type", "dynamic", {"rotary_scaling_factor", Origin::Kind::File, code});
    putRope(to, "factor", document["rotary_scaling_factor"], {"rotary_scaling_factor", Origin::Kind::File, code});
    if (const Json* trained = find(document, "max_trained_positions"))
        put(to, "max_position_embeddings", *trained, {"max_trained_positions", Origin::Kind::File, code});
    to.remarks.emplace_back("rotary_scaling_factor is dynamic NTK in nomic's own code; transformers and others "
                            "that do not run that code leave it out.");
    drop(to, {"rotary_scaling_factor", "max_trained_positions"});
    return to;
}

struct Format {
    bool (*matches)(const Json&);
    Translation (*translate)(const Json&);
};
constexpr Format formats[] = {
    {isTorchTitan, fromTorchTitan}, {isExecuTorch, fromExecuTorch}, {isFlatGemma4, fromFlatGemma4}, {isMlc, fromMlc},
    {isDiffusers, fromDiffusers},   {isDeepSeek, fromDeepSeek},     {isMistral, fromMistral},       {isMeta, fromMeta},
    {isMegatron, fromMegatron},     {isDinoV3, fromDinoV3},         {isScaledNomic, fromNomic},
};

struct Stranger {
    const char* key;
    std::string_view name;
};
constexpr Stranger strangers[] = {
    {"weight_map", "an index of weight files, no model's config.json"},
    {"peft_type", "the config of an adapter; the config.json of its base model has the rotation"},
    {"lora_alpha", "the config of an adapter; the config.json of its base model has the rotation"},
    {"added_tokens_decoder", "the config of a tokenizer, not the model's"},
    {"tokenizer_class", "the config of a tokenizer, not the model's"},
    {"added_tokens", "a tokenizer, not a model"},
    {"image_processor_type", "the config of an image processor, not the model's"},
    {"feature_extractor_type", "the config of a feature extractor, not the model's"},
    {"processor_class", "the config of a processor, not the model's"},
    {"model_lib", "the config of an MLC chat without the model's own keys"},
    {"do_sample", "a generation_config.json: how text is drawn, not the model"},
    {"temperature", "a generation_config.json: how text is drawn, not the model"},
    {"top_p", "a generation_config.json: how text is drawn, not the model"},
    {"_from_model_config", "a generation_config.json: how text is drawn, not the model"},
    {"train_batch_size", "the config of a training run, not the model's"},
};

} // namespace

std::optional<Translation> translate(const Json& document)
{
    for (const Format& format : formats)
        if (format.matches(document))
            return format.translate(document);
    return std::nullopt;
}

std::string whatJsonItIs(const Json& document)
{
    if (const Json* name = find(document, "_class_name"); name != nullptr && name->is_string()) {
        const std::string& text = name->get_ref<const std::string&>();
        if (text.ends_with("Pipeline"))
            return "a pipeline of diffusers; the config.json in its transformer folder has the rotation";
        if (text.ends_with("Scheduler"))
            return "the config of a scheduler, not the model's";
    }
    for (const Stranger& stranger : strangers)
        if (document.contains(stranger.key))
            return std::string(stranger.name);
    return "";
}

} // namespace rope

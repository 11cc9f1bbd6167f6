#include "core/model/families.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace rope {
namespace {

constexpr auto interleaved = PairLayout::Interleaved;

constexpr std::string_view gptOssRope =
    R"({"rope_type": "yarn", "factor": 32.0, "beta_fast": 32.0, "beta_slow": 1.0, "truncate": false,
        "original_max_position_embeddings": 4096, "rope_theta": 150000.0})";
constexpr std::string_view ministral3Rope =
    R"({"rope_type": "yarn", "rope_theta": 1000000.0, "factor": 16.0, "original_max_position_embeddings": 16384,
        "beta_fast": 32.0, "beta_slow": 1.0, "mscale_all_dim": 1.0, "mscale": 1.0, "llama_4_scaling_beta": 0.1})";
constexpr std::string_view mistral4Rope =
    R"({"rope_type": "yarn", "rope_theta": 10000.0, "factor": 128.0, "original_max_position_embeddings": 8192,
        "beta_fast": 32.0, "beta_slow": 1.0, "mscale_all_dim": 1.0, "mscale": 1.0, "llama_4_scaling_beta": 0.1})";
constexpr std::string_view lagunaRope =
    R"({"full_attention": {"rope_type": "default", "rope_theta": 500000.0, "partial_rotary_factor": 0.5},
        "sliding_attention": {"rope_type": "default", "rope_theta": 10000.0, "partial_rotary_factor": 1.0}})";
constexpr std::string_view mimoRope =
    R"({"full_attention": {"rope_type": "default", "rope_theta": 5000000.0, "partial_rotary_factor": 0.334},
        "sliding_attention": {"rope_type": "default", "rope_theta": 10000.0, "partial_rotary_factor": 0.334}})";
constexpr std::string_view gemma4Rope =
    R"({"full_attention": {"rope_type": "proportional", "rope_theta": 1000000.0, "partial_rotary_factor": 0.25},
        "sliding_attention": {"rope_type": "default", "rope_theta": 10000.0}})";

constexpr Family families[] = {
    {.modelType = "llama", .hiddenSize = 4096, .heads = 32, .maximumContext = 2048, .base = 1e4},
    {.modelType = "baichuan", .hiddenSize = 4096, .heads = 32, .maximumContext = 4096},
    {.modelType = "bitnet", .hiddenSize = 2560, .heads = 20, .maximumContext = 2048, .base = 5e5},
    {.modelType = "chatglm",
     .pairing = interleaved,
     .headDim = 128,
     .maximumContext = 8192,
     .partialRotaryFactor = 0.5},
    {.modelType = "codegen",
     .pairing = interleaved,
     .hiddenSize = 4096,
     .heads = 16,
     .maximumContext = 2048,
     .partialRotaryFactor = 0.25},
    {.modelType = "cohere",
     .pairing = interleaved,
     .hiddenSize = 8192,
     .heads = 64,
     .maximumContext = 8192,
     .base = 5e5},
    {.modelType = "cohere2",
     .pairing = interleaved,
     .hiddenSize = 8192,
     .heads = 64,
     .maximumContext = 8192,
     .fullAttentionHasNoRope = true},
    {.modelType = "dbrx", .hiddenSize = 2048, .heads = 16, .maximumContext = 2048},
    {.modelType = "deepseek_v2",
     .pairing = interleaved,
     .hiddenSize = 4096,
     .heads = 32,
     .maximumContext = 2048,
     .rotatesTail = true},
    {.modelType = "deepseek_v3",
     .pairing = interleaved,
     .hiddenSize = 7168,
     .heads = 128,
     .maximumContext = 4096,
     .rotatesTail = true},
    {.modelType = "deepseek_v32",
     .pairing = interleaved,
     .hiddenSize = 7168,
     .heads = 128,
     .maximumContext = 163840,
     .rotatesTail = true},
    {.modelType = "deepseek_v4",
     .pairing = interleaved,
     .hiddenSize = 4096,
     .heads = 64,
     .headDim = 512,
     .maximumContext = 1048576,
     .rotatesTail = true},
    {.modelType = "ernie4_5",
     .pairing = interleaved,
     .hiddenSize = 3072,
     .heads = 24,
     .headDim = 128,
     .maximumContext = 131072,
     .base = 5e5},
    {.modelType = "ernie4_5_moe",
     .pairing = interleaved,
     .hiddenSize = 2560,
     .heads = 20,
     .maximumContext = 131072,
     .base = 5e5},
    {.modelType = "exaone4", .hiddenSize = 4096, .heads = 32, .maximumContext = 2048, .fullAttentionHasNoRope = true},
    {.modelType = "falcon", .hiddenSize = 4544, .heads = 71, .maximumContext = 2048},
    {.modelType = "gemma", .hiddenSize = 3072, .heads = 16, .headDim = 256, .maximumContext = 8192},
    {.modelType = "gemma2", .hiddenSize = 2304, .heads = 8, .headDim = 256, .maximumContext = 8192},
    {.modelType = "gemma3",
     .hiddenSize = 2304,
     .heads = 8,
     .headDim = 256,
     .maximumContext = 131072,
     .base = 1e6,
     .localBase = 1e4},
    {.modelType = "gemma3n",
     .hiddenSize = 2048,
     .heads = 8,
     .headDim = 256,
     .maximumContext = 32768,
     .base = 1e6,
     .localBase = 1e4},
    {.modelType = "gemma4",
     .hiddenSize = 2304,
     .heads = 8,
     .headDim = 256,
     .maximumContext = 131072,
     .ropeParameters = gemma4Rope},
    {.modelType = "glm",
     .pairing = interleaved,
     .hiddenSize = 4096,
     .heads = 32,
     .headDim = 128,
     .maximumContext = 131072,
     .partialRotaryFactor = 0.5},
    {.modelType = "glm4",
     .pairing = interleaved,
     .hiddenSize = 4096,
     .heads = 32,
     .headDim = 128,
     .maximumContext = 131072,
     .partialRotaryFactor = 0.5},
    {.modelType = "glm4_moe", .hiddenSize = 4096, .heads = 96, .maximumContext = 131072, .partialRotaryFactor = 0.5},
    {.modelType = "glm4v",
     .pairing = interleaved,
     .hiddenSize = 4096,
     .heads = 32,
     .maximumContext = 32768,
     .partialRotaryFactor = 0.5},
    {.modelType = "gpt_neox", .hiddenSize = 6144, .heads = 64, .maximumContext = 2048, .partialRotaryFactor = 0.25},
    {.modelType = "gpt_oss",
     .hiddenSize = 2880,
     .heads = 64,
     .headDim = 64,
     .maximumContext = 131072,
     .base = 1.5e5,
     .ropeParameters = gptOssRope},
    {.modelType = "gptj",
     .pairing = interleaved,
     .hiddenSize = 4096,
     .heads = 16,
     .maximumContext = 2048,
     .partialRotaryFactor = 0.25},
    {.modelType = "granite", .hiddenSize = 4096, .heads = 32, .maximumContext = 2048},
    {.modelType = "helium",
     .pairing = interleaved,
     .hiddenSize = 2560,
     .heads = 20,
     .headDim = 128,
     .maximumContext = 4096,
     .base = 1e5},
    {.modelType = "internlm2", .hiddenSize = 4096, .heads = 32, .maximumContext = 2048},
    {.modelType = "kimi_k2",
     .pairing = interleaved,
     .hiddenSize = 7168,
     .heads = 64,
     .maximumContext = 131072,
     .rotatesTail = true},
    {.modelType = "laguna", .headDim = 128, .maximumContext = 131072, .ropeParameters = lagunaRope},
    {.modelType = "lfm2", .hiddenSize = 2560, .heads = 32, .maximumContext = 128000, .base = 1e6},
    {.modelType = "llama4",
     .pairing = interleaved,
     .hiddenSize = 5120,
     .heads = 40,
     .headDim = 128,
     .maximumContext = 131072,
     .base = 5e5,
     .noRopeInterval = 4},
    {.modelType = "meta_llama", .pairing = interleaved, .hiddenSize = 4096, .heads = 32, .maximumContext = 2048},
    {.modelType = "mimo_v2_flash", .headDim = 192, .maximumContext = 131072, .ropeParameters = mimoRope},
    {.modelType = "minicpm", .hiddenSize = 4096, .heads = 32, .maximumContext = 2048},
    {.modelType = "minicpm3", .hiddenSize = 2560, .heads = 40, .maximumContext = 32768, .rotatesTail = true},
    {.modelType = "ministral3",
     .hiddenSize = 4096,
     .heads = 32,
     .headDim = 128,
     .maximumContext = 262144,
     .ropeParameters = ministral3Rope},
    {.modelType = "mistral", .hiddenSize = 4096, .heads = 32, .maximumContext = 131072},
    {.modelType = "mistral4",
     .pairing = interleaved,
     .hiddenSize = 4096,
     .heads = 32,
     .headDim = 128,
     .maximumContext = 1048576,
     .partialRotaryFactor = 0.5,
     .ropeParameters = mistral4Rope,
     .rotatesTail = true},
    {.modelType = "mixtral", .hiddenSize = 4096, .heads = 32, .maximumContext = 131072, .base = 1e6},
    {.modelType = "mllama", .hiddenSize = 4096, .heads = 32, .maximumContext = 131072, .base = 5e5},
    {.modelType = "modernbert",
     .hiddenSize = 768,
     .heads = 12,
     .maximumContext = 8192,
     .base = 1.6e5,
     .localBase = 1e4},
    {.modelType = "moonshine",
     .pairing = interleaved,
     .hiddenSize = 288,
     .heads = 8,
     .maximumContext = 512,
     .partialRotaryFactor = 0.9},
    {.modelType = "nanochat", .hiddenSize = 768, .heads = 6, .maximumContext = 2048, .negativeAngle = true},
    {.modelType = "nemotron", .hiddenSize = 6144, .heads = 48, .maximumContext = 4096, .partialRotaryFactor = 0.5},
    {.modelType = "olmo", .hiddenSize = 4096, .heads = 32, .maximumContext = 2048},
    {.modelType = "olmo2", .hiddenSize = 4096, .heads = 32, .maximumContext = 2048},
    {.modelType = "olmo3", .hiddenSize = 4096, .heads = 32, .maximumContext = 2048, .scalesFullAttentionOnly = true},
    {.modelType = "olmoe", .hiddenSize = 2048, .heads = 16, .maximumContext = 4096},
    {.modelType = "persimmon",
     .hiddenSize = 4096,
     .heads = 64,
     .maximumContext = 16384,
     .base = 2.5e4,
     .partialRotaryFactor = 0.5},
    {.modelType = "phi", .hiddenSize = 2048, .heads = 32, .maximumContext = 2048, .partialRotaryFactor = 0.5},
    {.modelType = "phi-msft", .hiddenSize = 2048, .heads = 32, .maximumContext = 2048, .partialRotaryFactor = 0.5},
    {.modelType = "phi3", .hiddenSize = 3072, .heads = 32, .maximumContext = 4096},
    {.modelType = "phi3_v", .hiddenSize = 3072, .heads = 32, .maximumContext = 4096},
    {.modelType = "qwen", .hiddenSize = 4096, .heads = 32, .maximumContext = 8192},
    {.modelType = "qwen2", .hiddenSize = 4096, .heads = 32, .maximumContext = 32768},
    {.modelType = "qwen2_5_vl", .hiddenSize = 8192, .heads = 64, .maximumContext = 32768, .base = 1e6},
    {.modelType = "qwen2_moe", .hiddenSize = 2048, .heads = 16, .maximumContext = 32768},
    {.modelType = "qwen2_vl", .hiddenSize = 8192, .heads = 64, .maximumContext = 32768, .base = 1e6},
    {.modelType = "qwen3", .hiddenSize = 4096, .heads = 32, .headDim = 128, .maximumContext = 32768},
    {.modelType = "qwen3_5_moe",
     .hiddenSize = 2048,
     .heads = 16,
     .headDim = 256,
     .maximumContext = 32768,
     .partialRotaryFactor = 0.25},
    {.modelType = "qwen3_moe", .hiddenSize = 2048, .heads = 32, .maximumContext = 32768},
    {.modelType = "qwen3_next",
     .hiddenSize = 2048,
     .heads = 16,
     .headDim = 256,
     .maximumContext = 32768,
     .partialRotaryFactor = 0.25},
    {.modelType = "qwen3_vl", .hiddenSize = 4096, .heads = 32, .headDim = 128, .maximumContext = 128000, .base = 5e6},
    {.modelType = "recurrent_gemma",
     .hiddenSize = 2560,
     .heads = 10,
     .maximumContext = 8192,
     .partialRotaryFactor = 0.5},
    {.modelType = "seed_oss", .hiddenSize = 4096, .heads = 32, .headDim = 128, .maximumContext = 524288},
    {.modelType = "smollm3",
     .hiddenSize = 2048,
     .heads = 16,
     .maximumContext = 32768,
     .base = 2e6,
     .noRopeInterval = 4},
    {.modelType = "stablelm", .hiddenSize = 2560, .heads = 32, .maximumContext = 4096, .partialRotaryFactor = 0.25},
    {.modelType = "starcoder2", .hiddenSize = 3072, .heads = 24, .maximumContext = 4096},
};

struct Unrotated {
    std::string_view modelType;
    std::string_view encoding;
};
constexpr Unrotated unrotated[] = {
    {"albert", "a learned table"},      {"bart", "a learned table"},
    {"bert", "a learned table"},        {"bloom", "ALiBi"},
    {"clip", "a learned table"},        {"distilbert", "a learned table"},
    {"electra", "a learned table"},     {"gpt2", "a learned table"},
    {"gpt_bigcode", "a learned table"}, {"gpt_neo", "a learned table"},
    {"mamba", "no positions"},          {"mamba2", "no positions"},
    {"mt5", "T5's relative bias"},      {"opt", "a learned table"},
    {"roberta", "a learned table"},     {"rwkv", "no positions"},
    {"t5", "T5's relative bias"},       {"umt5", "T5's relative bias"},
    {"vit", "a learned table"},         {"whisper", "a sinusoidal table"},
    {"xlm-roberta", "a learned table"},
};

const Family* findFamily(std::string_view modelType)
{
    for (const std::string_view suffix : {"", "_text_model", "_text"}) {
        if (!modelType.ends_with(suffix))
            continue;
        const std::string_view name = modelType.substr(0, modelType.size() - suffix.size());
        const auto found = std::ranges::find(families, name, &Family::modelType);
        if (found != std::end(families))
            return found;
    }
    return nullptr;
}

} // namespace

const Family& familyOf(std::string_view modelType)
{
    const Family* found = findFamily(modelType);
    return found != nullptr ? *found : families[0];
}

bool isKnownFamily(std::string_view modelType)
{
    return findFamily(modelType) != nullptr;
}

std::string_view encodingWithoutRotation(std::string_view modelType)
{
    const auto found = std::ranges::find(unrotated, modelType, &Unrotated::modelType);
    return found == std::end(unrotated) ? std::string_view{} : found->encoding;
}

} // namespace rope

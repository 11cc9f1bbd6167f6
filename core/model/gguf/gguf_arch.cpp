#include "core/model/gguf/gguf_arch.h"

#include <algorithm>
#include <span>

namespace rope {
namespace {

constexpr std::string_view normalArchitectures[] = {
    "arcee",         "arctic",     "baichuan",     "bailingmoe", "chameleon", "chatglm",       "cohere2",
    "cohere2moe",    "command-r",  "deci",         "deepseek",   "deepseek2", "deepseek2-ocr", "deepseek32",
    "deepseek4",     "ernie4_5",   "ernie4_5-moe", "glm-dsa",    "glm4",      "gptj",          "granite",
    "granitehybrid", "granitemoe", "internlm2",    "llada",      "llama",     "llama-embed",   "llama4",
    "maincoder",     "minicpm",    "mistral3",     "mistral4",   "nanbeige",  "neo-bert",      "olmo",
    "plm",           "smollm3",    "starcoder",    "xverse"};
constexpr std::string_view neoxArchitectures[] = {
    "afmoe",      "apertus",  "bailingmoe2",     "bitnet",      "codeshell",      "cogvlm",        "dbrx",
    "dots1",      "dream",    "eurobert",        "exaone",      "exaone-moe",     "exaone4",       "falcon",
    "falcon-h1",  "gemma",    "gemma-embedding", "gemma2",      "gemma3",         "gemma3n",       "gemma4",
    "glm4moe",    "gpt-oss",  "gptneox",         "grok",        "grovemoe",       "hunyuan-dense", "hunyuan-moe",
    "hunyuan-vl", "jais2",    "jina-bert-v3",    "laguna",      "lfm2",           "lfm2moe",       "llada-moe",
    "mimo2",      "minicpm3", "minimax-m2",      "modern-bert", "nemotron",       "nomic-bert",    "nomic-bert-moe",
    "olmo2",      "olmoe",    "openelm",         "orion",       "pangu-embedded", "phi2",          "phi3",
    "phimoe",     "plamo",    "plamo2",          "plamo3",      "qwen",           "qwen2",         "qwen2moe",
    "qwen3",      "qwen3moe", "qwen3next",       "rnd1",        "seed_oss",       "smallthinker",  "stablelm",
    "starcoder2", "step35"};
constexpr std::string_view multiAxisArchitectures[] = {"paddleocr", "qwen2vl"};
constexpr std::string_view interleavedMultiAxisArchitectures[] = {"qwen35", "qwen35moe", "qwen3vl", "qwen3vlmoe"};
constexpr std::string_view unrotatedArchitectures[] = {
    "arwkv7",      "bert",       "bloom",  "gpt2", "jais",       "jamba",           "jina-bert-v2",
    "kimi-linear", "mamba",      "mamba2", "mpt",  "nemotron_h", "nemotron_h_moe",  "refact",
    "rwkv6",       "rwkv6qwen2", "rwkv7",  "t5",   "t5encoder",  "wavtokenizer-dec"};
constexpr std::string_view switchedArchitectures[] = {"granite", "granitehybrid", "granitemoe"};

bool contains(std::span<const std::string_view> list, std::string_view name)
{
    return std::ranges::find(list, name) != list.end();
}

struct ArchitectureList {
    ArchitectureRotation::Kind kind;
    std::span<const std::string_view> names;
};
constexpr ArchitectureList lists[] = {
    {ArchitectureRotation::Kind::Normal, normalArchitectures},
    {ArchitectureRotation::Kind::Neox, neoxArchitectures},
    {ArchitectureRotation::Kind::MultiAxis, multiAxisArchitectures},
    {ArchitectureRotation::Kind::InterleavedMultiAxis, interleavedMultiAxisArchitectures},
    {ArchitectureRotation::Kind::None, unrotatedArchitectures},
};

} // namespace

ArchitectureRotation rotationOfArchitecture(std::string_view architecture)
{
    for (const ArchitectureList& list : lists)
        if (contains(list.names, architecture))
            return {list.kind, true};
    return {};
}

bool finetunedIsASwitch(std::string_view architecture)
{
    return contains(switchedArchitectures, architecture);
}

int noRopeIntervalOfArchitecture(std::string_view architecture)
{
    return architecture == "llama4" || architecture == "smollm3" ? 4 : 0;
}

bool fullAttentionHasNoRope(std::string_view architecture)
{
    return architecture == "cohere2" || architecture == "exaone4";
}

double slidingBaseOfArchitecture(std::string_view architecture)
{
    const bool isGemma3 = architecture == "gemma3" || architecture == "gemma3n";
    return isGemma3 || architecture == "modern-bert" ? 10000.0 : 0.0;
}

} // namespace rope

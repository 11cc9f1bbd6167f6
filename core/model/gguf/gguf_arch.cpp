#include "core/model/gguf/gguf_arch.h"

#include <algorithm>
#include <iterator>

namespace rope {
namespace {

constexpr std::string_view interleavedArchitectures[] = {
    "arcee",       "arctic",   "baichuan",  "bailingmoe",    "chameleon",  "chatglm",   "cohere2",      "command-r",
    "deci",        "deepseek", "deepseek2", "deepseek32",    "deepseek4",  "ernie4_5",  "ernie4_5-moe", "glm-dsa",
    "glm4",        "gptj",     "granite",   "granitehybrid", "granitemoe", "internlm2", "llada",        "llama",
    "llama-embed", "llama4",   "maincoder", "minicpm",       "mistral3",   "mistral4",  "nanbeige",     "neo-bert",
    "olmo",        "orion",    "plamo",     "plm",           "smollm3",    "starcoder", "xverse",
};
constexpr std::string_view unrotatedArchitectures[] = {
    "arwkv7", "bloom",  "gpt2",  "jais",  "jamba", "jina-bert-v2", "mamba",      "mamba2",
    "mpt",    "refact", "rwkv6", "rwkv7", "t5",    "t5encoder",    "rwkv6qwen2", "wavtokenizer-dec",
};

bool contains(const auto& list, std::string_view name)
{
    return std::ranges::find(list, name) != std::end(list);
}

} // namespace

std::optional<PairLayout> pairingOfArchitecture(std::string_view architecture)
{
    if (contains(unrotatedArchitectures, architecture))
        return std::nullopt;
    return contains(interleavedArchitectures, architecture) ? PairLayout::Interleaved : PairLayout::HalfSplit;
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

#include "core/model/config/families.h"

#include <algorithm>
#include <iterator>

namespace rope {
namespace {

struct Unrotated {
    std::string_view modelType;
    std::string_view encoding;
};
constexpr Unrotated unrotated[] = {
    {"albert", "a learned table"},
    {"align", "a learned table"},
    {"bart", "a learned table"},
    {"beit", "a learned table"},
    {"bert", "a learned table"},
    {"big_bird", "a learned table"},
    {"bigbird_pegasus", "a learned table"},
    {"biogpt", "a learned table"},
    {"blenderbot", "a learned table"},
    {"blenderbot-small", "a learned table"},
    {"bloom", "ALiBi"},
    {"camembert", "a learned table"},
    {"canine", "a learned table"},
    {"clip", "a learned table"},
    {"convbert", "a learned table"},
    {"cpmant", "relative positions in the attention"},
    {"ctrl", "a sinusoidal table"},
    {"data2vec-text", "a learned table"},
    {"deberta", "relative positions in the attention"},
    {"deberta-v2", "relative positions in the attention"},
    {"decision_transformer", "a learned table"},
    {"deit", "a learned table"},
    {"dinov2", "a learned table"},
    {"distilbert", "a learned table"},
    {"electra", "a learned table"},
    {"ernie", "a learned table"},
    {"ernie_m", "a learned table"},
    {"falcon_mamba", "no positions"},
    {"flaubert", "a learned table"},
    {"fsmt", "a sinusoidal table"},
    {"gpt2", "a learned table"},
    {"gpt_bigcode", "a learned table"},
    {"gpt_neo", "a learned table"},
    {"gptsan-japanese", "a learned table"},
    {"ibert", "a learned table"},
    {"imagegpt", "a learned table"},
    {"jais", "ALiBi"},
    {"jamba", "no positions"},
    {"jina_bert", "ALiBi"},
    {"layoutlm", "a learned table"},
    {"led", "a learned table"},
    {"longformer", "a learned table"},
    {"longt5", "T5's relative bias"},
    {"luke", "a learned table"},
    {"m2m_100", "a sinusoidal table"},
    {"mamba", "no positions"},
    {"mamba2", "no positions"},
    {"marian", "a sinusoidal table"},
    {"markuplm", "a learned table"},
    {"mbart", "a learned table"},
    {"mobilebert", "a learned table"},
    {"mpnet", "a learned table"},
    {"mpt", "ALiBi"},
    {"mt5", "T5's relative bias"},
    {"musicgen", "a sinusoidal table"},
    {"mvp", "a learned table"},
    {"nemotron_h", "no positions"},
    {"nezha", "a learned table"},
    {"nllb-moe", "a sinusoidal table"},
    {"nystromformer", "a learned table"},
    {"openai-gpt", "a learned table"},
    {"opt", "a learned table"},
    {"pegasus", "a sinusoidal table"},
    {"pegasus_x", "a sinusoidal table"},
    {"plbart", "a learned table"},
    {"pop2piano", "T5's relative bias"},
    {"prophetnet", "a learned table"},
    {"qdqbert", "a learned table"},
    {"refact", "ALiBi"},
    {"rembert", "a learned table"},
    {"roberta", "a learned table"},
    {"roberta-prelayernorm", "a learned table"},
    {"rwkv", "no positions"},
    {"rwkv5", "no positions"},
    {"rwkv6", "no positions"},
    {"rwkv7", "no positions"},
    {"siglip", "a learned table"},
    {"speech_to_text", "a sinusoidal table"},
    {"splinter", "a learned table"},
    {"squeezebert", "a learned table"},
    {"switch_transformers", "T5's relative bias"},
    {"t5", "T5's relative bias"},
    {"transfo-xl", "relative positions in the attention"},
    {"trocr", "a learned table"},
    {"udop", "T5's relative bias"},
    {"umt5", "T5's relative bias"},
    {"visual_bert", "a learned table"},
    {"vit", "a learned table"},
    {"vit_mae", "a learned table"},
    {"vits", "a learned table"},
    {"whisper", "a sinusoidal table"},
    {"xglm", "a sinusoidal table"},
    {"xlm", "a learned table"},
    {"xlm-roberta", "a learned table"},
    {"xlm-roberta-xl", "a learned table"},
    {"xlnet", "relative positions in the attention"},
    {"xlstm", "no positions"},
    {"xmod", "a learned table"},
    {"yoso", "a learned table"},
    {"zamba", "no positions"},
};

} // namespace

std::string_view encodingWithoutRotation(std::string_view modelType)
{
    const auto found = std::ranges::find(unrotated, modelType, &Unrotated::modelType);
    return found == std::end(unrotated) ? std::string_view{} : found->encoding;
}

} // namespace rope

#include "core/model/families.h"

#include "tests/core/model/config_reading.h"

namespace rope {
namespace {

using testing::onlyLayer;
using testing::read;
using testing::refusal;

TEST(Pairing, FollowsTheFamily)
{
    for (const char* type : {"gptj", "glm", "chatglm", "cohere", "ernie4_5", "helium", "llama4_text", "deepseek_v3"})
        EXPECT_EQ(read(std::string(R"({"model_type": ")") + type + "\"}").model.layers.front().pairing,
                  PairLayout::Interleaved)
            << type;
    for (const char* type : {"llama", "qwen3", "gemma2", "phi3", "glm4_moe", "gpt_neox", "some_new_model"})
        EXPECT_EQ(read(std::string(R"({"model_type": ")") + type + "\"}").model.layers.front().pairing,
                  PairLayout::HalfSplit)
            << type;
}

TEST(Families, WithoutRotationAreRefusedByName)
{
    EXPECT_NE(refusal(R"({"model_type": "gpt2", "n_embd": 768, "n_head": 12})").message.find("learned table"),
              std::string::npos);
    EXPECT_NE(refusal(R"({"model_type": "bloom"})").message.find("ALiBi"), std::string::npos);
    EXPECT_EQ(refusal(R"({"model_type": "falcon", "alibi": true})").field, "alibi");
}

TEST(Families, MetasOwnParametersAreRead)
{
    const RotarySettings layer = onlyLayer(R"({"dim": 4096, "n_layers": 32, "n_heads": 32, "norm_eps": 1e-05,
        "rope_theta": 500000.0, "use_scaled_rope": true})");
    EXPECT_EQ(layer.pairing, PairLayout::Interleaved);
    EXPECT_EQ(layer.scheme, "llama3");
    EXPECT_EQ(layer.parameters.at("factor"), 8.0);
    EXPECT_EQ(layer.originalContext, 8192);
}

} // namespace
} // namespace rope

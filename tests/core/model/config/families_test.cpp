#include "core/model/config/families.h"

#include "core/state/derived.h"
#include "tests/core/model/config/config_reading.h"

namespace rope {
namespace {

using testing::onlyLayer;
using testing::read;
using testing::refusal;

TEST(Pairing, FollowsTheFamily)
{
    for (const char* type : {"gptj", "codegen", "glm", "glm4", "glm4v_text", "chatglm", "cohere", "cohere2", "ernie4_5",
                             "ernie4_5_moe", "ernie4_5_vl_moe_text", "helium", "llama4_text", "deepseek_v2",
                             "deepseek_v3", "kimi_k2", "moonshine", "glm4_moe_lite", "longcat_flash"})
        EXPECT_EQ(read(std::string(R"({"model_type": ")") + type + "\"}").model.layers.front().pairing,
                  PairLayout::Interleaved)
            << type;
    for (const char* type :
         {"llama",        "mistral",       "qwen2",      "qwen3",     "gemma2",     "gemma3_text",
          "gemma3n_text", "phi",           "phi3",       "phimoe",    "falcon",     "stablelm",
          "olmo2",        "persimmon",     "starcoder2", "internlm2", "baichuan",   "minicpm",
          "granite",      "nemotron",      "exaone",     "exaone4",   "smollm3",    "gpt_oss",
          "glm4v_moe",    "glm4_moe",      "dots1",      "gpt_neox",  "modernbert", "hunyuan_v1_dense",
          "apertus",      "some_new_model"})
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
    for (const char* type : {"mpt", "jais"})
        EXPECT_NE(refusal(std::string(R"({"model_type": ")") + type + "\"}").message.find("ALiBi"), std::string::npos);
    for (const char* type : {"jamba", "mamba", "falcon_mamba", "nemotron_h"})
        EXPECT_NE(refusal(std::string(R"({"model_type": ")") + type + "\"}").message.find("no positions"),
                  std::string::npos);
    EXPECT_NE(refusal(R"({"model_type": "t5"})").message.find("T5"), std::string::npos);
    EXPECT_NE(refusal(R"({"model_type": "whisper"})").message.find("sinusoidal"), std::string::npos);
    EXPECT_NE(refusal(R"({"model_type": "bert", "position_embedding_type": "absolute"})").message.find("learned"),
              std::string::npos);
    EXPECT_EQ(refusal(R"({"model_type": "granitemoehybrid", "position_embedding_type": "nope"})").field,
              "position_embedding_type");
    EXPECT_EQ(refusal(R"({"model_type": "baichuan", "hidden_size": 5120, "num_attention_heads": 40,
        "num_hidden_layers": 40})")
                  .field,
              "num_hidden_layers");
    EXPECT_EQ(read(R"({"model_type": "modernbert", "position_embedding_type": "absolute",
        "global_rope_theta": 160000})")
                  .model.layers.front()
                  .base,
              160000);
}

TEST(Families, BareConfigsHaveTheScalingThatTheirCodeFillsIn)
{
    // configuration_apertus.py and configuration_cwm.py of Hugging Face transformers, commit 008e5743
    for (const auto& [type, base, factor] : {std::tuple{"apertus", 12e6, 8.0}, {"cwm", 1e6, 16.0}}) {
        const std::string name = std::string(R"({"model_type": ")") + type + '"';
        const RotarySettings bare = read(name + "}").model.layers.front();
        EXPECT_EQ(bare.scheme, "llama3") << type;
        EXPECT_EQ(bare.base, base) << type;
        EXPECT_EQ(bare.parameters.at("factor"), factor) << type;
        EXPECT_EQ(bare.parameters.at("low_freq_factor"), 1.0) << type;
        EXPECT_EQ(bare.parameters.at("high_freq_factor"), 4.0) << type;
        EXPECT_EQ(bare.originalContext, 8192) << type;
        const RotarySettings own =
            read(name + R"(, "rope_parameters": {"rope_type": "default", "rope_theta": 5e5}})").model.layers.front();
        EXPECT_EQ(own.scheme, "default") << type;
        EXPECT_EQ(own.base, 5e5) << type;
    }
}

TEST(Families, DealTheAxesOfPositionsAsTheirCodeDoes)
{
    const auto rule = [](const std::string& type, const std::string& sections) {
        return onlyLayer(R"({"model_type": ")" + type + R"(", "hidden_size": 2560, "num_attention_heads": 20,
            "head_dim": 128, "partial_rotary_factor": 1.0, "rope_parameters": {"rope_type": "default",
            "mrope_section": )" +
                         sections + "}}")
            .axisRule;
    };
    EXPECT_EQ(rule("qwen2_vl_text", "[16, 24, 24]"), AxisRule::Chunked);
    EXPECT_EQ(rule("glm4v_text", "[16, 24, 24]"), AxisRule::Chunked);
    EXPECT_EQ(rule("qwen3_vl_text", "[24, 20, 20]"), AxisRule::Interleaved);
    EXPECT_EQ(rule("qwen3_5_text", "[24, 20, 20]"), AxisRule::Interleaved);
    EXPECT_EQ(rule("ernie4_5_vl_moe_text", "[22, 22, 20]"), AxisRule::HeightWidthThenTime);
    EXPECT_EQ(onlyLayer(R"({"model_type": "pixtral"})").axisRule, AxisRule::Axial2DOneLadder);
    EXPECT_EQ(onlyLayer(R"({"model_type": "llama4_vision_model"})").axisRule, AxisRule::Axial2DWidthFirst);
    EXPECT_EQ(onlyLayer(R"({"model_type": "qwen3_vl_text", "head_dim": 128})").axisRule, AxisRule::None);
}

TEST(Families, PhiMoesListsBringTheirOwnAttentionFactors)
{
    std::string list = "[1.0";
    for (int pair = 1; pair < 64; ++pair)
        list += ", 1.5";
    list += "]";
    const auto layer = [&](const std::string& type) {
        return onlyLayer(R"({"model_type": ")" + type + R"(", "hidden_size": 4096, "num_attention_heads": 32,
            "max_position_embeddings": 131072, "original_max_position_embeddings": 4096, "rope_scaling":
            {"type": "longrope", "short_mscale": 1.243163121016122, "long_mscale": 1.25, "short_factor": )" +
                         list + R"(, "long_factor": )" + list + "}}");
    };
    EXPECT_EQ(scheduleOf(layer("phimoe"), 0)->attentionFactor, 1.243163121016122);
    EXPECT_EQ(scheduleOf(layer("phimoe"), 4097)->attentionFactor, 1.25);
    EXPECT_NEAR(scheduleOf(layer("phi3"), 0)->attentionFactor, 1.1902380714238083, 1e-15);
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

#include "core/model/config/families.h"

#include "core/model/config/config_json.h"
#include "core/state/derived.h"
#include "tests/core/model/config/config_reading.h"

#include <set>

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

Origin::Kind kindOf(const ModelFile& file, std::string_view value)
{
    return originOf(file, 0, value).kind;
}

/// What a bare config shows where its family states the key, and a guess where it does not.
void expectStated(const ModelFile& file, const Family& family, std::string_view value, const char* key, double shown)
{
    EXPECT_EQ(kindOf(file, value), family.states(key) ? Origin::Kind::FamilyDefault : Origin::Kind::Guess)
        << family.modelType << " " << key;
    if (family.states(key)) {
        EXPECT_EQ(shown, family.number(key)) << family.modelType << " " << key;
    }
}

/// A law over all families: each names its source, and a bare config shows what its code states, as its default.
TEST(EveryFamily, StatesItsSourceAndWhatABareConfigStandsFor)
{
    std::set<std::string> refused;
    for (const Family& family : families()) {
        EXPECT_NE(family.source.find(".py"), std::string::npos) << family.modelType;
        const auto file = readConfigJson(R"({"model_type": ")" + family.modelType + "\"}", "bare");
        if (!file) {
            refused.insert(family.modelType + ": " + file.error().field);
            continue;
        }
        ASSERT_FALSE(file->model.layers.empty());
        const RotarySettings& layer = file->model.layers.front();
        EXPECT_EQ(layer.pairing, family.pairing) << family.modelType;
        EXPECT_EQ(originOf(*file, 0, "pairing").authority, family.source);
        const bool isOdd = layer.rotaryDim < layer.headDim && family.modelType.starts_with("glm4") &&
                           family.modelType.find("moe") != std::string::npos;
        if (!family.states("rope_parameters") && !isOdd)
            expectStated(*file, family, "base", "rope_theta", layer.base);
        expectStated(*file, family, "maximum_context", "max_position_embeddings", layer.maximumContext);
        if (family.states("head_dim") && layer.layerType != "indexer")
            expectStated(*file, family, "head_dim", "head_dim", layer.headDim);
        else if (family.states("hidden_size")) {
            EXPECT_EQ(kindOf(*file, "head_dim"), Origin::Kind::FamilyDefault) << family.modelType;
        }
        EXPECT_EQ(testing::mentions(file->warnings, "guessed after llama"),
                  !family.states("max_position_embeddings") ||
                      !(family.states("rope_theta") || family.states("rope_parameters")))
            << family.modelType;
    }
    // zamba2 turns by a switch that is off; Qwen3-Omni's defaults are 2048 channels over 28 heads, which no model has
    EXPECT_EQ(refused, (std::set<std::string>{"zamba2: use_mem_rope", "qwen3_omni_moe_text: head_dim"}));
}

TEST(EveryFamily, HasANameOfItsOwn)
{
    std::set<std::string> names;
    for (const Family& family : families()) {
        EXPECT_TRUE(names.insert(family.modelType).second) << family.modelType;
        for (const std::string& other : family.alsoWritten)
            EXPECT_TRUE(names.insert(other).second) << other;
        EXPECT_TRUE(encodingWithoutRotation(family.modelType).empty()) << family.modelType;
    }
    EXPECT_GT(names.size(), 170U);
}

/// configuration_*.py of Hugging Face transformers 5.16
TEST(Families, BareConfigsHaveTheNumbersOfTheirCode)
{
    const auto layer = [](const std::string& type) {
        return read(R"({"model_type": ")" + type + "\"}").model.layers.front();
    };
    struct Row {
        const char* type;
        double base, maximum;
        int headDim, rotaryDim;
    };
    for (const Row& row : {Row{"jina_embeddings_v3", 20000, 8194, 64, 64}, Row{"minimax", 1e6, 131072, 128, 128},
                           Row{"eurobert", 10000, 8192, 64, 64}, Row{"nomic_bert", 1000, 2048, 64, 64},
                           Row{"persimmon", 10000, 16384, 64, 32}, Row{"gptj", 10000, 2048, 256, 64},
                           Row{"deepseek_v3", 10000, 4096, 192, 64}, Row{"qwen3_next", 10000, 32768, 256, 64},
                           Row{"hy_v3", 11158840, 131072, 128, 128}}) {
        const RotarySettings bare = layer(row.type);
        EXPECT_EQ(bare.base, row.base) << row.type;
        EXPECT_EQ(bare.maximumContext, row.maximum) << row.type;
        EXPECT_EQ(bare.headDim, row.headDim) << row.type;
        EXPECT_EQ(bare.rotaryDim, row.rotaryDim) << row.type;
    }
    EXPECT_EQ(layer("gpt_oss").scheme, "yarn");
    EXPECT_EQ(layer("gemma4").scheme, "proportional");
    const ModelFile exaone = read(R"({"model_type": "exaone4"})");
    ASSERT_EQ(exaone.model.layers.size(), 2U)
        << "its default has sliding windows, and full attention without positions";
    EXPECT_FALSE(exaone.model.layers[1].rotates);
}

TEST(Families, WhatTheFamilyFillsInIsNoReadingOfTheFile)
{
    const ModelFile file = read(R"({"model_type": "gpt_oss"})");
    for (const char* value : {"base", "scheme", "scheme.factor", "original_context"}) {
        EXPECT_EQ(kindOf(file, value), Origin::Kind::FamilyDefault) << value;
        EXPECT_NE(originOf(file, 0, value).authority.find("configuration_gpt_oss.py, GptOssConfig"), std::string::npos);
    }
    for (const KeyReport& row : file.report)
        EXPECT_TRUE(row.use != KeyReport::Use::Given || row.key == "model_type") << row.key;
}

TEST(Families, AnUnknownOneIsGuessedKeyByKey)
{
    const ModelFile file = read(R"({"model_type": "some_new_model"})");
    for (const char* value : {"head_dim", "rotary_dim", "pairing", "base", "maximum_context", "original_context"})
        EXPECT_EQ(kindOf(file, value), Origin::Kind::Guess) << value;
    EXPECT_TRUE(testing::mentions(file.warnings,
                                  "some_new_model is not known here; guessed after llama: head dimension, "
                                  "rotary dimension, pairing, base, maximum context, original context"));
}

TEST(Families, AModelOfSeveralPartsHasTheDefaultsOfItsLanguageModel)
{
    for (const auto& [type, language] : {std::pair{"llava", "llama"},
                                         {"internvl", "qwen2"},
                                         {"aya_vision", "cohere2"},
                                         {"mistral3", "mistral"},
                                         {"kimi_k25", "deepseek_v3"},
                                         {"exaone4_5_text", "exaone4"},
                                         {"gemma3", "gemma3_text"}})
        EXPECT_EQ(familyOf(type).modelType, language);
    const ModelFile file = read(R"({"model_type": "aya_vision", "text_config": {"hidden_size": 4096,
        "num_attention_heads": 32, "rope_theta": 50000}})");
    EXPECT_EQ(file.model.layers.front().pairing, PairLayout::Interleaved);
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
    const RotarySettings bare = onlyLayer(R"({"model_type": "qwen3_vl_text", "head_dim": 128})");
    EXPECT_EQ(bare.axisRule, AxisRule::Interleaved);
    EXPECT_EQ(bare.axisSections, (std::vector{24, 20, 20})) << "the default of modeling_qwen3_vl.py";
    EXPECT_EQ(onlyLayer(R"({"model_type": "qwen3_vl_text", "head_dim": 64})").axisRule, AxisRule::None)
        << "sections that do not fit";
    EXPECT_EQ(onlyLayer(R"({"model_type": "qwen2_vl_text", "head_dim": 128})").axisRule, AxisRule::None);
    EXPECT_EQ(onlyLayer(R"({"model_type": "qwen2_vl_text", "head_dim": 128, "mrope_section": [16, 24, 24]})").axisRule,
              AxisRule::Chunked)
        << "at the top of the file";
    const ModelFile outside = read(R"({"model_type": "qwen2_vl", "mrope_section": [16, 24, 24], "text_config":
        {"head_dim": 128, "hidden_size": 1024}})");
    EXPECT_EQ(outside.model.layers.front().axisRule, AxisRule::Chunked);
    EXPECT_FALSE(testing::mentions(outside.warnings, "mrope_section"));
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

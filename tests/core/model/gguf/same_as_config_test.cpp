#include "core/model/config/config_json.h"
#include "core/model/gguf/gguf.h"
#include "core/state/derived.h"
#include "tests/core/model/gguf/gguf_builder.h"

#include <cmath>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <random>

namespace rope {
namespace {

using testing::GgufBuilder;

/// A family that both readers know. The converter of llama.cpp (convert_hf_to_gguf.py) puts the rows of q_proj and
/// k_proj of some families in another order, so that halves in the config are neighbours in the GGUF: `permuted`.
struct Family {
    const char* modelType;
    const char* architecture;
    bool permuted = false;
    bool latent = false; ///< 128 + 64 channels a head, the last 64 turn
};
constexpr Family bothKnow[] = {{"llama", "llama", true},
                               {"mistral", "llama", true},
                               {"mixtral", "llama", true},
                               {"granite", "granite", true},
                               {"arcee", "arcee", true},
                               {"baichuan", "baichuan", true},
                               {"internlm2", "internlm2", true},
                               {"minicpm", "minicpm", true},
                               {"olmo", "olmo", true},
                               {"xverse", "xverse", true},
                               {"qwen2", "qwen2"},
                               {"qwen2_moe", "qwen2moe"},
                               {"qwen3", "qwen3"},
                               {"qwen3_moe", "qwen3moe"},
                               {"gemma", "gemma"},
                               {"gemma2", "gemma2"},
                               {"phi", "phi2"},
                               {"phi3", "phi3"},
                               {"falcon", "falcon"},
                               {"gpt_neox", "gptneox"},
                               {"gptj", "gptj"},
                               {"starcoder2", "starcoder2"},
                               {"stablelm", "stablelm"},
                               {"persimmon", "persimmon"},
                               {"nemotron", "nemotron"},
                               {"olmo2", "olmo2"},
                               {"olmoe", "olmoe"},
                               {"exaone", "exaone"},
                               {"bitnet", "bitnet"},
                               {"dbrx", "dbrx"},
                               {"apertus", "apertus"},
                               {"seed_oss", "seed_oss"},
                               {"glm4", "glm4"},
                               {"glm4_moe", "glm4moe"},
                               {"chatglm", "chatglm"},
                               {"cohere", "command-r"},
                               {"ernie4_5", "ernie4_5"},
                               {"ernie4_5_moe", "ernie4_5-moe"},
                               {"hunyuan_v1_dense", "hunyuan-dense"},
                               {"lfm2", "lfm2"},
                               {"dots1", "dots1"},
                               {"minimax_m2", "minimax-m2"},
                               {"gpt_oss", "gpt-oss"},
                               {"deepseek_v2", "deepseek2", false, true},
                               {"deepseek_v3", "deepseek2", false, true}};

/// The numbers of one model, which both files are written from. Powers of two and small integers, so that the 32 bits
/// of a GGUF hold them exactly.
struct Numbers {
    int heads, headDim, rotaryDim, maximum, original;
    double base, factor;
    std::string scheme;
};

Numbers drawn(std::mt19937& random, const std::string& scheme, const Family& family)
{
    const auto one = [&](std::initializer_list<int> choices) {
        return *(choices.begin() + static_cast<std::ptrdiff_t>(random() % choices.size()));
    };
    Numbers numbers{.heads = one({8, 16, 24}),
                    .headDim = family.latent ? 192 : one({64, 80, 128, 256}),
                    .rotaryDim = 0,
                    .maximum = 0,
                    .original = one({2048, 4096, 8192}),
                    .base = 1.0 * one({10000, 500000, 1000000, 5000000}),
                    .factor = 1.0 * one({2, 4, 8}),
                    .scheme = scheme};
    numbers.rotaryDim = family.latent ? 64 : one({1, 2}) == 1 ? numbers.headDim : numbers.headDim / 2;
    numbers.maximum = scheme == "default" ? numbers.original : numbers.original * static_cast<int>(numbers.factor);
    return numbers;
}

std::string configOf(const Family& family, const Numbers& numbers)
{
    nlohmann::json config = {{"model_type", family.modelType},
                             {"hidden_size", numbers.headDim * numbers.heads},
                             {"num_attention_heads", numbers.heads},
                             {"head_dim", numbers.headDim},
                             {"rotary_dim", numbers.rotaryDim},
                             {"max_position_embeddings", numbers.maximum},
                             {"rope_theta", numbers.base}};
    if (family.latent) {
        for (const char* key : {"head_dim", "rotary_dim"})
            config.erase(key);
        config.update({{"qk_nope_head_dim", 128}, {"qk_rope_head_dim", 64}, {"kv_lora_rank", 512}});
    }
    nlohmann::json rope = {{"rope_type", numbers.scheme}};
    if (numbers.scheme != "default")
        rope["factor"] = numbers.factor;
    if (numbers.scheme == "yarn" || numbers.scheme == "llama3")
        rope["original_max_position_embeddings"] = numbers.original;
    if (numbers.scheme == "llama3")
        rope.update({{"low_freq_factor", 1.0}, {"high_freq_factor", 4.0}});
    config["rope_scaling"] = rope;
    return config.dump();
}

std::uint32_t bits(int number)
{
    return static_cast<std::uint32_t>(number);
}

/// As the converter writes it; llama3 becomes one divisor for each pair in a tensor.
std::string ggufOf(const Family& family, const Numbers& numbers, const Schedule& schedule)
{
    GgufBuilder builder(family.architecture);
    builder.integer("embedding_length", bits(numbers.headDim * numbers.heads))
        .integer("attention.head_count", bits(numbers.heads))
        .integer("attention.key_length", bits(numbers.headDim))
        .integer("rope.dimension_count", bits(numbers.rotaryDim))
        .integer("context_length", bits(numbers.maximum))
        .real("rope.freq_base", static_cast<float>(numbers.base));
    if (family.latent)
        builder.integer("attention.kv_lora_rank", 512);
    if (numbers.scheme == "linear" || numbers.scheme == "yarn")
        builder.text("rope.scaling.type", numbers.scheme)
            .real("rope.scaling.factor", static_cast<float>(numbers.factor));
    if (numbers.scheme == "yarn")
        builder.integer("rope.scaling.original_context_length", bits(numbers.original));
    if (numbers.scheme == "llama3") {
        std::vector<float> divisors;
        for (Eigen::Index j = 0; j < schedule.unscaled.size(); ++j)
            divisors.push_back(static_cast<float>(schedule.unscaled[j] / schedule.inverseFrequency[j]));
        builder.floats("rope_freqs.weight", divisors);
    }
    return builder.bytes();
}

PairLayout afterConversion(const Family& family, PairLayout pairing)
{
    return family.permuted ? PairLayout::Interleaved : pairing;
}

/// The same model gives the same ladder, pairing and factors from its config.json and from its GGUF.
TEST(ConfigAndGguf, OfTheSameModelHaveTheSameRotation)
{
    std::mt19937 random(20261201);
    for (const Family& family : bothKnow)
        for (const char* scheme : {"default", "linear", "yarn", "llama3"})
            for (int round = 0; round < 4; ++round) {
                const Numbers numbers = drawn(random, scheme, family);
                SCOPED_TRACE(std::string(family.modelType) + " " + scheme + " " + configOf(family, numbers));
                const auto config = readConfigJson(configOf(family, numbers), "config.json");
                ASSERT_TRUE(config.has_value()) << describe(config.error());
                const RotarySettings& one = config->model.layers.front();
                const Schedule theirs = *scheduleOf(one, numbers.maximum);
                const auto gguf = readGguf(ggufOf(family, numbers, theirs), "model.gguf");
                ASSERT_TRUE(gguf.has_value()) << describe(gguf.error());
                const RotarySettings& other = gguf->model.layers.front();
                const Schedule ours = *scheduleOf(other, numbers.maximum);
                EXPECT_EQ(other.pairing, afterConversion(family, one.pairing));
                EXPECT_EQ(other.headDim, one.headDim);
                EXPECT_EQ(other.rotaryDim, one.rotaryDim);
                EXPECT_EQ(other.rotatesTail, one.rotatesTail);
                EXPECT_EQ(other.rotates, one.rotates);
                EXPECT_EQ(other.maximumContext, one.maximumContext);
                ASSERT_EQ(ours.inverseFrequency.size(), theirs.inverseFrequency.size());
                EXPECT_LT((ours.inverseFrequency.array() / theirs.inverseFrequency.array() - 1.0).abs().maxCoeff(),
                          1e-7);
                EXPECT_NEAR(ours.attentionFactor, theirs.attentionFactor, 1e-7);
            }
}

/// Families with two kinds of layers: each kind the same in both.
TEST(ConfigAndGguf, OfModelsWithTwoKindsOfLayersAgreeKindByKind)
{
    struct Pair {
        const char* config;
        const char* architecture;
        double base;
        bool slides;
    };
    for (const Pair& pair :
         {Pair{R"({"model_type": "gemma3_text", "hidden_size": 2048, "num_attention_heads": 8, "head_dim": 256,
                 "max_position_embeddings": 131072, "rope_theta": 1000000})",
               "gemma3", 1e6, false},
          Pair{R"({"model_type": "cohere2", "hidden_size": 2048, "num_attention_heads": 8, "head_dim": 256,
                 "max_position_embeddings": 131072, "rope_theta": 50000, "sliding_window": 4096})",
               "cohere2", 5e4, true},
          Pair{R"({"model_type": "exaone4", "hidden_size": 2048, "num_attention_heads": 8, "head_dim": 256,
                 "max_position_embeddings": 131072, "rope_theta": 1000000, "sliding_window": 4096})",
               "exaone4", 1e6, true},
          Pair{R"({"model_type": "smollm3", "hidden_size": 2048, "num_attention_heads": 8, "head_dim": 256,
                 "max_position_embeddings": 131072, "rope_theta": 2000000})",
               "smollm3", 2e6, false},
          Pair{R"({"model_type": "llama4_text", "hidden_size": 2048, "num_attention_heads": 8, "head_dim": 256,
                 "max_position_embeddings": 131072, "rope_theta": 500000})",
               "llama4", 5e5, false}}) {
        SCOPED_TRACE(pair.config);
        const auto config = readConfigJson(pair.config, "config.json");
        ASSERT_TRUE(config.has_value()) << describe(config.error());
        GgufBuilder builder(pair.architecture);
        builder.integer("embedding_length", 2048)
            .integer("attention.head_count", 8)
            .integer("attention.key_length", 256)
            .integer("context_length", 131072)
            .real("rope.freq_base", static_cast<float>(pair.base));
        if (pair.slides)
            builder.integer("attention.sliding_window", 4096);
        const auto gguf = readGguf(builder.bytes(), "model.gguf");
        ASSERT_TRUE(gguf.has_value()) << describe(gguf.error());
        ASSERT_EQ(gguf->model.layers.size(), config->model.layers.size());
        for (const RotarySettings& one : config->model.layers) {
            const auto other = std::ranges::find(gguf->model.layers, one.layerType, &RotarySettings::layerType);
            ASSERT_NE(other, gguf->model.layers.end()) << one.layerType;
            EXPECT_EQ(other->rotates, one.rotates);
            EXPECT_EQ(other->base, one.base);
            EXPECT_EQ(scheduleOf(*other, 0)->inverseFrequency, scheduleOf(one, 0)->inverseFrequency);
        }
    }
}

} // namespace
} // namespace rope

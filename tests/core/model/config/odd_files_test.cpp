#include "core/model/gguf/gguf.h"
#include "core/state/change.h"
#include "core/state/derived.h"
#include "tests/core/model/config/config_reading.h"
#include "tests/core/model/gguf/gguf_builder.h"

#include <cmath>

namespace rope {
namespace {

/// A refusal is one line that names a key and says what is wrong with it.
void expectOneClearLine(const Error& error)
{
    const std::string line = describe(error);
    EXPECT_EQ(line.find('\n'), std::string::npos) << line;
    EXPECT_FALSE(error.field.empty()) << line;
    EXPECT_GT(error.message.size(), 8U) << line;
    EXPECT_EQ(line.find("is nan"), std::string::npos) << line;
}

/// Every kind of layer has frequencies that one can turn by, at every length.
void expectRightTable(const ModelFile& file)
{
    EXPECT_TRUE(validate(file.model).has_value());
    for (const RotarySettings& layer : file.model.layers)
        for (const double length : {0.0, 1.0, 4096.0, 4097.0, 1e7}) {
            const auto schedule = scheduleOf(layer, length);
            ASSERT_TRUE(schedule.has_value()) << describe(schedule.error());
            EXPECT_TRUE(schedule->inverseFrequency.allFinite());
            EXPECT_GE(schedule->inverseFrequency.minCoeff(), 0.0);
            EXPECT_TRUE(std::isfinite(schedule->attentionFactor) && schedule->attentionFactor >= 0.0);
            EXPECT_TRUE(std::isfinite(schedule->softmaxScaleFactor));
        }
}

void expectEither(const Result<ModelFile>& file)
{
    if (file)
        expectRightTable(*file);
    else
        expectOneClearLine(file.error());
}

/// What people, scripts and other programs have put in the place of a number.
constexpr const char* oddValues[] = {"null", "0",     "-1",         "-0.5",  "0.1",        "1",       "1e-300", "3.5",
                                     "1e30", "1e308", "2147483648", "\"8\"", "\"\"",       "\"nan\"", "true",   "false",
                                     "[]",   "[1]",   "[1, 2]",     "{}",    "{\"a\": 1}", "[null]"};

constexpr const char* schemeTypes[] = {"default", "linear", "dynamic", "yarn",         "llama3",    "longrope",
                                       "su",      "mrope",  "ntk",     "proportional", "ntk_aware", "dynamic_steps"};

TEST(OddConfigs, AnyValueOfAnyRopeKeyGivesATableOrOneClearLine)
{
    for (const char* type : schemeTypes)
        for (const char* key :
             {"factor", "original_max_position_embeddings", "beta_fast", "beta_slow", "low_freq_factor",
              "high_freq_factor", "attention_factor", "mscale", "mscale_all_dim", "truncate", "alpha", "rope_theta",
              "short_factor", "long_factor", "partial_rotary_factor", "mrope_section", "mrope_interleaved", "type"})
            for (const char* value : oddValues) {
                const std::string text = testing::llama(R"("rope_scaling": {"rope_type": ")" + std::string(type) +
                                                        R"(", "factor": 4.0, "low_freq_factor": 1.0,
                    "high_freq_factor": 4.0, ")" + key +
                                                        "\": " + value + "}");
                SCOPED_TRACE(text);
                expectEither(readConfigJson(text, "odd"));
            }
}

TEST(OddConfigs, AnyValueOfAnyTopKeyGivesATableOrOneClearLine)
{
    for (const char* type : {"llama", "gpt_neox", "gemma3_text", "deepseek_v3", "qwen", "qwen2_vl", "llama4_text",
                             "gpt_oss", "deepseek_v4", "phimoe", "cohere2", "pixtral"})
        for (const char* key : {"rope_scaling",
                                "rope_parameters",
                                "rope_theta",
                                "head_dim",
                                "hidden_size",
                                "num_attention_heads",
                                "num_hidden_layers",
                                "max_position_embeddings",
                                "original_max_position_embeddings",
                                "partial_rotary_factor",
                                "rotary_pct",
                                "rotary_dim",
                                "rotary_emb_base",
                                "kv_channels",
                                "qk_rope_head_dim",
                                "qk_nope_head_dim",
                                "rope_local_base_freq",
                                "rope_ratio",
                                "seq_length",
                                "use_dynamic_ntk",
                                "use_logn_attn",
                                "no_rope_layers",
                                "no_rope_layer_interval",
                                "layer_types",
                                "sliding_window",
                                "rope_interleave",
                                "compress_rope_theta",
                                "model_type",
                                "text_config",
                                "position_embedding_type",
                                "use_scaled_rope"})
            for (const char* value : oddValues) {
                const std::string text =
                    R"({"model_type": ")" + std::string(type) + "\", \"" + key + "\": " + value + "}";
                SCOPED_TRACE(text);
                expectEither(readConfigJson(text, "odd"));
            }
}

TEST(OddConfigs, ListsOfDivisorsMustFitThePairs)
{
    const auto with = [](const std::string& shorts, const std::string& longs) {
        return readConfigJson(testing::llama(R"("rope_scaling": {"type": "longrope", "short_factor": )" + shorts +
                                             R"(, "long_factor": )" + longs + "}"),
                              "odd");
    };
    const auto list = [](int count, const std::string& entry) {
        std::string text = "[";
        for (int i = 0; i < count; ++i)
            text += (i > 0 ? ", " : "") + entry;
        return text + "]";
    };
    EXPECT_TRUE(with(list(64, "1.0"), list(64, "2.0")).has_value());
    for (const std::string& wrong : {list(63, "1.0"), list(65, "1.0"), list(64, "0"), list(64, "-1"), list(64, "\"1\""),
                                     list(64, "null"), list(64, "[1]"), list(600, "1"), std::string("[]")}) {
        const auto inShort = with(wrong, list(64, "1.0"));
        const auto inLong = with(list(64, "1.0"), wrong);
        ASSERT_FALSE(inShort.has_value() || inLong.has_value()) << wrong;
        EXPECT_EQ(inShort.error().field, "rope_scaling.short_factor") << inShort.error().message;
        EXPECT_EQ(inLong.error().field, "rope_scaling.long_factor") << inLong.error().message;
    }
}

TEST(OddConfigs, OneBrokenKindOfLayerIsNamed)
{
    for (const char* broken : {"\"x\"", "5", "[]", "true", R"({"rope_type": "yarnish"})", R"({"rope_theta": 0})",
                               R"({"rope_type": "linear", "factor": "four"})"}) {
        const Error error = testing::refusal(R"({"model_type": "gemma3_text", "rope_parameters": {"full_attention":
            {"rope_type": "default", "rope_theta": 1e6}, "sliding_attention": )" +
                                             std::string(broken) + "}}");
        EXPECT_TRUE(error.field.starts_with("rope_parameters.sliding_attention")) << broken << ": " << describe(error);
        expectOneClearLine(error);
    }
    EXPECT_EQ(testing::refusal(R"({"rope_parameters": {"stretch": 4.0, "full_attention": {}}})").field,
              "rope_parameters.stretch");
}

TEST(OddConfigs, SmallThingsThatRealFilesHaveAreNoReasonToWarn)
{
    EXPECT_TRUE(testing::read(testing::llama(R"("rope_scaling": false)")).warnings.empty());
    EXPECT_TRUE(testing::read(R"({"model_type": "chatglm", "kv_channels": 128, "rope_ratio": 500, "seq_length": 131072,
        "original_rope": true})")
                    .warnings.empty());
    EXPECT_FALSE(testing::mentions(testing::read(R"({"_class_name": "BriaTransformer2DModel", "axes_dims_rope":
        [0, 48, 48], "rope_theta": 10000, "time_theta": 10000})")
                                       .warnings,
                                   "time_theta"));
}

/// Sections that stand outside the rope dictionary are often another part's; where they do not fit they are left out.
TEST(OddConfigs, SectionsAtTheTopThatDoNotFitAreNoReasonToRefuse)
{
    const ModelFile file = testing::read(R"({"model_type": "bailing_moe_v3_vl", "mrope_section": [8, 12, 12],
        "text_config": {"num_hidden_layers": 42, "rope_theta": 6000000}})");
    EXPECT_EQ(file.model.layers.front().axisRule, AxisRule::None);
    EXPECT_TRUE(testing::mentions(file.warnings, "The axes are left out"));
}

/// Qwen3.5 has attention in every fourth layer: only those are of the part that turns.
TEST(OddConfigs, LayersWithoutAttentionAreNotAmongThoseThatTurn)
{
    const ModelFile file = testing::read(R"({"model_type": "qwen3_5_text", "num_hidden_layers": 4, "layer_types":
        ["linear_attention", "linear_attention", "linear_attention", "full_attention"]})");
    ASSERT_EQ(file.parts.size(), 1U);
    EXPECT_EQ(file.parts.front().layers, std::vector{3});
    EXPECT_TRUE(testing::read(R"({"model_type": "qwen3_text", "num_hidden_layers": 2, "layer_types":
        ["full_attention", "full_attention"]})")
                    .parts.front()
                    .layers.empty());
}

TEST(OddConfigs, ABaseIsRefusedUnderTheNameItHasInTheFile)
{
    EXPECT_EQ(testing::refusal(testing::llama(R"("rope_theta": 1)")).field, "rope_theta");
    EXPECT_EQ(testing::refusal(testing::llama(R"("rotary_emb_base": 0)")).field, "rotary_emb_base");
    EXPECT_EQ(testing::refusal(testing::llama(R"("rope_scaling": {"rope_theta": -5})")).field,
              "rope_scaling.rope_theta");
    EXPECT_EQ(testing::refusal(R"({"model_type": "gemma3_text", "rope_local_base_freq": 0.5})").field,
              "rope_local_base_freq");
    EXPECT_EQ(testing::refusal(R"({"model_type": "chatglm", "rope_ratio": 0})").field, "rope_ratio");
}

TEST(OddConfigs, NestedTextConfigsAreReadOrRefusedUnderTheirPath)
{
    EXPECT_EQ(testing::refusal(R"({"text_config": {"hidden_size": 64, "num_attention_heads": 0}})").field,
              "text_config.num_attention_heads");
    for (const char* text :
         {R"({"text_config": {"text_config": {"text_config": {"head_dim": 64}}}})",
          R"({"text_config": null, "head_dim": 64})", R"({"text_config": []})", R"({"llm_config": {}})"})
        expectEither(readConfigJson(text, "odd"));
}

TEST(OddGguf, KeysOfTheWrongKindAreNamed)
{
    using testing::GgufBuilder;
    const auto refused = [](GgufBuilder builder) {
        const auto file = readGguf(builder.bytes(), "odd.gguf");
        EXPECT_FALSE(file.has_value());
        if (file)
            return std::string();
        expectOneClearLine(file.error());
        return file.error().field;
    };
    EXPECT_EQ(refused(GgufBuilder().text("rope.freq_base", "10000")), "llama.rope.freq_base");
    EXPECT_EQ(refused(GgufBuilder().integer("rope.scaling.type", 2)), "llama.rope.scaling.type");
    EXPECT_EQ(refused(GgufBuilder().real("rope.dimension_count", 0.5F)), "llama.rope.dimension_count");
    EXPECT_EQ(refused(GgufBuilder().text("rope.dimension_sections", "16")), "llama.rope.dimension_sections");
    EXPECT_EQ(refused(GgufBuilder().real("rope.freq_base", std::nanf(""))), "llama.rope.freq_base");
    EXPECT_EQ(refused(GgufBuilder().real("rope.freq_base", INFINITY)), "llama.rope.freq_base");
    EXPECT_EQ(refused(GgufBuilder().integer("attention.head_count", 0)), "llama.attention.head_count");
    EXPECT_EQ(refused(GgufBuilder().integer("context_length", 0)), "llama.context_length");
}

TEST(OddGguf, SectionsThatDoNotFitAreLeftOutWithAWarning)
{
    const auto file = readGguf(testing::GgufBuilder("qwen2vl")
                                   .integer("attention.key_length", 128)
                                   .integers("rope.dimension_sections", {16, 24, 25, 0})
                                   .bytes(),
                               "odd.gguf");
    ASSERT_TRUE(file.has_value()) << describe(file.error());
    EXPECT_EQ(file->model.layers.front().axisRule, AxisRule::None);
    EXPECT_TRUE(testing::mentions(file->warnings, "64 pairs"));
    const auto good = readGguf(testing::GgufBuilder("qwen2vl")
                                   .integer("attention.key_length", 128)
                                   .integers("rope.dimension_sections", {16, 24, 24, 0})
                                   .bytes(),
                               "good.gguf");
    EXPECT_EQ(good->model.layers.front().axisSections, (std::vector<int>{16, 24, 24}));
}

} // namespace
} // namespace rope

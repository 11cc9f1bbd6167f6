#include "core/model/gguf/gguf.h"

#include "core/state/change.h"
#include "core/state/derived.h"
#include "tests/core/model/gguf/gguf_builder.h"

#include <algorithm>
#include <cmath>

namespace rope {
namespace {

using testing::GgufBuilder;

GgufBuilder llama()
{
    GgufBuilder builder;
    builder.integer("context_length", 4096).integer("embedding_length", 4096).integer("attention.head_count", 32);
    return builder;
}

RotarySettings onlyLayer(const GgufBuilder& builder)
{
    const auto file = readGguf(builder.bytes(), "test.gguf");
    EXPECT_TRUE(file.has_value()) << (file ? "" : describe(file.error()));
    if (!file)
        return {};
    EXPECT_EQ(file->model.layers.size(), 1U);
    EXPECT_TRUE(validate(file->model).has_value());
    return file->model.layers.front();
}

Error refusal(const std::string& bytes)
{
    const auto file = readGguf(bytes, "test.gguf");
    EXPECT_FALSE(file.has_value());
    return file ? Error{} : file.error();
}

TEST(Gguf, HasTheDefaultsOfLlamaCpp)
{
    const auto file = readGguf(llama().text("general.name", "Tiny").bytes(), "test.gguf");
    ASSERT_TRUE(file.has_value());
    const RotarySettings& layer = file->model.layers.front();
    EXPECT_EQ(file->model.name, "Tiny");
    EXPECT_EQ(layer.headDim, 128);
    EXPECT_EQ(layer.rotaryDim, 128);
    EXPECT_EQ(layer.base, 10000.0);
    EXPECT_EQ(layer.maximumContext, 4096);
    EXPECT_EQ(layer.scheme, "default");
    EXPECT_TRUE(std::ranges::any_of(file->report, [](const KeyReport& row) {
        return row.key == "llama.rope.freq_base" && row.use == KeyReport::Use::Default && row.value == "10000";
    }));
}

TEST(Gguf, IsReadInBothByteOrdersAndInVersionTwo)
{
    for (const bool bigEndian : {false, true})
        for (const std::uint32_t version : {2U, 3U}) {
            GgufBuilder builder("qwen2", bigEndian, version);
            builder.integer("context_length", 32768)
                .integer("embedding_length", 3584)
                .integer("attention.head_count", 28);
            builder.real("rope.freq_base", 1e6F).vocabulary(10);
            const RotarySettings layer = onlyLayer(builder);
            EXPECT_EQ(layer.base, 1e6);
            EXPECT_EQ(layer.headDim, 128);
        }
}

TEST(Gguf, ReadsLinearScalingAndItsOldKey)
{
    for (GgufBuilder builder : {llama().text("rope.scaling.type", "linear").real("rope.scaling.factor", 4.0F),
                                llama().real("rope.scaling.factor", 4.0F), llama().real("rope.scale_linear", 4.0F)}) {
        const RotarySettings layer = onlyLayer(builder);
        EXPECT_EQ(layer.scheme, "linear");
        EXPECT_EQ(layer.parameters.at("factor"), 4.0);
    }
    EXPECT_EQ(onlyLayer(llama().text("rope.scaling.type", "none").real("rope.scaling.factor", 4.0F)).scheme, "default");
    EXPECT_EQ(onlyLayer(llama().real("rope.scaling.factor", 0.0F)).scheme, "default");
}

TEST(Gguf, ReadsYarnAndMultipliesItsAttentionFactor)
{
    GgufBuilder builder = llama().text("rope.scaling.type", "yarn").real("rope.scaling.factor", 4.0F);
    builder.integer("rope.scaling.original_context_length", 1024);
    const RotarySettings layer = onlyLayer(builder);
    EXPECT_EQ(layer.scheme, "yarn");
    EXPECT_EQ(layer.originalContext, 1024);
    EXPECT_NEAR(scheduleOf(layer, 0)->attentionFactor, 1.138629436111989, 1e-12);
    builder.real("rope.scaling.attn_factor", 0.5F);
    EXPECT_NEAR(scheduleOf(onlyLayer(builder), 0)->attentionFactor, 0.5 * 1.138629436111989, 1e-12);
}

TEST(Gguf, ReadsDeepSeeksLatentAttention)
{
    GgufBuilder builder("deepseek2");
    builder.integer("context_length", 163840)
        .integer("attention.key_length", 576)
        .integer("attention.key_length_mla", 192);
    builder.integer("attention.kv_lora_rank", 512).integer("rope.dimension_count", 64);
    builder.text("rope.scaling.type", "yarn")
        .real("rope.scaling.factor", 40.0F)
        .real("rope.scaling.yarn_log_multiplier", 0.1F);
    builder.integer("rope.scaling.original_context_length", 4096);
    const RotarySettings layer = onlyLayer(builder);
    EXPECT_EQ(layer.headDim, 192);
    EXPECT_EQ(layer.rotaryDim, 64);
    EXPECT_TRUE(layer.rotatesTail);
    EXPECT_EQ(layer.pairing, PairLayout::Interleaved);
    const auto schedule = scheduleOf(layer, 0);
    EXPECT_NEAR(schedule->attentionFactor, 1.0, 1e-12);
    EXPECT_NEAR(schedule->softmaxScaleFactor / std::sqrt(192.0), 0.1352337788608801, 1e-8);
}

TEST(Gguf, PairsAsLlamaCppDoesByArchitecture)
{
    for (const char* architecture : {"llama", "command-r", "deepseek2", "chatglm", "mistral3", "smollm3"}) {
        const auto file = readGguf(GgufBuilder(architecture).integer("attention.key_length", 64).bytes(), "x");
        EXPECT_EQ(file->model.layers.front().pairing, PairLayout::Interleaved) << architecture;
    }
    for (const char* architecture :
         {"falcon", "qwen2", "phi3", "gptneox", "gemma3", "gpt-oss", "glm4moe", "orion", "plamo", "qwen2vl"}) {
        const auto file = readGguf(GgufBuilder(architecture).integer("attention.key_length", 64).bytes(), "x");
        EXPECT_EQ(file->model.layers.front().pairing, PairLayout::HalfSplit) << architecture;
    }
    EXPECT_NE(refusal(GgufBuilder("gpt2").bytes()).message.find("no rotary"), std::string::npos);
}

TEST(Gguf, MarksAnUnknownArchitecturesPairingAndAnUnnamedBaseAsGuesses)
{
    const auto unknown = readGguf(GgufBuilder("new-arch")
                                      .integer("context_length", 4096)
                                      .integer("attention.key_length", 64)
                                      .real("rope.freq_base", 5e5F)
                                      .bytes(),
                                  "x");
    ASSERT_TRUE(unknown.has_value());
    ASSERT_EQ(unknown->warnings.size(), 1U);
    EXPECT_NE(unknown->warnings[0].find("new-arch"), std::string::npos);
    EXPECT_NE(unknown->warnings[0].find("guess"), std::string::npos);
    const auto known = readGguf(llama().real("rope.freq_base", 5e5F).bytes(), "x");
    EXPECT_TRUE(known->warnings.empty());
    const auto unnamed = readGguf(llama().bytes(), "x");
    ASSERT_EQ(unnamed->warnings.size(), 1U);
    EXPECT_NE(unnamed->warnings[0].find("llama.rope.freq_base"), std::string::npos);
}

TEST(Gguf, OfAGraniteModelThatIsSwitchedOffIsRefused)
{
    for (const char* architecture : {"granite", "granitemoe", "granitehybrid"}) {
        const auto file = [&](char finetuned) {
            return GgufBuilder(architecture)
                .integer("attention.key_length", 128)
                .entry("rope.scaling.finetuned", 7, std::string(1, finetuned))
                .bytes();
        };
        EXPECT_EQ(refusal(file('\0')).field, std::string(architecture) + ".rope.scaling.finetuned");
        EXPECT_TRUE(readGguf(file('\1'), "x").has_value());
    }
    EXPECT_TRUE(readGguf(llama().entry("rope.scaling.finetuned", 7, std::string(1, '\0')).bytes(), "x").has_value());
}

TEST(Gguf, DealsAxesAsTheArchitectureDoes)
{
    const auto ruleOf = [](const char* architecture) {
        const auto file = readGguf(GgufBuilder(architecture)
                                       .integer("attention.key_length", 128)
                                       .integers("rope.dimension_sections", {24, 20, 20, 0})
                                       .bytes(),
                                   "x");
        return file->model.layers.front().axisRule;
    };
    EXPECT_EQ(ruleOf("qwen2vl"), AxisRule::Chunked);
    EXPECT_EQ(ruleOf("paddleocr"), AxisRule::Chunked);
    EXPECT_EQ(ruleOf("qwen3vl"), AxisRule::Interleaved);
    EXPECT_EQ(ruleOf("qwen35moe"), AxisRule::Interleaved);
}

TEST(Gguf, TellsLocalFromGlobalLayers)
{
    GgufBuilder builder("gemma3");
    builder.integer("attention.key_length", 128).real("rope.freq_base", 1e6F).real("rope.scaling.factor", 8.0F);
    const auto file = readGguf(builder.bytes(), "x");
    ASSERT_EQ(file->model.layers.size(), 2U);
    EXPECT_EQ(file->model.layers[0].scheme, "linear");
    EXPECT_EQ(file->model.layers[1].layerType, "sliding_attention");
    EXPECT_EQ(file->model.layers[1].base, 10000.0);
    EXPECT_EQ(file->model.layers[1].scheme, "default");
}

TEST(Gguf, TakesTheDivisorsOfLlama31FromTheirTensor)
{
    std::vector<float> divisors(64, 1.0F);
    divisors[63] = 8.0F;
    for (const bool bigEndian : {false, true}) {
        GgufBuilder builder("llama", bigEndian);
        builder.integer("attention.key_length", 128).floats("rope_freqs.weight", divisors);
        const auto schedule = scheduleOf(onlyLayer(builder), 100000);
        EXPECT_EQ(schedule->inverseFrequency[62], schedule->unscaled[62]);
        EXPECT_DOUBLE_EQ(schedule->inverseFrequency[63], schedule->unscaled[63] / 8.0);
        EXPECT_EQ(schedule->attentionFactor, 1.0);
    }
}

TEST(Gguf, KnowsTheRuleOfLlama31InItsDivisors)
{
    RotarySettings wanted =
        onlyLayer(GgufBuilder("llama").integer("attention.key_length", 128).real("rope.freq_base", 5e5F));
    wanted.scheme = "llama3";
    wanted.originalContext = 8192;
    wanted.parameters = {{"factor", 32.0}, {"low_freq_factor", 1.0}, {"high_freq_factor", 4.0}};
    const auto schedule = scheduleOf(wanted, 0);
    std::vector<float> divisors;
    for (Eigen::Index pair = 0; pair < 64; ++pair)
        divisors.push_back(static_cast<float>(schedule->unscaled[pair] / schedule->inverseFrequency[pair]));
    GgufBuilder builder("llama");
    builder.integer("attention.key_length", 128).real("rope.freq_base", 5e5F).floats("rope_freqs.weight", divisors);
    EXPECT_EQ(onlyLayer(builder), wanted);
}

TEST(Gguf, KnowsTheProportionalLayersOfGemma4InTheirDivisors)
{
    std::vector<float> divisors(64, 1e30F);
    std::fill_n(divisors.begin(), 16, 1.0F);
    GgufBuilder builder("llama");
    builder.integer("attention.key_length", 128).floats("rope_freqs.weight", divisors);
    const RotarySettings layer = onlyLayer(builder);
    EXPECT_EQ(layer.scheme, "proportional");
    EXPECT_EQ((scheduleOf(layer, 0)->inverseFrequency.array() > 0.0).count(), 16);
}

TEST(Gguf, TellsThatLlamaCppLeavesTheBetasOut)
{
    GgufBuilder builder = llama().text("rope.scaling.type", "yarn").real("rope.scaling.factor", 4.0F);
    builder.real("rope.scaling.yarn_beta_fast", 4.0F);
    EXPECT_EQ(readGguf(builder.bytes(), "x")->disagreements.size(), 1U);
}

TEST(Gguf, TakesShortAndLongDivisorsOfPhi3)
{
    GgufBuilder builder("phi3");
    builder.integer("attention.key_length", 4).integer("context_length", 4096);
    builder.integer("rope.scaling.original_context_length", 1024).real("rope.scaling.attn_factor", 1.19F);
    builder.floats("rope_factors_long.weight", {2.0F, 4.0F}).floats("rope_factors_short.weight", {1.0F, 1.0F});
    const RotarySettings layer = onlyLayer(builder);
    EXPECT_DOUBLE_EQ(scheduleOf(layer, 1024)->inverseFrequency[0], 1.0);
    EXPECT_DOUBLE_EQ(scheduleOf(layer, 1025)->inverseFrequency[0], 0.5);
    EXPECT_NEAR(scheduleOf(layer, 0)->attentionFactor, 1.19, 1e-7);
}

TEST(Gguf, WarnsWhenDivisorsCannotBeRead)
{
    std::string bytes = GgufBuilder("llama")
                            .integer("attention.key_length", 128)
                            .integer("context_length", 4096)
                            .real("rope.freq_base", 1e4F)
                            .floats("rope_freqs.weight", std::vector<float>(64, 2.0F))
                            .bytes();
    bytes.resize(bytes.size() - 8);
    const auto file = readGguf(bytes, "x");
    ASSERT_TRUE(file.has_value());
    EXPECT_EQ(file->model.layers.front().scheme, "default");
    EXPECT_EQ(file->warnings.size(), 1U);
}

TEST(Gguf, TakesTheLargestOfAListPerLayer)
{
    EXPECT_EQ(
        onlyLayer(
            GgufBuilder("openelm").integers("attention.head_count", {12, 16, 16}).integer("embedding_length", 1024))
            .headDim,
        64);
}

TEST(Gguf, RefusesShapesAndNumbersThatCannotBe)
{
    EXPECT_EQ(refusal(llama().integer("rope.dimension_count", 130).bytes()).field, "llama.rope.dimension_count");
    EXPECT_EQ(refusal(llama().integer("attention.key_length", 4096).bytes()).field, "llama.attention.key_length");
    EXPECT_EQ(refusal(llama().real("rope.freq_base", -1.0F).bytes()).field, "llama.rope.freq_base");
    EXPECT_EQ(refusal(llama().real("rope.freq_base", NAN).bytes()).field, "llama.rope.freq_base");
    EXPECT_EQ(refusal(llama().text("rope.freq_base", "1e4").bytes()).field, "llama.rope.freq_base");
    EXPECT_EQ(refusal(llama().text("rope.scaling.type", "warp").bytes()).field, "llama.rope.scaling.type");
    EXPECT_FALSE(
        refusal(llama().text("rope.scaling.type", "yarn").real("rope.scaling.factor", 1e9F).bytes()).message.empty());
    EXPECT_EQ(refusal(GgufBuilder("llama").integer("attention.head_count", 0).bytes()).field,
              "llama.attention.head_count");
}

TEST(HostileGguf, CutOffAnywhereIsRefusedOrReadButNeverCrashes)
{
    const std::string whole = llama().vocabulary(20).floats("rope_freqs.weight", std::vector<float>(64, 1.0F)).bytes();
    int refused = 0;
    for (std::size_t size = 0; size < whole.size(); ++size)
        refused += readGguf(whole.substr(0, size), "x").has_value() ? 0 : 1;
    EXPECT_GT(refused, 500);
}

TEST(HostileGguf, WithAnyByteChangedNeverCrashes)
{
    const std::string whole = llama().vocabulary(3).floats("rope_freqs.weight", std::vector<float>(64, 1.0F)).bytes();
    for (std::size_t at = 0; at < whole.size(); ++at)
        for (const char value : {'\0', '\x01', '\x7f', '\xff'}) {
            std::string changed = whole;
            changed[at] = value;
            const auto file = readGguf(changed, "x");
            EXPECT_TRUE(!file || validate(file->model).has_value()) << at;
        }
}

TEST(HostileGguf, ClaimsOfTerabytesAreRefusedAtOnce)
{
    const GgufBuilder b;
    const std::uint64_t tera = 1ULL << 50U;
    const std::string magic = "GGUF" + b.number<std::uint32_t>(3);
    for (const std::string& bytes :
         {magic + b.number(tera) + b.number<std::uint64_t>(1), magic + b.number<std::uint64_t>(1) + b.number(tera),
          magic + b.number<std::uint64_t>(0) + b.number<std::uint64_t>(1) + b.number(tera),
          llama().entry("x", 8, b.number(tera)).bytes(),
          llama().entry("x", 9, b.number<std::uint32_t>(4) + b.number(tera)).bytes(),
          llama().entry("x", 9, b.number<std::uint32_t>(8) + b.number(tera)).bytes(),
          llama().entry("x", 9, b.number<std::uint32_t>(4) + b.number<std::uint64_t>(~0ULL)).bytes(),
          llama().entry("x", 77, "").bytes()}) {
        const Error error = refusal(bytes);
        EXPECT_TRUE(error.field.starts_with("byte ")) << describe(error);
        EXPECT_EQ(describe(error).find('\n'), std::string::npos);
    }
}

TEST(HostileGguf, ListsInListsAreBounded)
{
    const GgufBuilder b;
    std::string nested;
    for (int i = 0; i < 100; ++i)
        nested += b.number<std::uint32_t>(9) + b.number<std::uint64_t>(1);
    EXPECT_NE(refusal(llama().entry("x", 9, nested).bytes()).message.find("deep"), std::string::npos);
}

TEST(HostileGguf, OtherVersionsAndOtherFilesAreRefused)
{
    EXPECT_NE(refusal(GgufBuilder("llama", false, 1).bytes()).message.find("version 1"), std::string::npos);
    EXPECT_NE(refusal(GgufBuilder("llama", false, 4).bytes()).message.find("version 4"), std::string::npos);
    EXPECT_NE(refusal("PK\x03\x04").message.find("GGUF"), std::string::npos);
    EXPECT_FALSE(refusal("GGUF").message.empty());
}

} // namespace
} // namespace rope

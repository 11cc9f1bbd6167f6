#include "core/model/inspection.h"

#include "core/model/gguf/gguf.h"
#include "core/model/presets.h"
#include "tests/core/model/config/config_reading.h"
#include "tests/core/model/gguf/gguf_builder.h"

namespace rope {
namespace {

using testing::llama;
using testing::mentions;
using testing::read;

const InspectedValue& valueOf(const InspectedPart& part, std::string_view name)
{
    return *std::ranges::find(part.values, name, &InspectedValue::name);
}

/// A law over every preset that is a config.json: nothing is shown without an origin, and what is a guess is named in
/// the remarks.
TEST(Inspection, OfEveryPresetKnowsTheOriginOfEachValue)
{
    for (const Preset& preset : presets()) {
        SCOPED_TRACE(preset.id);
        const auto file = loadPreset(preset.id);
        ASSERT_TRUE(file.has_value());
        const auto parts = inspect(*file);
        ASSERT_EQ(parts.size(), file->model.layers.size());
        ASSERT_EQ(file->parts.size(), parts.size());
        for (const InspectedPart& part : parts)
            for (const auto* values : {&part.values, &part.parameters})
                for (const InspectedValue& value : *values) {
                    EXPECT_NE(value.origin.text, "the file does not say it") << part.name << " " << value.name;
                    EXPECT_FALSE(value.origin.text.empty()) << part.name << " " << value.name;
                    EXPECT_LE(value.origin.kind == Origin::Kind::Guess, mentions(file->warnings, "guess"))
                        << part.name << " " << value.name;
                }
    }
}

/// The same of GGUF files: what a key states is never shown as a guess.
TEST(Inspection, OfEveryGgufFileKnowsTheOriginOfEachValue)
{
    const auto shaped = [](const char* architecture) {
        testing::GgufBuilder builder(architecture);
        builder.integer("context_length", 4096).integer("attention.key_length", 128).real("rope.freq_base", 1e4F);
        return builder;
    };
    const std::string files[] = {
        shaped("llama").bytes(),
        shaped("llama").real("rope.scaling.factor", 4.0F).bytes(),
        shaped("llama").text("rope.scaling.type", "yarn").real("rope.scaling.factor", 4.0F).bytes(),
        shaped("deepseek2")
            .text("rope.scaling.type", "yarn")
            .real("rope.scaling.factor", 40.0F)
            .real("rope.scaling.yarn_log_multiplier", 0.1F)
            .bytes(),
        shaped("gemma3").bytes(),
        shaped("smollm3").bytes(),
        shaped("phi3")
            .floats("rope_factors_short.weight", std::vector<float>(64, 1.0F))
            .floats("rope_factors_long.weight", std::vector<float>(64, 2.0F))
            .bytes(),
        testing::GgufBuilder("llama").bytes(),
        testing::GgufBuilder("surely-new").bytes(),
    };
    for (const std::string& bytes : files) {
        const auto file = readGguf(bytes, "x");
        ASSERT_TRUE(file.has_value()) << describe(file.error());
        SCOPED_TRACE(file->family);
        EXPECT_EQ(file->format, "GGUF");
        const auto parts = inspect(*file);
        ASSERT_EQ(file->parts.size(), parts.size());
        for (const InspectedPart& part : parts)
            for (const auto* values : {&part.values, &part.parameters})
                for (const InspectedValue& value : *values) {
                    EXPECT_NE(value.origin.text, "the file does not say it") << part.name << " " << value.name;
                    EXPECT_FALSE(value.origin.text.empty()) << part.name << " " << value.name;
                    EXPECT_LE(value.origin.kind == Origin::Kind::Guess, mentions(file->warnings, "guess"))
                        << part.name << " " << value.name;
                }
    }
    const auto stated = inspect(*readGguf(files[2], "x")).front();
    EXPECT_EQ(valueOf(stated, "base").origin, (Origin{"llama.rope.freq_base", Origin::Kind::File}));
    EXPECT_EQ(valueOf(stated, "head_dim").origin, (Origin{"llama.attention.key_length", Origin::Kind::File}));
    EXPECT_EQ(valueOf(stated, "scheme").origin, (Origin{"llama.rope.scaling.type", Origin::Kind::File}));
    EXPECT_EQ(valueOf(stated, "maximum_context").origin, (Origin{"llama.context_length", Origin::Kind::File}));
    const auto factor = std::ranges::find(stated.parameters, "factor", &InspectedValue::name);
    EXPECT_EQ(factor->origin, (Origin{"llama.rope.scaling.factor", Origin::Kind::File}));
    const auto silent = inspect(*readGguf(files[7], "x")).front();
    for (const char* name : {"head_dim", "base", "maximum_context"})
        EXPECT_EQ(valueOf(silent, name).origin.kind, Origin::Kind::Guess) << name;
    const auto gemma = inspect(*readGguf(files[4], "x"));
    ASSERT_EQ(gemma.size(), 2U);
    EXPECT_EQ(valueOf(gemma[0], "base").origin.kind, Origin::Kind::File);
    EXPECT_EQ(valueOf(gemma[1], "base").origin.kind, Origin::Kind::FamilyDefault);
}

TEST(Inspection, NamesTheKeyTheRuleAndTheDefault)
{
    const auto parts =
        inspect(read(llama(R"("rope_scaling": {"rope_type": "yarn", "factor": 4.0}, "rope_theta": 5e5)")));
    const InspectedPart& part = parts.front();
    EXPECT_EQ(valueOf(part, "base").origin, (Origin{"rope_theta", Origin::Kind::File}));
    EXPECT_EQ(valueOf(part, "head_dim").origin.kind, Origin::Kind::Rule);
    EXPECT_EQ(valueOf(part, "head_dim").origin.text, "hidden_size / num_attention_heads");
    EXPECT_EQ(valueOf(part, "pairing").origin.kind, Origin::Kind::FamilyDefault);
    EXPECT_EQ(valueOf(part, "scheme").origin.text, "rope_scaling.rope_type");
    EXPECT_EQ(std::ranges::find(part.parameters, "factor", &InspectedValue::name)->origin.text, "rope_scaling.factor");
}

TEST(Inspection, OfAnUnknownFamilySaysKeyByKeyWhatIsGuessed)
{
    const std::string shape = R"({"model_type": "surely_new", "hidden_size": 64, "num_attention_heads": 2)";
    const ModelFile bare = read(shape + "}");
    EXPECT_TRUE(mentions(bare.warnings, "rotary dimension, pairing, base, maximum context"));
    const ModelFile told = read(shape + R"(, "rope_interleave": true, "rope_theta": 1e5, "rotary_dim": 32,
        "max_position_embeddings": 4096})");
    for (const std::string& warning : told.warnings)
        EXPECT_EQ(warning.find("guess"), std::string::npos) << warning;
    EXPECT_FALSE(mentions(told.warnings, "half-split"));
}

TEST(Inspection, NamesEveryRotaryKeyThatNobodyReads)
{
    for (const char* key : {"rope_stretch", "rotaryBase2", "my_ntk_alpha", "theta_scale", "yarn_extra", "xpos_base",
                            "mscale_two", "use_longrope", "nope_every"}) {
        const ModelFile top = read(llama("\"" + std::string(key) + "\": 7"));
        EXPECT_TRUE(mentions(top.warnings, std::string(key) + " = 7")) << key;
        const ModelFile inner = read(llama("\"some_part\": {\"" + std::string(key) + "\": 7}"));
        EXPECT_TRUE(mentions(inner.warnings, "some_part." + std::string(key) + " = 7")) << key;
    }
    for (const char* key : {"properties", "europe", "scope", "microphone", "hidden_act", "tie_word_embeddings"})
        EXPECT_TRUE(read(llama("\"" + std::string(key) + "\": 7")).warnings.empty()) << key;
}

TEST(Layers, ThatDoNotTurnAreKnownByNumber)
{
    const ModelFile interval = read(llama(R"("num_hidden_layers": 8, "no_rope_layer_interval": 4)"));
    EXPECT_EQ(interval.parts.at(1).layers, (std::vector<int>{3, 7}));
    EXPECT_FALSE(inspect(interval).at(1).rotates);
    const ModelFile list = read(llama(R"("no_rope_layers": [1, 0, 1, 0])"));
    EXPECT_EQ(list.parts.at(1).layers, (std::vector<int>{1, 3}));
    EXPECT_EQ(layerStrip(inspect(list).at(1), 4), ".#.#");
    const ModelFile kinds = read(R"({"model_type": "afmoe", "head_dim": 128, "sliding_window": 8, "layer_types":
        ["sliding_attention", "full_attention", "sliding_attention"]})");
    EXPECT_EQ(kinds.parts.at(1).layers, std::vector<int>{1});
    EXPECT_FALSE(kinds.model.layers.at(1).rotates);
    EXPECT_EQ(rangesOf({0, 1, 2, 5, 7, 8}), "0-2, 5, 7-8");
}

TEST(Layers, MayHaveABaseAndAShareEach)
{
    const ModelFile file = read(R"({"model_type": "step3p5", "head_dim": 128, "max_position_embeddings": 65536,
        "rope_theta": [5000000.0, 10000.0, 10000.0, 5000000.0], "partial_rotary_factors": [0.5, 1.0, 1.0, 0.5]})");
    ASSERT_EQ(file.model.layers.size(), 2U);
    EXPECT_EQ(file.model.layers[0].base, 5e6);
    EXPECT_EQ(file.model.layers[0].rotaryDim, 64);
    EXPECT_EQ(file.parts[0].layers, (std::vector<int>{0, 3}));
    EXPECT_EQ(file.model.layers[1].rotaryDim, 128);
}

TEST(Layers, ShareWhatStandsBesideTheirDictionaries)
{
    const ModelFile file = read(R"({"model_type": "laguna", "head_dim": 128, "max_position_embeddings": 262144,
        "rope_parameters": {"original_max_position_embeddings": 4096,
        "full_attention": {"rope_type": "yarn", "factor": 64.0, "rope_theta": 500000.0},
        "sliding_attention": {"rope_type": "default", "rope_theta": 10000.0}}})");
    EXPECT_EQ(file.model.layers.at(0).originalContext, 4096);
    EXPECT_EQ(originOf(file, 0, "original_context").text, "rope_parameters.original_max_position_embeddings");
    EXPECT_TRUE(mentions(file.warnings, "beside the dictionaries"));
}

TEST(Heads, OfLatentAttentionAreTheSumOfTheirParts)
{
    const ModelFile file = read(R"({"model_type": "glm_moe_dsa", "head_dim": 192, "qk_nope_head_dim": 192,
        "qk_rope_head_dim": 64, "kv_lora_rank": 512, "index_head_dim": 128, "indexer_rope_interleave": false,
        "rope_interleave": true, "rope_theta": 8000000.0, "max_position_embeddings": 4096})");
    EXPECT_EQ(file.model.layers.at(0).headDim, 256);
    EXPECT_TRUE(mentions(file.warnings, "head_dim is 192"));
    ASSERT_EQ(file.model.layers.size(), 2U);
    EXPECT_EQ(file.model.layers[1].layerType, "indexer");
    EXPECT_EQ(file.model.layers[1].headDim, 128);
    EXPECT_EQ(file.model.layers[1].pairing, PairLayout::HalfSplit);
    EXPECT_EQ(file.model.layers[0].pairing, PairLayout::Interleaved);
}

/// No remark contradicts the numbers beside it: pairings, guesses and switches of lists.
TEST(Remarks, DoNotContradictTheNumbers)
{
    for (const char* more : {R"("rope_interleave": true)", R"("rope_interleave": false)", R"("rotary_dim": 64)"}) {
        const ModelFile file = read(R"({"model_type": "surely_new", "hidden_size": 2048, "num_attention_heads": 16, )" +
                                    std::string(more) + "}");
        const bool half = file.model.layers.front().pairing == PairLayout::HalfSplit;
        EXPECT_FALSE(mentions(file.warnings, half ? "interleaved" : "half")) << more;
    }
    const ModelFile unstated = read(R"({"model_type": "surely_new", "head_dim": 64, "rope_theta": 1e4, "rope_scaling":
        {"rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 8192}})");
    EXPECT_FALSE(mentions(unstated.warnings, "max_position_embeddings says"));
    EXPECT_FALSE(mentions(unstated.warnings, "2048"));
    EXPECT_EQ(unstated.model.layers.front().maximumContext, 32768);
}

} // namespace
} // namespace rope

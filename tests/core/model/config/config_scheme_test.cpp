#include "core/model/config/config_scheme.h"

#include "core/schemes/registry.h"
#include "tests/core/model/config/config_reading.h"

namespace rope {
namespace {

using testing::llama;
using testing::mentions;
using testing::onlyLayer;
using testing::read;
using testing::refusal;
using testing::rowOf;

TEST(RopeDictionary, EmptyOrNullMeansNoScaling)
{
    for (const char* keys :
         {R"("rope_scaling": null)", R"("rope_scaling": {})", R"("rope_parameters": {})",
          R"("rope_scaling": {"rope_type": null, "factor": null})", R"("rope_scaling": {"type": "default"})"})
        EXPECT_EQ(onlyLayer(llama(keys)).scheme, "default") << keys;
}

TEST(RopeDictionary, OfAnotherKindIsRefusedWithAnExample)
{
    for (const char* keys : {R"("rope_scaling": "dynamic")", R"("rope_scaling": 4.0)", R"("rope_scaling": [1])",
                             R"("rope_parameters": true)"}) {
        const Error error = refusal(llama(keys));
        EXPECT_NE(error.message.find("object such as"), std::string::npos) << keys;
        EXPECT_EQ(describe(error).find('\n'), std::string::npos);
    }
}

TEST(RopeDictionary, NamesItsSchemeByRopeTypeBeforeType)
{
    EXPECT_EQ(onlyLayer(llama(R"("rope_scaling": {"type": "linear", "factor": 2})")).scheme, "linear");
    const ModelFile file = read(llama(R"("rope_scaling": {"type": "dynamic", "rope_type": "linear", "factor": 2})"));
    EXPECT_EQ(file.model.layers.front().scheme, "linear");
    EXPECT_TRUE(mentions(file.warnings, "rope_type wins"));
}

TEST(RopeDictionary, KnowsTheOlderNamesOfSchemes)
{
    EXPECT_EQ(onlyLayer(llama(R"("rope_scaling": {"type": "mrope", "mrope_section": [16, 24, 24]})")).scheme,
              "default");
    const RotarySettings static1000 =
        onlyLayer(llama(R"("rope_scaling": {"type": "dynamic", "alpha": 1000.0, "factor": 1})"));
    EXPECT_EQ(static1000.scheme, "ntk_aware");
    EXPECT_EQ(static1000.parameters.at("factor"), 1000.0);
    EXPECT_EQ(onlyLayer(llama(R"("head_dim": 4, "rope_scaling": {"type": "su", "short_factor": [1, 1],
        "long_factor": [2, 3]})"))
                  .scheme,
              "longrope");
}

TEST(RopeDictionary, OfAnUnknownTypeIsRefusedAndTheKnownAreNamed)
{
    const Error error = refusal(llama(R"("rope_scaling": {"rope_type": "sideways", "factor": 2})"));
    EXPECT_EQ(error.field, "rope_scaling.rope_type");
    EXPECT_NE(error.message.find("llama3"), std::string::npos);
}

TEST(RopeDictionary, WithoutANumberItNeedsIsRefused)
{
    EXPECT_EQ(refusal(llama(R"("rope_scaling": {"rope_type": "linear"})")).field, "rope_scaling.factor");
    EXPECT_EQ(refusal(llama(R"("rope_scaling": {"rope_type": "llama3", "factor": 8})")).field,
              "rope_scaling.low_freq_factor");
    EXPECT_EQ(refusal(llama(R"("rope_scaling": {"rope_type": "longrope"})")).field, "rope_scaling.short_factor");
}

TEST(RopeDictionary, WithAFactorListOfAnotherLengthIsRefused)
{
    const Error error = refusal(llama(R"("head_dim": 8, "rope_scaling": {"rope_type": "longrope",
        "short_factor": [1, 1, 1, 1], "long_factor": [1, 2]})"));
    EXPECT_EQ(error.field, "rope_scaling.long_factor");
    EXPECT_NE(error.message.find("4"), std::string::npos);
}

TEST(RopeDictionary, WithParametersOutOfRangeIsRefused)
{
    for (const char* entry : {R"("factor": 0)", R"("factor": -4)", R"("factor": "4")", R"("factor": 1e9)",
                              R"("factor": 4, "attention_factor": -2)", R"("factor": 4, "beta_fast": -1)",
                              R"("factor": 4, "truncate": "no")", R"("factor": [4])"})
        EXPECT_TRUE(refusal(llama(std::string(R"("rope_scaling": {"rope_type": "yarn", )") + entry + "}"))
                        .field.starts_with("rope_scaling."))
            << entry;
}

TEST(RopeDictionary, UnknownKeysAreNamedAndIgnored)
{
    const ModelFile file = read(llama(R"("rope_scaling": {"type": "yarn", "factor": 32, "finetuned": true,
        "original_max_position_embeddings": 4096})"));
    ASSERT_NE(rowOf(file, "rope_scaling.finetuned"), nullptr);
    EXPECT_EQ(rowOf(file, "rope_scaling.finetuned")->use, KeyReport::Use::Ignored);
    EXPECT_TRUE(mentions(file.warnings, "finetuned"));
    EXPECT_TRUE(mentions(file.warnings, "max_position_embeddings says 4096"));
}

TEST(RopeDictionary, AFactorWithoutEffectIsTold)
{
    const ModelFile file = read(llama(R"("rope_scaling": {"factor": 4.0})"));
    EXPECT_TRUE(mentions(file.warnings, "no effect"));
    EXPECT_EQ(rowOf(file, "rope_scaling.factor")->use, KeyReport::Use::Ignored);
}

TEST(Yarn, TakesTheContextsWhereNumbersAreMissing)
{
    const ModelFile file = read(llama(R"("rope_scaling": {"type": "yarn", "factor": null,
        "original_max_position_embeddings": 1024})"));
    EXPECT_EQ(file.model.layers.front().parameters.at("factor"), 4.0);
    const ModelFile without = read(llama(R"("rope_scaling": {"type": "yarn", "factor": 4})"));
    EXPECT_EQ(without.model.layers.front().originalContext, 4096);
    EXPECT_TRUE(mentions(without.warnings, "original_max_position_embeddings"));
}

TEST(Qwen1, WithDynamicNtkGrowsItsBaseInStepsFromTheTrainingLength)
{
    const std::string qwen = R"({"model_type": "qwen", "hidden_size": 4096, "num_attention_heads": 32,
        "kv_channels": 128, "rotary_emb_base": 10000, "rotary_pct": 1.0, "max_position_embeddings": 32768,
        "seq_length": 8192, "use_logn_attn": true, "use_dynamic_ntk": )";
    const ModelFile file = read(qwen + "true}");
    const RotarySettings& layer = file.model.layers.front();
    EXPECT_EQ(layer.scheme, "dynamic_steps");
    EXPECT_EQ(layer.originalContext, 8192);
    EXPECT_EQ(layer.maximumContext, 32768);
    EXPECT_TRUE(mentions(file.warnings, "use_logn_attn"));
    EXPECT_EQ(rowOf(file, "use_dynamic_ntk")->use, KeyReport::Use::Given);
    EXPECT_EQ(onlyLayer(qwen + "false}").scheme, "default");
    EXPECT_EQ(refusal(qwen + "3}").field, "use_dynamic_ntk");
}

TEST(OriginalContext, AtTheTopBeatsTheOneInTheDictionary)
{
    const RotarySettings layer = onlyLayer(llama(R"("original_max_position_embeddings": 1024, "rope_scaling":
        {"type": "yarn", "factor": 4, "original_max_position_embeddings": 2048})"));
    EXPECT_EQ(layer.originalContext, 1024);
}

TEST(RopeDictionary, NtkMeansWhatTheFamilyMeansByIt)
{
    const std::string rest = R"(", "hidden_size": 1024, "num_attention_heads": 16, "rope_theta": 160000,
        "max_position_embeddings": 8192, "rope_scaling": {"type": "ntk", "factor": 2.0}})";
    EXPECT_EQ(onlyLayer(R"({"model_type": "new)" + rest).scheme, "ntk_fixed");
    const ModelFile other = read(R"({"model_type": "llama)" + rest);
    EXPECT_EQ(other.model.layers.front().scheme, "ntk_aware");
    EXPECT_EQ(originOf(other, 0, "scheme").kind, Origin::Kind::Guess);
    EXPECT_TRUE(testing::mentions(other.warnings, "guess"));
}

TEST(RopeDictionary, WithoutANeededFactorIsRefusedAndNoSchemeReadsAnyInSilence)
{
    for (const Scheme* scheme : schemes())
        for (const Parameter& parameter : scheme->parameters) {
            const std::string text = llama(R"("rope_scaling": {"rope_type": ")" + std::string(scheme->id) + "\"}");
            const auto file = readConfigJson(text, "x");
            if (scheme->takesLists || parameter.rareInFiles)
                continue;
            const bool refused = std::ranges::any_of(
                scheme->parameters, [](const Parameter& each) { return each.missing == Parameter::Missing::Refused; });
            ASSERT_EQ(file.has_value(), !refused) << text;
            const bool guessed = file && parameter.missing == Parameter::Missing::Guess;
            EXPECT_LE(guessed, testing::mentions(file.value_or(ModelFile{}).warnings, std::string(parameter.id)))
                << text;
        }
}

} // namespace
} // namespace rope

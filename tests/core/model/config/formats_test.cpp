#include "core/model/config/formats.h"

#include "core/model/inspection.h"
#include "core/state/axes.h"
#include "core/state/derived.h"
#include "tests/core/model/config/config_reading.h"

#include <cmath>
#include <numbers>

namespace rope {
namespace {

using testing::mentions;
using testing::onlyLayer;
using testing::read;
using testing::refusal;

Eigen::VectorXd theta(const RotarySettings& layer, double length = 0)
{
    return scheduleOf(layer, length)->inverseFrequency;
}

Origin::Kind kindOf(const ModelFile& file, std::string_view value, std::size_t part = 0)
{
    return originOf(file, part, value).kind;
}

/// The factor of Meta's own files is 32 in Llama 3.2's small models and 8 else, and no key says it: a marked guess.
TEST(MetaParams, HaveAFactorByTheirSizeWhichIsSaidToBeAGuess)
{
    const auto params = [](int dim, const std::string& more) {
        return read("{\"dim\": " + std::to_string(dim) +
                    R"(, "n_heads": 32, "norm_eps": 1e-5, "rope_theta": 500000.0, "use_scaled_rope": true)" + more +
                    "}");
    };
    for (const auto& [dim, factor] : {std::pair{2048, 32.0}, {3072, 32.0}, {4096, 8.0}, {8192, 8.0}, {16384, 8.0}}) {
        const ModelFile file = params(dim, "");
        EXPECT_EQ(file.model.layers.front().parameters.at("factor"), factor) << dim;
        EXPECT_EQ(kindOf(file, "scheme.factor"), Origin::Kind::Guess);
        EXPECT_TRUE(mentions(file.warnings, "guess"));
        EXPECT_EQ(file.model.layers.front().pairing, PairLayout::Interleaved);
    }
    EXPECT_NEAR(theta(params(2048, "").model.layers.front())[17], 9.708287803e-05, 1e-13);
    const ModelFile stated = params(2048, R"(, "rope_scaling_factor": 16)");
    EXPECT_EQ(stated.model.layers.front().parameters.at("factor"), 16.0);
    EXPECT_EQ(originOf(stated, 0, "scheme.factor"), (Origin{"rope_scaling_factor", Origin::Kind::File}));
    EXPECT_FALSE(mentions(stated.warnings, "factor of its scaled rotation"));
}

/// Files of ExecuTorch have keys of Meta's and Mistral's code too; use_hf_rope alone decides how they pair.
TEST(ExecuTorchParams, SayHowTheyPairWhateverElseTheyHave)
{
    for (const char* more : {"", R"(, "hidden_dim": 8192)", R"(, "hidden_dim": 8192, "ffn_dim_multiplier": 1)"}) {
        const std::string start = R"({"dim": 2048, "n_heads": 16, "rope_theta": 10000.0)" + std::string(more);
        EXPECT_EQ(onlyLayer(start + R"(, "use_hf_rope": true})").pairing, PairLayout::HalfSplit) << more;
        EXPECT_EQ(onlyLayer(start + R"(, "use_hf_rope": false})").pairing, PairLayout::Interleaved) << more;
        EXPECT_EQ(originOf(read(start + R"(, "use_hf_rope": true})"), 0, "pairing").text, "use_hf_rope");
    }
}

TEST(ExecuTorchParams, HaveTheDefaultsOfTheirOwnCode)
{
    const ModelFile bare = read(R"({"dim": 2048, "n_heads": 16, "hidden_dim": 8192, "use_hf_rope": true,
        "partial_rotary_factor": 0.5, "use_scaled_rope": false, "qk_norm_before_rope": true})");
    const RotarySettings& layer = bare.model.layers.front();
    EXPECT_EQ(layer.base, 10000.0);
    EXPECT_EQ(kindOf(bare, "base"), Origin::Kind::FamilyDefault);
    EXPECT_EQ(layer.rotaryDim, 64);
    EXPECT_TRUE(bare.warnings.empty());
    const ModelFile scaled = read(R"({"dim": 2048, "n_heads": 32, "use_hf_rope": false, "use_scaled_rope": true,
        "rope_theta": 500000.0, "rope_scale_factor": 32, "partial_rotary_factor": 0.5})");
    EXPECT_EQ(scaled.model.layers.front().parameters.at("factor"), 32.0);
    EXPECT_EQ(scaled.model.layers.front().rotaryDim, 64);
    EXPECT_TRUE(mentions(scaled.warnings, "partial_rotary_factor has no effect"));
}

TEST(ExecuTorchParams, HaveListsUnderNamesOfTheirOwn)
{
    const RotarySettings layer = onlyLayer(R"({"dim": 256, "n_heads": 32, "use_hf_rope": true, "rope_theta": 10000.0,
        "rope_scaling_short_factor": [1, 1, 1, 1], "rope_scaling_long_factor": [1, 2, 3, 4],
        "original_max_position_embeddings": 4096, "max_position_embeddings": 131072})");
    EXPECT_EQ(layer.scheme, "longrope");
    EXPECT_EQ(layer.longFactors, (std::vector<double>{1, 2, 3, 4}));
    EXPECT_NEAR(scheduleOf(layer, 0)->attentionFactor, std::sqrt(1.0 + std::log(32.0) / std::log(4096.0)), 1e-12);
}

TEST(FlatGemma4, HasItsShareInFullAttentionAlone)
{
    const ModelFile file = read(R"({"model_type": "gemma4", "text_config": {"head_dim": 256, "global_head_dim": 512,
        "hidden_size": 1536, "num_attention_heads": 8, "max_position_embeddings": 131072, "rope_theta": 1000000.0,
        "rope_local_base_freq": 10000.0, "partial_rotary_factor": 0.25}})");
    ASSERT_EQ(file.model.layers.size(), 2U);
    EXPECT_EQ(file.model.layers[0].headDim, 512);
    EXPECT_EQ(file.model.layers[0].scheme, "proportional");
    EXPECT_EQ((theta(file.model.layers[0]).array() > 0.0).count(), 64);
    EXPECT_EQ(file.model.layers[1].headDim, 256);
    EXPECT_EQ(file.model.layers[1].rotaryDim, 256);
    EXPECT_EQ(file.model.layers[1].base, 1e4);
    EXPECT_EQ(originOf(file, 1, "base").text, "text_config.rope_local_base_freq");
}

TEST(MistralParams, ReadTheirYarnAndWhetherItScales)
{
    const auto layer = [](const std::string& scale) {
        return onlyLayer(R"({"dim": 4096, "hidden_dim": 14336, "head_dim": 128, "n_heads": 32, "rope_theta": 1000000.0,
            "max_position_embeddings": 262144, "yarn": {"original_max_position_embeddings": 16384, "factor": 16,
            "beta": 32, "alpha": 1)" +
                         scale + "}}");
    };
    const RotarySettings plain = layer(R"(, "apply_scale": false)");
    EXPECT_EQ(scheduleOf(plain, 0)->attentionFactor, 1.0);
    EXPECT_NEAR(scheduleOf(layer(R"(, "apply_scale": true)"), 0)->attentionFactor, 0.1 * std::log(16.0) + 1.0, 1e-12);
    EXPECT_EQ(plain.pairing, PairLayout::Interleaved);
    EXPECT_NEAR(theta(plain)[28], 1.325179424e-03, 1e-12);
    EXPECT_NEAR(theta(plain)[63], 7.755861005e-08, 1e-16);
}

/// torchtitan's TransformerModelArgs and, newer, its RoPE.Config.
TEST(TorchTitan, ReadsItsScalingArguments)
{
    const ModelFile args = read(R"({"dim": 4096, "n_heads": 32, "rope_theta": 500000, "max_seq_len": 131072,
        "rope_scaling_args": {"scaling_factor": 32.0}, "depth_init": true})");
    const ModelFile object = read(R"({"dim": 4096, "n_heads": 32, "rope": {"dim": 128, "max_seq_len": 131072,
        "theta": 500000.0, "scaling": "llama", "scaling_factor": 32.0}})");
    const RotarySettings hf = onlyLayer(R"({"model_type": "llama", "hidden_size": 4096, "num_attention_heads": 32,
        "max_position_embeddings": 131072, "rope_theta": 500000, "rope_scaling": {"rope_type": "llama3", "factor": 32.0,
        "low_freq_factor": 1.0, "high_freq_factor": 4.0, "original_max_position_embeddings": 8192}})");
    for (const ModelFile* file : {&args, &object}) {
        const RotarySettings& layer = file->model.layers.front();
        EXPECT_EQ(layer.pairing, PairLayout::Interleaved);
        EXPECT_EQ(theta(layer), theta(hf));
        EXPECT_EQ(layer.maximumContext, 131072);
        EXPECT_EQ(kindOf(*file, "scheme.factor"), Origin::Kind::File);
        EXPECT_EQ(kindOf(*file, "scheme.low_freq_factor"), Origin::Kind::FamilyDefault);
        EXPECT_TRUE(file->warnings.empty());
    }
    EXPECT_EQ(originOf(object, 0, "base").text, "rope.theta");
    const RotarySettings yarn = onlyLayer(R"({"dim": 4096, "n_heads": 32, "rope": {"dim": 64, "max_seq_len": 16384,
        "scaling": "yarn", "rope_factor": 40.0}})");
    EXPECT_EQ(yarn.scheme, "yarn");
    EXPECT_EQ(yarn.rotaryDim, 64);
    EXPECT_EQ(scheduleOf(yarn, 0)->attentionFactor, 1.0);
    const ModelFile maverick = read(R"({"dim": 5120, "n_heads": 40, "n_layers": 48, "num_hidden_layers": 48,
        "rope_scaling_args": null, "every_n_layers_nope": 4})");
    EXPECT_FALSE(maverick.model.layers.back().rotates);
}

TEST(Nemo, HasItsKeysUnderModel)
{
    const std::string model = R"({"encoder_seq_length": 4096, "num_layers": 32, "hidden_size": 4096,
        "num_attention_heads": 32, "kv_channels": null, "position_embedding_type": "rope", "rotary_percentage": 0.5,
        "rotary_base": 500000, "scale_positional_embedding": true})";
    for (const std::string& text : {model, R"({"trainer": {"devices": 8}, "model": )" + model + "}"}) {
        const ModelFile file = read(text);
        const RotarySettings& layer = file.model.layers.front();
        EXPECT_EQ(layer.base, 500000.0);
        EXPECT_EQ(layer.rotaryDim, 64);
        EXPECT_EQ(layer.scheme, "llama3");
        EXPECT_EQ(layer.parameters.at("factor"), 8.0);
        EXPECT_EQ(layer.maximumContext, 4096);
        EXPECT_EQ(originOf(file, 0, "base").text, text == model ? "rotary_base" : "model.rotary_base");
    }
    for (const char* encoding : {"learned_absolute", "alibi", "none"})
        EXPECT_EQ(refusal(R"({"encoder_seq_length": 4096, "hidden_size": 64, "num_attention_heads": 1,
            "rotary_base": 10000, "position_embedding_type": ")" +
                          std::string(encoding) + "\"}")
                      .field,
                  "position_embedding_type");
    EXPECT_EQ(onlyLayer(R"({"hidden_size": 4096, "num_attention_heads": 32, "seq_length": 4096, "rotary_base": 10000,
        "position_embedding_type": "learned_absolute", "use_rotary_position_embeddings": true})")
                  .base,
              10000.0);
}

/// huggingface/diffusers: rows and columns turn half the pairs each, in CogView4 and GLM-Image as halves of the head.
TEST(Diffusers, TransformersOfImagesAndFilmsHaveTheAxesOfTheirCode)
{
    const RotarySettings film =
        onlyLayer(R"({"_class_name": "EasyAnimateTransformer3DModel", "attention_head_dim": 64})");
    EXPECT_EQ(film.axisRule, AxisRule::OwnLadders);
    EXPECT_EQ(film.axisSections, (std::vector{8, 12, 12}));
    EXPECT_EQ(theta(film)[8], 1.0) << "the first of the rows";
    const RotarySettings image = onlyLayer(R"({"_class_name": "CogView4Transformer2DModel", "attention_head_dim": 128,
        "rope_axes_dim": [256, 256]})");
    EXPECT_EQ(image.axisRule, AxisRule::Axial2D);
    EXPECT_EQ(image.pairing, PairLayout::HalfSplit);
    EXPECT_NEAR(theta(image)[1], std::pow(10000.0, -2.0 / 64.0), 1e-15);
    EXPECT_EQ(theta(image)[32], 1.0);
    const RotarySettings krea = onlyLayer(R"({"_class_name": "Krea2Transformer2DModel"})");
    EXPECT_EQ(krea.axisSections, (std::vector{16, 24, 24}));
    EXPECT_EQ(krea.base, 1000.0);
    EXPECT_EQ(onlyLayer(R"({"_class_name": "HunyuanImageTransformer2DModel"})").axisSections, (std::vector{32, 32}));
    for (const char* name : {"MochiTransformer3DModel", "CosmosTransformer3DModel", "LTXVideoTransformer3DModel",
                             "SD3Transformer2DModel", "SomeNewTransformer2DModel"})
        EXPECT_NE(refusal(R"({"_class_name": ")" + std::string(name) + "\"}").message.find("is " + std::string(name)),
                  std::string::npos);
}

TEST(DeepSeeksOwnConfig, FillsInWhatItsCodeHas)
{
    const std::string shape = R"({"dim": 7168, "n_heads": 128, "inter_dim": 18432, "kv_lora_rank": 512,
        "qk_nope_head_dim": 128, "qk_rope_head_dim": 64, "v_head_dim": 128)";
    const ModelFile file = read(shape + "}");
    const RotarySettings& layer = file.model.layers.front();
    EXPECT_EQ(layer.headDim, 192);
    EXPECT_EQ(layer.pairing, PairLayout::Interleaved);
    EXPECT_NEAR(theta(layer)[13], 1.837814622e-02, 1e-11);
    EXPECT_NEAR(theta(layer)[31], 3.333803580e-06, 1e-15);
    const double m = 0.1 * std::log(40.0) + 1.0;
    EXPECT_NEAR(scheduleOf(layer, 0)->softmaxScaleFactor, m * m, 1e-12);
    EXPECT_EQ(scheduleOf(layer, 0)->attentionFactor, 1.0);
    EXPECT_EQ(kindOf(file, "scheme.factor"), Origin::Kind::FamilyDefault);
    EXPECT_EQ(onlyLayer(shape + R"(, "max_seq_len": 4096})").scheme, "default");
    const double weighted = 0.1 * 0.707 * std::log(40.0) + 1.0;
    EXPECT_NEAR(scheduleOf(onlyLayer(shape + R"(, "mscale": 0.707})"), 0)->softmaxScaleFactor, weighted * weighted,
                1e-12);
}

TEST(Megatron, HasABaseAShareAnOrderAndAStretchOfItsOwnNames)
{
    const RotarySettings layer = onlyLayer(R"({"hidden_size": 4096, "num_attention_heads": 32, "kv_channels": 128,
        "rotary_base": 1000000, "rotary_percent": 0.5, "rotary_interleaved": true, "seq_len_interpolation_factor": 4,
        "max_position_embeddings": 32768})");
    EXPECT_EQ(layer.base, 1e6);
    EXPECT_EQ(layer.rotaryDim, 64);
    EXPECT_EQ(layer.pairing, PairLayout::Interleaved);
    EXPECT_NEAR(theta(layer)[31], std::pow(1e6, -62.0 / 64.0) / 4.0, 1e-18);
}

TEST(Mlc, StandsInsideItsModelConfig)
{
    const ModelFile file = read(R"({"version": "0.1.0", "model_type": "llama", "quantization": "q4f16_1",
        "model_config": {"hidden_size": 4096, "num_attention_heads": 32, "head_dim": 128,
        "position_embedding_base": 500000.0, "context_window_size": 131072, "rope_scaling": {"rope_type": "llama3",
        "factor": 8.0, "high_freq_factor": 4.0, "low_freq_factor": 1.0, "original_max_position_embeddings": 8192}}})");
    EXPECT_EQ(file.model.layers.front().base, 5e5);
    EXPECT_EQ(file.model.layers.front().maximumContext, 131072);
    EXPECT_EQ(file.model.layers.front().scheme, "llama3");
    EXPECT_EQ(originOf(file, 0, "base").text, "model_config.position_embedding_base");
    EXPECT_EQ(file.format, "mlc-chat-config.json");
}

TEST(Diffusers, DealEachAxisALadderOfItsOwn)
{
    const auto layer = [](const std::string& text) {
        return onlyLayer("{\"_class_name\": \"" + text + "}");
    };
    const auto flux = layer(R"(FluxTransformer2DModel", "axes_dims_rope": [16, 56, 56], "attention_head_dim": 128)");
    EXPECT_EQ(flux.axisSections, (std::vector<int>{8, 28, 28}));
    EXPECT_EQ(flux.pairing, PairLayout::Interleaved);
    EXPECT_EQ(theta(flux)[8], 1.0);
    EXPECT_EQ(layer(R"(WanTransformer3DModel", "attention_head_dim": 128)").axisSections,
              (std::vector<int>{22, 21, 21}));
    EXPECT_EQ(layer(R"(WanTransformer3DModel", "attention_head_dim": 64)").axisSections,
              (std::vector<int>{12, 10, 10}));
    const auto film = layer(R"(HunyuanVideoTransformer3DModel", "rope_axes_dim": [16, 56, 56], "rope_theta": 256.0)");
    EXPECT_EQ(film.base, 256.0);
    EXPECT_NEAR(theta(film)[9], std::pow(256.0, -2.0 / 56.0), 1e-15);
    EXPECT_EQ(layer(R"(CogVideoXTransformer3DModel", "attention_head_dim": 64,
        "use_rotary_positional_embeddings": true)")
                  .axisSections,
              (std::vector<int>{8, 12, 12}));
}

TEST(Diffusers, WithoutAKnownRotationAreRefused)
{
    for (const char* name :
         {"UNet2DConditionModel", "SD3Transformer2DModel", "LTXVideoTransformer3DModel", "CogVideoXTransformer3DModel",
          "SomethingNewTransformer2DModel", "FluxPipeline", "FlowMatchEulerDiscreteScheduler"}) {
        const Error error = refusal("{\"_class_name\": \"" + std::string(name) + "\", \"attention_head_dim\": 64}");
        EXPECT_LT(describe(error).size(), 300U);
    }
    for (const char* axes : {"[16, 56, 55]", "[-2, 66, 64]", "[]", "[2000]", "[1.5, 2.5]", "[0]"})
        refusal(R"({"_class_name": "FluxTransformer2DModel", "axes_dims_rope": )" + std::string(axes) + "}");
}

/// Angles of transformers' DINOv3: 2 pi coordinate / period, periods 100^(j/16), coordinates 2 (i + 1/2)/14 - 1.
TEST(DinoV3, TurnsAPatchByAsMuchAsItsCoordinatesSay)
{
    const RotarySettings layer = onlyLayer(R"({"model_type": "dinov3_vit", "hidden_size": 384,
        "num_attention_heads": 6, "image_size": 224, "patch_size": 16, "rope_theta": 100.0})");
    ASSERT_EQ(layer.headDim, 64);
    const Eigen::VectorXd steps = theta(layer);
    const auto coordinate = [](int patch) {
        return 2.0 * (patch + 0.5) / 14.0 - 1.0;
    };
    for (int j = 0; j < 16; ++j) {
        const double period = std::pow(100.0, j / 16.0);
        const double turned = 2.0 * std::numbers::pi * (coordinate(9) - coordinate(2)) / period;
        EXPECT_NEAR(7.0 * steps[j], turned, 1e-12) << j;
        EXPECT_NEAR(7.0 * steps[16 + j], turned, 1e-12) << j;
    }
    EXPECT_EQ(axisNames(layer), (std::vector<std::string>{"h", "w"}));
}

TEST(NomicsOwnCode, GrowsWithTheTextByItsScalingFactor)
{
    const ModelFile file = read(R"({"model_type": "nomic_bert", "n_embd": 768, "n_head": 12, "n_positions": 8192,
        "max_trained_positions": 2048, "rotary_emb_base": 1000, "rotary_scaling_factor": 2})");
    const RotarySettings& layer = file.model.layers.front();
    EXPECT_EQ(layer.maximumContext, 2048);
    EXPECT_EQ(originOf(file, 0, "scheme.factor").text, "rotary_scaling_factor");
    EXPECT_NEAR(theta(layer, 8192)[1], std::pow(1000.0 * std::pow(7.0, 64.0 / 62.0), -2.0 / 64.0), 1e-14);
}

TEST(NoModel, IsRefusedAsWhatItIs)
{
    const std::pair<const char*, const char*> files[] = {
        {R"({"do_sample": true, "temperature": 0.6, "transformers_version": "4.42.3"})", "generation_config"},
        {R"({"metadata": {"total_size": 1}, "weight_map": {}})", "index"},
        {R"({"peft_type": "LORA", "base_model_name_or_path": "x"})", "adapter"},
        {R"({"tokenizer_class": "LlamaTokenizer", "model_max_length": 4096})", "tokenizer"},
        {R"({"image_processor_type": "ViTImageProcessor"})", "image processor"},
        {R"({"a": 1})", "no key of a model"},
        {"{}", "no key of a model"},
        {R"({"model_lib": "x", "temperature": 0.7})", "MLC"},
        {"version https://git-lfs.github.com/spec/v1\n", "LFS"},
        {"<html>", "HTML"},
        {"model_type: llama\n", "YAML"},
    };
    for (const auto& [text, name] : files)
        EXPECT_NE(refusal(text).message.find(name), std::string::npos) << text << ": " << refusal(text).message;
}

TEST(Formats, SurviveAnyValueOfAnyKey)
{
    const char* starts[] = {R"({"dim": 2048, "n_heads": 32, "use_scaled_rope": true)",
                            R"({"dim": 4096, "n_heads": 32, "hidden_dim": 8)",
                            R"({"dim": 2048, "n_heads": 16, "qk_rope_head_dim": 64, "qk_nope_head_dim": 128)",
                            R"({"rotary_base": 10000, "hidden_size": 4096, "num_attention_heads": 32)",
                            R"({"_class_name": "FluxTransformer2DModel")",
                            R"({"_class_name": "WanTransformer3DModel")",
                            R"({"model_type": "dinov3_vit", "hidden_size": 384, "num_attention_heads": 6)",
                            R"({"model_type": "nomic_bert", "rotary_scaling_factor": 2)",
                            R"({"quantization": "q", "model_config": {})"};
    const char* keys[] = {"dim",
                          "n_heads",
                          "yarn",
                          "rope_theta",
                          "rope_scaling_factor",
                          "rope_scaling",
                          "max_seq_len",
                          "original_seq_len",
                          "mscale",
                          "qk_rope_head_dim",
                          "seq_len_interpolation_factor",
                          "image_size",
                          "patch_size",
                          "axes_dims_rope",
                          "attention_head_dim",
                          "rope_max_seq_len",
                          "model_config",
                          "rotary_scaling_factor",
                          "max_trained_positions",
                          "rotary_percent",
                          "use_rope_scaling",
                          "head_dim",
                          "max_position_embeddings"};
    const char* values[] = {"null",      "0",    "-1", "0.1",    "1e30", "NaN",
                            "\"8\"",     "true", "[]", "[1, 2]", "{}",   R"({"factor": -1})",
                            "2147483648"};
    for (const char* start : starts)
        for (const char* key : keys)
            for (const char* value : values) {
                const std::string text = std::string(start) + ", \"" + key + "\": " + value + "}";
                const auto file = readConfigJson(text, "x");
                if (!file) {
                    EXPECT_LT(describe(file.error()).size(), 400U) << text;
                    continue;
                }
                for (const RotarySettings& layer : file->model.layers)
                    EXPECT_TRUE(scheduleOf(layer, 5000)->inverseFrequency.allFinite()) << text;
            }
}

} // namespace
} // namespace rope

#include "tests/core/schemes/reference_case.h"

#include "core/model/config/config_json.h"
#include "core/state/change.h"
#include "core/state/derived.h"

#include <cctype>
#include <map>

namespace rope {
namespace {

using testing::reference;
using testing::relativeError;
using testing::vectorIn;

/// The model_type of a transformers class: `Gemma3TextConfig` is gemma3_text.
std::string modelTypeOfClass(const std::string& configClass)
{
    static const std::map<std::string, std::string> irregular = {{"GPTNeoXConfig", "gpt_neox"},
                                                                 {"BitNetConfig", "bitnet"},
                                                                 {"ModernBertConfig", "modernbert"},
                                                                 {"NanoChatConfig", "nanochat"},
                                                                 {"StableLmConfig", "stablelm"},
                                                                 {"Qwen2VLTextConfig", "qwen2_vl_text"},
                                                                 {"DeepseekV4Config", "deepseek_v4"},
                                                                 {"MiMoV2FlashConfig", "mimo_v2_flash"},
                                                                 {"HunYuanDenseV1Config", "hunyuan_v1_dense"}};
    if (const auto found = irregular.find(configClass); found != irregular.end())
        return found->second;
    std::string type;
    for (const char c : configClass.substr(0, configClass.rfind("Config"))) {
        if (std::isupper(static_cast<unsigned char>(c)) != 0 && !type.empty())
            type += '_';
        type += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
    return type;
}

/// The case's config.json; a case that ran a class without naming its model_type gets that class's.
nlohmann::json configOf(const nlohmann::json& referenceCase)
{
    nlohmann::json config = referenceCase["config"];
    if (!config.contains("model_type"))
        config["model_type"] = modelTypeOfClass(referenceCase["source"].value("config_class", "LlamaConfig"));
    return config;
}

const RotarySettings& layerOf(const ModelFile& file, const nlohmann::json& referenceCase)
{
    const std::string wanted =
        referenceCase["layer_type"].is_string() ? referenceCase["layer_type"].get<std::string>() : "";
    for (const RotarySettings& layer : file.model.layers)
        if (layer.layerType == wanted)
            return layer;
    EXPECT_TRUE(wanted.empty()) << "no layer type " << wanted;
    return file.model.layers.front();
}

void expectPairing(const RotarySettings& layer, const std::string& pairing)
{
    const bool interleaved = pairing.starts_with("interleaved");
    EXPECT_EQ(layer.pairing, interleaved ? PairLayout::Interleaved : PairLayout::HalfSplit) << pairing;
    EXPECT_EQ(layer.negativeAngle, pairing.find("NEGATIVE") != std::string::npos);
    EXPECT_TRUE(layer.rotatesTail || pairing.find("LAST") == std::string::npos);
}

void expectCase(const nlohmann::json& referenceCase)
{
    SCOPED_TRACE(referenceCase["id"].get<std::string>());
    const auto file = readConfigJson(configOf(referenceCase).dump(), "case");
    ASSERT_TRUE(file.has_value()) << describe(file.error());
    const RotarySettings& layer = layerOf(*file, referenceCase);
    const double length = referenceCase["seq_len"].is_number() ? referenceCase["seq_len"].get<double>() : 0.0;
    const auto schedule = scheduleOf(layer, length);
    ASSERT_TRUE(schedule.has_value()) << describe(schedule.error());
    EXPECT_LE(relativeError(schedule->inverseFrequency, vectorIn(referenceCase["inv_freq_f64"])), 1e-12);
    EXPECT_NEAR(schedule->attentionFactor, referenceCase["attention_factor_f64"].get<double>(), 1e-12);
    if (referenceCase["validated"].get<bool>()) {
        EXPECT_LE(relativeError(schedule->inverseFrequency, vectorIn(referenceCase["inv_freq"])), 5e-7);
    }
    EXPECT_EQ(layer.headDim, referenceCase["head_dim"].get<int>());
    EXPECT_EQ(2 * schedule->inverseFrequency.size(),
              2 * static_cast<Eigen::Index>(referenceCase["inv_freq_f64"].size()));
    expectPairing(layer, referenceCase["pairing"]);
    EXPECT_TRUE(validate(file->model).has_value());
}

class EveryReferenceCase : public ::testing::TestWithParam<const char*> {};

TEST_P(EveryReferenceCase, HasTheFrequenciesOfTheReference)
{
    const nlohmann::json file = reference("inv_freq." + std::string(GetParam()) + ".json");
    int cases = 0;
    for (const nlohmann::json& referenceCase : file["cases"]) {
        expectCase(referenceCase);
        ++cases;
    }
    testing::expectEveryCase("inv_freq." + std::string(GetParam()) + ".json", cases);
}

INSTANTIATE_TEST_SUITE_P(File, EveryReferenceCase,
                         ::testing::Values("default", "dynamic", "linear", "llama3", "longrope", "ntk_static",
                                           "partial", "proportional", "yarn"),
                         [](const auto& scheme) { return std::string(scheme.param); });

} // namespace
} // namespace rope

#include "core/model/config/config_vision.h"

#include "core/model/inspection.h"
#include "core/state/axes.h"
#include "core/state/change.h"
#include "core/state/derived.h"
#include "tests/core/model/config/config_reading.h"

#include <cmath>

namespace rope {
namespace {

using testing::mentions;
using testing::read;
using testing::rowOf;

/// A model of several parts with a language model of 28 heads of 128 channels.
std::string seeing(const std::string& type, const std::string& vision)
{
    return R"({"model_type": ")" + type + R"(", "text_config": {"hidden_size": 3584, "num_attention_heads": 28,
        "head_dim": 128, "max_position_embeddings": 4096, "rope_theta": 1000000}, "vision_config": )" +
           vision + "}";
}

/// Hugging Face transformers 5.16, modeling_qwen2_vl.py and its kin: the head's halves turn together, the first half of
/// the pairs by the row and the second by the column, each theta_j = 10000^(-2j / (d/2)).
TEST(VisionTowers, OfQwenTurnByRowAndColumn)
{
    for (const char* type :
         {"qwen2_5_vl", "qwen3_vl", "qwen3_vl_moe", "qwen3_5", "glm4v", "glm4v_moe", "video_llama_3", "paddleocr_vl"}) {
        const ModelFile file = read(seeing(type, R"({"hidden_size": 1280, "num_heads": 16,
            "num_attention_heads": 16, "depth": 2})"));
        ASSERT_FALSE(file.model.layers.empty());
        const RotarySettings& tower = file.model.layers.back();
        ASSERT_EQ(tower.layerType, visionPart) << type;
        EXPECT_EQ(tower.headDim, 80);
        EXPECT_EQ(tower.pairing, PairLayout::HalfSplit);
        EXPECT_EQ(tower.axisRule, AxisRule::Axial2D);
        const Eigen::VectorXd theta = scheduleOf(tower, 0)->inverseFrequency;
        ASSERT_EQ(theta.size(), 40);
        for (Eigen::Index j = 0; j < 20; ++j) {
            EXPECT_NEAR(theta[j], std::pow(10000.0, -static_cast<double>(j) / 20.0), 1e-15) << type;
            EXPECT_EQ(theta[j + 20], theta[j]);
        }
        EXPECT_EQ(file.parts.back().layers, (std::vector{0, 1}));
        EXPECT_EQ(originOf(file, file.parts.size() - 1, "head_dim").text,
                  "vision_config.hidden_size / vision_config.num_attention_heads");
        EXPECT_TRUE(validate(file.model).has_value());
    }
}

TEST(VisionTowers, OfQwen2HaveTheirWidthUnderEmbedDim)
{
    const ModelFile file = read(seeing("qwen2_vl", R"({"model_type": "qwen2_vl", "embed_dim": 1280, "hidden_size": 3584,
        "num_heads": 16})"));
    EXPECT_EQ(file.model.layers.back().headDim, 80);
    EXPECT_EQ(file.model.layers.front().headDim, 128);
}

TEST(VisionTowers, OfPixtralAndLlama4HaveGridsOfTheirOwn)
{
    const RotarySettings pixtral = read(seeing("mistral3", R"({"model_type": "pixtral", "hidden_size": 1024,
        "num_attention_heads": 16, "head_dim": 64, "image_size": 1540, "patch_size": 14, "rope_parameters":
        {"rope_theta": 5000, "rope_type": "default"}})"))
                                       .model.layers.back();
    EXPECT_EQ(pixtral.base, 5000.0);
    EXPECT_EQ(pixtral.axisRule, AxisRule::Axial2DOneLadder);
    EXPECT_EQ(pixtral.maximumContext, 110);
    const RotarySettings llama = read(seeing("llama4", R"({"model_type": "llama4_vision_model", "hidden_size": 1408,
        "num_attention_heads": 16, "image_size": 336, "patch_size": 14})"))
                                     .model.layers.back();
    EXPECT_EQ(llama.axisRule, AxisRule::Axial2DWidthFirst);
    EXPECT_EQ(llama.pairing, PairLayout::Interleaved);
    EXPECT_EQ(llama.headDim, 88);
    EXPECT_EQ(llama.maximumContext, 24);
}

TEST(VisionTowers, ThatDoNotTurnAreNamed)
{
    const ModelFile file = read(seeing("gemma3", R"({"model_type": "siglip_vision_model", "hidden_size": 1152})"));
    const KeyReport* row = rowOf(file, "vision_config.model_type");
    ASSERT_NE(row, nullptr);
    EXPECT_NE(row->decided.find("does not rotate"), std::string::npos);
    EXPECT_NE(file.model.layers.back().layerType, visionPart);
    const ModelFile gemma = read(seeing("gemma4", R"({"model_type": "gemma4_vision", "head_dim": 64})"));
    EXPECT_TRUE(mentions(gemma.warnings, "each half of its heads by itself"));
}

TEST(VisionTowers, ThatDoNotFitTogetherOrThatNobodyKnowsLeaveTheLanguageModelAsItIs)
{
    const ModelFile odd = read(seeing("qwen2_5_vl", R"({"hidden_size": 1281, "num_heads": 61})"));
    EXPECT_EQ(odd.model.layers.size(), 1U);
    EXPECT_TRUE(mentions(odd.warnings, "vision tower is left out"));
    const ModelFile wrong = read(seeing("qwen2_5_vl", R"({"hidden_size": "wide"})"));
    EXPECT_TRUE(mentions(wrong.warnings, "vision_config.hidden_size"));
    const ModelFile strange = read(seeing("llava", R"({"model_type": "new_tower", "rope_theta": 100})"));
    EXPECT_EQ(strange.model.layers.size(), 1U);
    EXPECT_TRUE(mentions(strange.warnings, "vision_config.rope_theta"));
}

} // namespace
} // namespace rope

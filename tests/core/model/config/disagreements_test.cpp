#include "core/model/config/disagreements.h"

#include "tests/core/model/config/config_reading.h"

namespace rope {
namespace {

using testing::llama;
using testing::read;

bool disagrees(const ModelFile& file, const std::string& key, const std::string& part)
{
    return std::ranges::any_of(file.disagreements, [&](const Disagreement& d) {
        return d.key == key && d.message.find(part) != std::string::npos;
    });
}

TEST(Disagreements, OnTruncateAreThoseOfGptOss)
{
    const ModelFile file = read(R"({"model_type": "gpt_oss", "head_dim": 64, "max_position_embeddings": 131072,
        "rope_theta": 150000, "rope_scaling": {"rope_type": "yarn", "factor": 32.0, "beta_fast": 32.0, "beta_slow": 1.0,
        "truncate": false, "original_max_position_embeddings": 4096}})");
    EXPECT_TRUE(disagrees(file, "rope_scaling.truncate", "pair 17 differs most, 0.000129319 against 0.000227948"));
}

TEST(Disagreements, OnTheAttentionFactorNameBothValues)
{
    const std::string start =
        R"("rope_scaling": {"rope_type": "yarn", "factor": 4, "original_max_position_embeddings": 1024, )";
    EXPECT_TRUE(
        disagrees(read(llama(start + R"("attention_factor": 0.8})")), "rope_scaling.attention_factor", "1.13863"));
    EXPECT_TRUE(
        disagrees(read(llama(start + R"("attn_factor": 0.8782488562869419})")), "rope_scaling.attn_factor", "gets 1."));
    EXPECT_TRUE(disagrees(read(llama(start + R"("mscale": 0.707})")), "rope_scaling.mscale", "1.09801"));
    EXPECT_TRUE(
        disagrees(read(llama(start + R"("mscale": 1, "mscale_all_dim": 1})")), "rope_scaling.mscale", "1.13863"));
    EXPECT_TRUE(read(llama(start + R"("attention_factor": 1.138629436111989})")).disagreements.empty());
}

TEST(Disagreements, OnDynamicAndLongropeAreTold)
{
    EXPECT_TRUE(disagrees(read(llama(R"("rope_scaling": {"type": "dynamic", "factor": 2})")), "rope_scaling.factor",
                          "llama.cpp has no dynamic scaling"));
    EXPECT_TRUE(disagrees(read(llama(R"("head_dim": 4, "original_max_position_embeddings": 1024, "rope_scaling":
        {"type": "longrope", "short_factor": [1, 1], "long_factor": [1, 8]})")),
                          "rope_scaling.long_factor", "pair 1"));
}

TEST(Disagreements, DoNotExistForPlainModels)
{
    EXPECT_TRUE(read(llama("")).disagreements.empty());
}

} // namespace
} // namespace rope

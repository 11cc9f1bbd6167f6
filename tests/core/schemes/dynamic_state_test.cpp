#include "core/schemes/dynamic_state.h"

#include "core/schemes/registry.h"
#include "tests/core/schemes/reference_case.h"

namespace rope {
namespace {

using testing::readReference;
using testing::relativeError;
using testing::vectorOf;

TEST(DynamicServer, KeepsTheGrownBaseUntilAShorterCallAsTransformersDoes)
{
    const nlohmann::json file = readReference("stateful.json");
    const nlohmann::json& hysteresis = file["cases"][0];
    const double maximum = hysteresis["max_position_embeddings"];
    double cached = maximum;
    for (const nlohmann::json& call : hysteresis["calls"]) {
        cached = nextCachedLength(cached, call["seq_len"], maximum);
        EXPECT_EQ(cached, call["max_seq_len_cached"].get<double>());
        const auto schedule = findScheme("dynamic")->schedule({.headDim = hysteresis["head_dim"],
                                                               .rotaryDim = hysteresis["head_dim"],
                                                               .base = 10000.0,
                                                               .originalContext = maximum,
                                                               .maximumContext = maximum,
                                                               .sequenceLength = cached,
                                                               .parameters = {{"factor", 2.0}},
                                                               .shortFactors = {},
                                                               .longFactors = {}});
        EXPECT_LE(relativeError(schedule->inverseFrequency, vectorOf(call["inv_freq"])), 5e-7);
    }
    std::cout << hysteresis["calls"].size() << " calls\n";
}

TEST(SoftmaxScale, OfLatentAttentionIsThatOfTheReference)
{
    const nlohmann::json file = readReference("stateful.json");
    for (const nlohmann::json& one : file["softmax_scale"]) {
        const double allDim = one["mscale_all_dim"].is_number() ? one["mscale_all_dim"].get<double>() : 0.0;
        const auto schedule = findScheme("yarn")->schedule({.headDim = one["qk_head_dim"],
                                                            .rotaryDim = 64,
                                                            .base = 10000.0,
                                                            .originalContext = 4096,
                                                            .maximumContext = 163840,
                                                            .sequenceLength = 0,
                                                            .parameters = {{"factor", one["factor"].get<double>()},
                                                                           {"mscale", allDim},
                                                                           {"mscale_all_dim", allDim},
                                                                           {"mla_softmax_scale", 1.0}},
                                                            .shortFactors = {},
                                                            .longFactors = {}});
        const double scale = schedule->softmaxScaleFactor / std::sqrt(one["qk_head_dim"].get<double>());
        EXPECT_NEAR(scale, one["softmax_scale"].get<double>(), 1e-15);
        EXPECT_NEAR(schedule->attentionFactor, one["cos_sin_attention_factor"].get<double>(), 1e-15);
    }
}

} // namespace
} // namespace rope

#include "core/schemes/dynamic_state.h"

#include "core/schemes/registry.h"
#include "tests/core/schemes/reference_case.h"

#include <set>

namespace rope {
namespace {

using testing::reference;
using testing::relativeError;
using testing::vectorIn;

TEST(DynamicServer, EveryCaseOfTheReferenceIsHeld)
{
    const nlohmann::json file = reference("stateful.json");
    std::set<std::string> ids;
    for (const nlohmann::json& one : file["cases"])
        ids.insert(one["id"]);
    EXPECT_EQ(ids, (std::set<std::string>{"dynamic.hysteresis", "longrope.per_layer_bug"}));
    testing::expectEveryCase("stateful.json", static_cast<int>(ids.size()));
}

TEST(DynamicServer, HoldsTheLongListOnASecondLongCallWhereTransformersFails)
{
    const nlohmann::json calls = reference("stateful.json")["cases"][1]["log"];
    ScheduleInput input{
        .originalContext = 4096, .maximumContext = 131072, .parameters = {}, .shortFactors = {}, .longFactors = {}};
    input.shortFactors.assign(64, 2.0);
    input.longFactors.assign(64, 5.0);
    for (const nlohmann::json& call : calls) {
        input.sequenceLength = call[0];
        const auto schedule = findScheme("longrope")->schedule(input);
        ASSERT_TRUE(schedule.has_value());
        EXPECT_DOUBLE_EQ(schedule->inverseFrequency[0], input.sequenceLength > 4096 ? 0.2 : 0.5);
    }
}

TEST(DynamicServer, KeepsTheGrownBaseUntilAShorterCallAsTransformersDoes)
{
    const nlohmann::json file = reference("stateful.json");
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
        EXPECT_LE(relativeError(schedule->inverseFrequency, vectorIn(call["inv_freq"])), 5e-7);
    }
}

TEST(SoftmaxScale, OfLatentAttentionIsThatOfTheReference)
{
    const nlohmann::json file = reference("stateful.json");
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

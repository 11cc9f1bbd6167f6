#include "core/rotation/rotation.h"
#include "core/schemes/registry.h"
#include "core/schemes/support.h"
#include "tests/core/reference.h"

#include <cmath>

namespace rope {
namespace {

using testing::matrixIn;

/// ggml's parameters in our terms: freq_scale is 1/s, attn multiplies the computed attention factor.
Schedule yarnOf(const nlohmann::json& one)
{
    const nlohmann::json& parameters = one["params"];
    const double factor = 1.0 / parameters["freq_scale"].get<double>();
    const double attention = parameters["attn"].get<double>() * (0.1 * std::log(factor) + 1.0);
    return findScheme("yarn")
        ->schedule({.headDim = one["ne0"],
                    .rotaryDim = one["n_dims"],
                    .base = parameters["freq_base"],
                    .originalContext = parameters["n_ctx_orig"],
                    .maximumContext = parameters["n_ctx_orig"],
                    .sequenceLength = 0,
                    .parameters = {{"factor", factor},
                                   {"beta_fast", parameters["bf"].get<double>()},
                                   {"beta_slow", parameters["bs"].get<double>()},
                                   {"attention_factor", attention}},
                    .shortFactors = {},
                    .longFactors = {}})
        .value();
}

/// ggml's ext_factor says how much of the ramp acts: at 0 every pair is divided by s.
Schedule mixedYarnOf(const nlohmann::json& one)
{
    Schedule schedule = yarnOf(one);
    const double share = one["params"]["ext"];
    const Eigen::VectorXd ramp = 1.0 - share * (1.0 - schedule.ramp.array());
    schedule.inverseFrequency = blendByRamp(schedule.unscaled, ramp, 1.0 / one["params"]["freq_scale"].get<double>());
    return schedule;
}

/// Without a ramp: freq_scale = 1/s, freq_factors divide theta_j, attn is the attention factor.
Schedule plainOf(const nlohmann::json& one)
{
    const nlohmann::json& parameters = one["params"];
    Schedule schedule = findScheme("linear")
                            ->schedule({.headDim = one["ne0"],
                                        .rotaryDim = one["n_dims"],
                                        .base = parameters["freq_base"],
                                        .parameters = {{"factor", 1.0 / parameters["freq_scale"].get<double>()}},
                                        .shortFactors = {},
                                        .longFactors = {}})
                            .value();
    if (!one["freq_factors"].is_null())
        schedule.inverseFrequency = schedule.inverseFrequency.cwiseQuotient(testing::vectorIn(one["freq_factors"]));
    schedule.attentionFactor = parameters["attn"];
    return schedule;
}

TEST(Ggml, EveryCaseOfItsRopeOperatorIsTurnedAlike)
{
    int cases = 0;
    for (const nlohmann::json& one : testing::referenceCases("ggml_op.json")) {
        SCOPED_TRACE(one["id"].get<std::string>());
        const Schedule schedule = one["params"]["ext"] == 0.0 ? plainOf(one) : mixedYarnOf(one);
        const auto positions = one["positions"].get<std::vector<std::int64_t>>();
        const PairLayout layout = one["mode"] == "neox" ? PairLayout::HalfSplit : PairLayout::Interleaved;
        const RowMatrix turned =
            rotateRows(matrixIn(one["x"]), positions, schedule.inverseFrequency, layout, schedule.attentionFactor);
        // ggml's float32 error is recorded to the last digit, so ours must leave exactly that much.
        const double left = (turned - matrixIn(one["y_ggml_f32"])).cwiseAbs().maxCoeff();
        EXPECT_NEAR(left, one["max_abs_err"].get<double>(), 1e-9);
        ++cases;
    }
    testing::expectEveryCase("ggml_op.json", cases);
}

} // namespace
} // namespace rope

#include "core/rotation.h"
#include "core/schemes/registry.h"
#include "tests/core/schemes/reference_case.h"

#include <cmath>

namespace rope {
namespace {

using testing::readReference;
using testing::vectorOf;

RowMatrix matrixOf(const nlohmann::json& rows)
{
    RowMatrix matrix(static_cast<Eigen::Index>(rows.size()), static_cast<Eigen::Index>(rows[0].size()));
    for (Eigen::Index r = 0; r < matrix.rows(); ++r)
        matrix.row(r) = vectorOf(rows[static_cast<std::size_t>(r)]).transpose();
    return matrix;
}

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

TEST(Yarn, TurnsAsGgmlDoes)
{
    const nlohmann::json file = readReference("ggml_op.json");
    int compared = 0;
    for (const nlohmann::json& one : file["cases"]) {
        const bool isWholeYarn = one["params"]["ext"] == 1.0;
        if (!isWholeYarn)
            continue;
        SCOPED_TRACE(one["id"].get<std::string>());
        const Schedule schedule = yarnOf(one);
        const auto positions = one["positions"].get<std::vector<std::int64_t>>();
        const PairLayout layout = one["mode"] == "neox" ? PairLayout::HalfSplit : PairLayout::Interleaved;
        const RowMatrix turned =
            rotateRows(matrixOf(one["x"]), positions, schedule.inverseFrequency, layout, schedule.attentionFactor);
        // ggml's float32 error is recorded to the last digit, so ours must leave exactly that much.
        const double left = (turned - matrixOf(one["y_ggml_f32"])).cwiseAbs().maxCoeff();
        EXPECT_NEAR(left, one["max_abs_err"].get<double>(), 1e-9);
        ++compared;
    }
    EXPECT_EQ(compared, 12);
    std::cout << compared << " yarn cases of ggml\n";
}

} // namespace
} // namespace rope

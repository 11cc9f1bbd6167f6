#include "core/views/proof_scene.h"

#include "core/state/change.h"
#include "core/state/derived.h"
#include "core/views/live_numbers.h"

#include <cmath>
#include <gtest/gtest.h>

namespace rope {
namespace {

ExplorerState yarnState(double headDim)
{
    const auto state = withChange({}, SetValues{{{"model.head_dim", headDim}, {"model.scheme", std::string("yarn")}}});
    EXPECT_TRUE(state.has_value());
    return *state;
}

ProofScene sceneOf(const ExplorerState& state, int pair)
{
    const auto [query, key, keeps] = state.positions;
    return proofScene(state, turnedPair(state, activeSchedule(state), pair, query, key));
}

TEST(ProofScene, ScoresHoldTheSchemesFactors)
{
    const ExplorerState state = yarnState(128);
    const double factor = std::pow(0.1 * std::log(4.0) + 1.0, 2); // the attention factor of factor 4, squared
    for (int pair = 0; pair < 64; pair += 9) {
        const ProofScene scene = sceneOf(state, pair);
        EXPECT_NEAR(scene.scoreFactor, factor, 1e-12);
        const auto& [query, key] = std::pair{scene.pair.turnedQuery, scene.pair.turnedKey};
        const double product = query.first() * key.first() + query.second() * key.second();
        EXPECT_NEAR(scene.proof.scoreOfTurned, product / std::sqrt(128.0), 1e-12);
        EXPECT_NEAR(scene.proof.scoreOfOffset, scene.proof.scoreOfTurned, 1e-12);
        EXPECT_NEAR(scene.further.scoreOfTurned, scene.proof.scoreOfTurned, 1e-12);
    }
}

TEST(ProofScene, PartsOfAllPairsAddUpToTheLiveScore)
{
    const ExplorerState state = yarnState(32);
    double sum = 0.0;
    for (int pair = 0; pair < pairCount(state); ++pair)
        sum += sceneOf(state, pair).proof.scoreOfTurned;
    EXPECT_NEAR(sum, liveNumbers(state).rotatedScore, 1e-12);
    EXPECT_EQ(sceneOf({}, 0).scoreFactor, 1.0);
}

} // namespace
} // namespace rope

#include "core/state/derived.h"

#include "core/schemes/registry.h"
#include "core/state/change.h"

#include <cmath>

namespace rope {

namespace {

ExplorerState variedState()
{
    ExplorerState state;
    for (int pair = 0; pair < 64; ++pair)
        state.pairs.push_back({1.0 + 0.01 * pair, 0.3 * pair, 2.0 - 0.02 * pair, -0.1 * pair});
    return state;
}

double rotatedScoreOf(const ExplorerState& state)
{
    const RotarySettings& rotary = activeRotary(state);
    const Schedule schedule = activeSchedule(state);
    return rotatedScore(rotaryFirst(queryVector(state), rotary), rotaryFirst(keyVector(state), rotary),
                        state.positions.query, state.positions.key, signedFrequencies(rotary, schedule), rotary.pairing,
                        schedule.attentionFactor, scoreScale(state, schedule));
}

} // namespace

TEST(Derived, BothSidesOfTheScoreAgreeInEveryLayoutAndScheme)
{
    for (const Scheme* scheme : schemes())
        for (const PairLayout pairing : {PairLayout::HalfSplit, PairLayout::Interleaved})
            for (const bool tail : {false, true})
                for (const bool negative : {false, true}) {
                    ExplorerState state =
                        withChange(variedState(), SetValue{"model.scheme", std::string(scheme->id)}).value();
                    RotarySettings& rotary = activeRotary(state);
                    rotary.pairing = pairing;
                    rotary.rotatesTail = tail;
                    rotary.negativeAngle = negative;
                    state = withChange(state, SetValue{"model.rotary_dim", 96.0}).value_or(state);
                    const std::int64_t offset = state.positions.key - state.positions.query;
                    EXPECT_NEAR(rotatedScoreOf(state), scoreAt(activeScore(state), offset), 1e-11) << scheme->id;
                }
}

TEST(Derived, AQueryOfUnitPairsHasNormRootOfPairs)
{
    EXPECT_NEAR(queryVector({}).norm(), 8.0, 1e-12);
    EXPECT_NEAR(scoreAt(activeScore({}), 0), 64.0 / std::sqrt(128.0), 1e-12);
}

TEST(Derived, TheProductIsTheScoreTimesRootD)
{
    ExplorerState product = variedState();
    product.sequence.quantity = Quantity::Product;
    EXPECT_NEAR(scoreAt(activeScore(product), -7), scoreAt(activeScore(variedState()), -7) * std::sqrt(128.0), 1e-10);
}

TEST(Derived, ALayerWithoutRotationScoresTheSameAtEveryOffset)
{
    ExplorerState state = variedState();
    activeRotary(state).rotates = false;
    EXPECT_DOUBLE_EQ(scoreAt(activeScore(state), 0), scoreAt(activeScore(state), 12345));
}

} // namespace rope

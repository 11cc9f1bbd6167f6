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

/// Settings that no slider reaches, but a file may hold.
TEST(Derived, NumbersThatNoPhaseCanBeMadeOfAreRefusedInEveryScheme)
{
    for (const Scheme* scheme : schemes())
        for (const Parameter& parameter : scheme->parameters)
            for (const double value : {5e-324, 1e-300, 1e-20, 1e20, 1e300, -1e300}) {
                RotarySettings rotary;
                rotary.scheme = scheme->id;
                rotary.parameters[std::string(parameter.id)] = value;
                for (const double length : {0.0, 1e7}) {
                    const Result<Schedule> schedule = scheduleOf(rotary, length);
                    if (!schedule)
                        continue;
                    SCOPED_TRACE(rotary.scheme + " " + std::string(parameter.id) + " " + std::to_string(value));
                    EXPECT_TRUE((schedule->inverseFrequency.array() >= 0.0).all());
                    EXPECT_LE(schedule->inverseFrequency.maxCoeff(), 1e9);
                    EXPECT_LE(std::abs(schedule->attentionFactor), 1e6);
                    EXPECT_LE(std::abs(schedule->softmaxScaleFactor), 1e6);
                }
            }
}

TEST(Derived, AListOfDivisorsIsRefusedAtEveryLengthOrAtNone)
{
    RotarySettings rotary;
    rotary.scheme = "longrope";
    rotary.shortFactors.assign(static_cast<std::size_t>(rotary.rotaryDim / 2), 1.0);
    rotary.longFactors.assign(static_cast<std::size_t>(rotary.rotaryDim / 2), 1e-300);
    for (const double length : {0.0, 1e7}) {
        EXPECT_FALSE(scheduleOf(rotary, length));
    }
}

TEST(Derived, ALayerWithoutRotationScoresTheSameAtEveryOffset)
{
    ExplorerState state = variedState();
    activeRotary(state).rotates = false;
    EXPECT_DOUBLE_EQ(scoreAt(activeScore(state), 0), scoreAt(activeScore(state), 12345));
}

} // namespace rope

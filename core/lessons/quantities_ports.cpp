#include "core/lessons/quantity_tables.h"
#include "core/rotation/layout.h"
#include "core/rotation/multi_axis.h"
#include "core/state/derived.h"

#include <array>
#include <cmath>

namespace rope {
namespace {

using State = const ShownState&;
using Argument = std::int64_t;

PairLayout other(PairLayout layout)
{
    return layout == PairLayout::HalfSplit ? PairLayout::Interleaved : PairLayout::HalfSplit;
}

/// The channels of q and k that turn, and how.
struct TurningChannels {
    Eigen::VectorXd query;
    Eigen::VectorXd key;
    Eigen::VectorXd inverseFrequency;
    PairLayout layout;
};

TurningChannels turningChannels(const ExplorerState& state)
{
    const RotarySettings& rotary = activeRotary(state);
    Eigen::VectorXd frequencies = signedFrequencies(rotary, activeSchedule(state));
    const Eigen::Index channels = 2 * frequencies.size();
    return {rotaryFirst(queryVector(state), rotary).head(channels),
            rotaryFirst(keyVector(state), rotary).head(channels), std::move(frequencies), rotary.pairing};
}

/// Largest change of a channel of the turned query when a port takes the other convention of pairs.
double otherPairingChange(const ExplorerState& state)
{
    const TurningChannels t = turningChannels(state);
    return (rotate(t.query, state.positions.query, t.inverseFrequency, t.layout) -
            rotate(t.query, state.positions.query, t.inverseFrequency, other(t.layout)))
        .cwiseAbs()
        .maxCoeff();
}

/// The same after the channels were put into the other convention's order, turned there and put back.
double reorderedDifference(const ExplorerState& state)
{
    const TurningChannels t = turningChannels(state);
    const auto size = static_cast<int>(t.query.size());
    const std::vector<int> there = layoutPermutation(t.layout, other(t.layout), size, size);
    const std::vector<int> back = layoutPermutation(other(t.layout), t.layout, size, size);
    const Eigen::VectorXd ported =
        permute(rotate(permute(t.query, there), state.positions.query, t.inverseFrequency, other(t.layout)), back);
    return (rotate(t.query, state.positions.query, t.inverseFrequency, t.layout) - ported).cwiseAbs().maxCoeff();
}

MixReport mixed(const ExplorerState& state, std::int64_t shift)
{
    const TurningChannels t = turningChannels(state);
    return mixConventions(t.query, t.key, state.positions.query, state.positions.key, shift, t.inverseFrequency,
                          t.layout);
}

std::int64_t offsetOf(const ExplorerState& state)
{
    return state.positions.key - state.positions.query;
}

/// A cache drops its first `shift` tokens and counts anew; the keys it holds keep the rotation of their old places.
double staleKeyChange(const ExplorerState& state, std::int64_t shift)
{
    return std::abs(scoreAt(activeScore(state), offsetOf(state) + shift) -
                    scoreAt(activeScore(state), offsetOf(state)));
}

/// The same with each cached key turned back by `shift`: how far it is from a key turned to its new place at once.
double turnedBackDifference(const ExplorerState& state, std::int64_t shift)
{
    const TurningChannels t = turningChannels(state);
    const Eigen::VectorXd cached = rotate(t.key, state.positions.key, t.inverseFrequency, t.layout);
    return (rotate(cached, -shift, t.inverseFrequency, t.layout) -
            rotate(t.key, state.positions.key - shift, t.inverseFrequency, t.layout))
        .cwiseAbs()
        .maxCoeff();
}

using Place = std::array<std::int64_t, 3>; ///< time, height, width

/// Product of q at one place and k at another, the pairs dealt to three axes in turn.
double productOnAxes(const TurningChannels& t, const Place& query, const Place& key)
{
    std::vector<int> axes(static_cast<std::size_t>(t.inverseFrequency.size()));
    for (std::size_t pair = 0; pair < axes.size(); ++pair)
        axes[pair] = static_cast<int>(pair % 3);
    return rotateAxes(t.query, query, axes, t.inverseFrequency, t.layout)
        .dot(rotateAxes(t.key, key, axes, t.inverseFrequency, t.layout));
}

constexpr Place here = {5, 2, 3};
constexpr Place there = {5, 0, 4};

/// Change of the product when both patches move by the same steps on every axis.
double axesShiftChange(const ExplorerState& state)
{
    const TurningChannels t = turningChannels(state);
    return std::abs(
        productOnAxes(t, {here[0] + 10, here[1] + 20, here[2] + 30}, {there[0] + 10, there[1] + 20, there[2] + 30}) -
        productOnAxes(t, here, there));
}

/// Change of the product when the key alone moves down by some patches.
double axesKeyChange(const ExplorerState& state, std::int64_t steps)
{
    const TurningChannels t = turningChannels(state);
    return std::abs(productOnAxes(t, here, {there[0], there[1] + steps, there[2]}) - productOnAxes(t, here, there));
}

} // namespace

std::vector<LiveQuantity> portQuantities()
{
    using enum QuantityArgument;
    return {
        {"other_pairing_change", "largest change of a channel of the turned q with the other pairing", "", 3,
         [](State s, Argument) -> Result<double> {
             return otherPairingChange(s);
         }},
        {"reordered_difference", "difference after reordering, turning and putting back", "", 3,
         [](State s, Argument) -> Result<double> {
             return reorderedDifference(s);
         }},
        {"mixed_norm_ratio", "length of q turned with mixed conventions over its length", "", 3,
         [](State s, Argument) -> Result<double> {
             return mixed(s, 0).normRatio;
         }},
        {"mixed_score_change", "change of the mixed product when both positions move", "", 3,
         [](State s, Argument shift) -> Result<double> { return std::abs(mixed(s, shift).scoreShift); }, Tokens},
        {"stale_key_change", "change of the score when cached keys keep their old places", "", 3,
         [](State s, Argument shift) -> Result<double> { return staleKeyChange(s, shift); }, Tokens},
        {"turned_back_difference", "cached key turned back against one turned to its new place", "", 3,
         [](State s, Argument shift) -> Result<double> { return turnedBackDifference(s, shift); }, Tokens},
        {"image_tokens", "patches of an image of n rows and n + 1 columns", "tokens", 0,
         [](State, Argument n) -> Result<double> { return static_cast<double>(n) * static_cast<double>(n + 1); },
         Tokens},
        {"image_positions", "positions that such an image takes in M-RoPE", "positions", 0,
         [](State, Argument n) -> Result<double> { return static_cast<double>(n + 1); }, Tokens},
        {"axes_shift_change", "change of the product when both patches move on every axis", "", 3,
         [](State s, Argument) -> Result<double> {
             return axesShiftChange(s);
         }},
        {"axes_key_change", "change of the product when the key alone moves down", "", 3,
         [](State s, Argument steps) -> Result<double> { return axesKeyChange(s, steps); }, Tokens},
    };
}

} // namespace rope

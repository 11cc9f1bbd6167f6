#include "core/lessons/quantity_tables.h"

#include "core/state/derived.h"

#include <cmath>
#include <numbers>

namespace rope {
namespace {

constexpr double degrees = 180.0 / std::numbers::pi;

std::int64_t offsetOf(const ExplorerState& state)
{
    return state.positions.key - state.positions.query;
}

/// What both sides of the score are computed from: q and k in the order that rotate() expects, and how they turn.
struct Turning {
    Eigen::VectorXd query;
    Eigen::VectorXd key;
    Eigen::VectorXd inverseFrequency;
    PairLayout layout;
    double attentionFactor;
    double scale;
};

Turning turningOf(const ExplorerState& state)
{
    const RotarySettings& rotary = activeRotary(state);
    const Schedule schedule = activeSchedule(state);
    return {rotaryFirst(queryVector(state), rotary),
            rotaryFirst(keyVector(state), rotary),
            signedFrequencies(rotary, schedule),
            rotary.pairing,
            schedule.attentionFactor,
            scoreScale(state, schedule)};
}

double scoreOfTurned(const ExplorerState& state, std::int64_t shift)
{
    const Turning turning = turningOf(state);
    return rotatedScore(turning.query, turning.key, state.positions.query + shift, state.positions.key + shift,
                        turning.inverseFrequency, turning.layout, turning.attentionFactor, turning.scale);
}

double thetaOf(const ExplorerState& state, std::int64_t pair)
{
    return signedFrequencies(activeRotary(state), activeSchedule(state))[pair];
}

double phaseDegrees(const ExplorerState& state, std::int64_t position, std::int64_t pair)
{
    return degrees * phase(position, thetaOf(state, pair));
}

/// The highlighted pair's two channels of a head vector.
Eigen::Vector2d pairOf(const Eigen::VectorXd& x, const ExplorerState& state, std::int64_t pair)
{
    const RotarySettings& rotary = activeRotary(state);
    const PairChannels channels = pairChannels(rotary.pairing, rotary.rotaryDim, static_cast<int>(pair));
    return {x[channels.first], x[channels.second]};
}

/// From the turned query to the turned key of one pair, in (-180, 180].
double angleBetween(const ExplorerState& state, std::int64_t pair)
{
    const Turning turning = turningOf(state);
    const Eigen::Vector2d q =
        pairOf(rotate(turning.query, state.positions.query, turning.inverseFrequency, turning.layout), state, pair);
    const Eigen::Vector2d k =
        pairOf(rotate(turning.key, state.positions.key, turning.inverseFrequency, turning.layout), state, pair);
    return degrees * std::atan2(q.x() * k.y() - q.y() * k.x(), q.dot(k));
}

double turnedNorm(const ExplorerState& state, bool query)
{
    const Turning turning = turningOf(state);
    const Eigen::VectorXd& x = query ? turning.query : turning.key;
    const std::int64_t position = query ? state.positions.query : state.positions.key;
    return rotate(x, position, turning.inverseFrequency, turning.layout, turning.attentionFactor).norm();
}

using State = const ShownState&;
using Argument = std::int64_t;

} // namespace

std::vector<LiveQuantity> rotationQuantities()
{
    using enum QuantityArgument;
    return {
        {"query_position", "query position m", "", 0,
         [](State s, Argument) -> Result<double> {
             return static_cast<double>(s.positions.query);
         }},
        {"key_position", "key position n", "", 0,
         [](State s, Argument) -> Result<double> {
             return static_cast<double>(s.positions.key);
         }},
        {"offset", "offset n \u2212 m", "", 0,
         [](State s, Argument) -> Result<double> {
             return static_cast<double>(offsetOf(s));
         }},
        {"distance", "distance |n \u2212 m|", "tokens", 0,
         [](State s, Argument) -> Result<double> {
             return static_cast<double>(std::abs(offsetOf(s)));
         }},
        {"phase_query_degrees", "phase of the query", "\u00B0", 1,
         [](State s, Argument pair) -> Result<double> { return phaseDegrees(s, s.positions.query, pair); }, Pair},
        {"phase_key_degrees", "phase of the key", "\u00B0", 1,
         [](State s, Argument pair) -> Result<double> { return phaseDegrees(s, s.positions.key, pair); }, Pair},
        {"phase_offset_degrees", "phase of the offset", "\u00B0", 1,
         [](State s, Argument pair) -> Result<double> { return phaseDegrees(s, offsetOf(s), pair); }, Pair},
        {"pair_phase_error_degrees", "angle by which the pair differs from offset 0", "\u00B0", 2,
         [](State s, Argument pair) -> Result<double> { return std::abs(phaseDegrees(s, offsetOf(s), pair)); }, Pair},
        {"query_turns", "turns of the query", "turns", 2,
         [](State s, Argument pair) -> Result<double> {
             return static_cast<double>(s.positions.query) * thetaOf(s, pair) / (2.0 * std::numbers::pi);
         },
         Pair},
        {"angle_between_degrees", "angle from the turned query to the turned key", "\u00B0", 1,
         [](State s, Argument pair) -> Result<double> { return angleBetween(s, pair); }, Pair},
        {"norm_q", "length of q", "", 3,
         [](State s, Argument) -> Result<double> {
             return queryVector(s).norm();
         }},
        {"norm_k", "length of k", "", 3,
         [](State s, Argument) -> Result<double> {
             return keyVector(s).norm();
         }},
        {"norm_rotated_q", "length of the turned q", "", 3,
         [](State s, Argument) -> Result<double> {
             return turnedNorm(s, true);
         }},
        {"norm_rotated_k", "length of the turned k", "", 3,
         [](State s, Argument) -> Result<double> {
             return turnedNorm(s, false);
         }},
        {"norm_difference", "change of q's length by turning", "", 3,
         [](State s, Argument) -> Result<double> {
             return std::abs(turnedNorm(s, true) - queryVector(s).norm());
         }},
        {"score_rotated", "score of the turned query and key", "", 3,
         [](State s, Argument) -> Result<double> {
             return scoreOfTurned(s, 0);
         }},
        {"score_relative", "score from the offset alone", "", 3,
         [](State s, Argument) -> Result<double> {
             return scoreAt(activeScore(s), offsetOf(s));
         }},
        {"score_difference", "difference of the two scores", "", 3,
         [](State s, Argument) -> Result<double> {
             return std::abs(scoreOfTurned(s, 0) - scoreAt(activeScore(s), offsetOf(s)));
         }},
        {"score_after_shift", "score with both positions moved", "", 3,
         [](State s, Argument shift) -> Result<double> { return scoreOfTurned(s, shift); }, Tokens},
        {"score_at_offset", "score at an offset", "", 3,
         [](State s, Argument offset) -> Result<double> { return scoreAt(activeScore(s), offset); }, Tokens},
        {"score_same_place", "score at offset 0", "", 3,
         [](State s, Argument) -> Result<double> {
             return scoreAt(activeScore(s), 0);
         }},
        {"pair_score", "what the pair adds to the score", "", 4,
         [](State s, Argument pair) -> Result<double> { return pairContributions(activeScore(s), offsetOf(s))[pair]; },
         Pair},
    };
}

} // namespace rope

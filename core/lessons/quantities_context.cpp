#include "core/lessons/quantity_tables.h"

#include "core/captures/measured_loss.h"
#include "core/rotation/frequency.h"
#include "core/state/derived.h"

#include <cmath>
#include <numbers>

namespace rope {
namespace {

constexpr double turn = 2.0 * std::numbers::pi;
constexpr double degrees = 360.0 / turn;
constexpr std::int64_t measuredLength = 1024; ///< tokens of the measurement that lessons quote

/// The phase of a pair at the end of the trained context, in radians; a whole turn when it finished one.
double trainedPhase(const ExplorerState& state, const Schedule& schedule, Eigen::Index pair)
{
    return std::min(turn, activeRotary(state).originalContext * schedule.unscaled[pair]);
}

/// The phase of a pair at the end of the sequence.
double reachedPhase(const ExplorerState& state, const Schedule& schedule, Eigen::Index pair)
{
    return static_cast<double>(state.sequence.length) * schedule.inverseFrequency[pair];
}

/// Pairs that did not finish a turn in training and go beyond the phase they had reached there.
double pairsWithNewPhases(const ExplorerState& state)
{
    constexpr double rounding = 1e-12;
    const Schedule schedule = activeSchedule(state);
    int count = 0;
    for (Eigen::Index pair = 0; pair < schedule.inverseFrequency.size(); ++pair) {
        const double trained = trainedPhase(state, schedule, pair);
        const bool beyond = reachedPhase(state, schedule, pair) > trained * (1.0 + rounding);
        count += trained < turn && beyond ? 1 : 0;
    }
    return count;
}

/// The last bucket's loss of a scheme minus that of the model at its trained length.
Result<double> lossChange(std::string_view scheme)
{
    const Result<MeasuredLoss> measured = measuredLoss(measuredLength);
    if (!measured)
        return tl::unexpected(measured.error());
    const std::optional<LossCurve> curve = curveOf(*measured, scheme);
    if (!curve)
        return refuse(std::string(scheme), "was not measured");
    return curve->change.back();
}

using State = const ShownState&;
using Argument = std::int64_t;

std::vector<LiveQuantity> measuredQuantities()
{
    return {
        {"measured_change_unscaled", "measured loss change at places 768 to 1023, unscaled", "nats", 2,
         [](State, Argument) {
             return lossChange("unscaled");
         }},
        {"measured_change_linear", "measured loss change at places 768 to 1023, linear", "nats", 2,
         [](State, Argument) {
             return lossChange("linear");
         }},
        {"measured_change_ntk", "measured loss change at places 768 to 1023, NTK-aware", "nats", 2,
         [](State, Argument) {
             return lossChange("ntk");
         }},
        {"measured_change_yarn", "measured loss change at places 768 to 1023, YaRN", "nats", 2,
         [](State, Argument) {
             return lossChange("yarn");
         }},
        {"measured_change_llama3", "measured loss change at places 768 to 1023, Llama 3.1 scaling", "nats", 2,
         [](State, Argument) {
             return lossChange("llama3");
         }},
        {"measured_change_window", "measured loss change at places 768 to 1023, last 128 keys alone", "nats", 2,
         [](State, Argument) {
             return lossChange("window128");
         }},
    };
}

std::vector<LiveQuantity> scalingQuantities()
{
    using enum QuantityArgument;
    return {
        {"sequence_length", "length of the sequence", "tokens", 0,
         [](State s, Argument) -> Result<double> {
             return static_cast<double>(s.sequence.length);
         }},
        {"original_context", "original context L", "tokens", 0,
         [](State s, Argument) -> Result<double> {
             return activeRotary(s).originalContext;
         }},
        {"compression", "frequency before scaling over that after it", "", 3,
         [](State s, Argument pair) -> Result<double> {
             const Schedule schedule = activeSchedule(s);
             return schedule.unscaled[pair] / schedule.inverseFrequency[pair];
         },
         Pair},
        {"local_step_degrees", "angle between neighbouring tokens", "\u00B0", 4,
         [](State s, Argument pair) -> Result<double> { return degrees * activeSchedule(s).inverseFrequency[pair]; },
         Pair},
        {"local_step_trained_degrees", "angle between neighbouring tokens in training", "\u00B0", 4,
         [](State s, Argument pair) -> Result<double> { return degrees * activeSchedule(s).unscaled[pair]; }, Pair},
        {"phase_trained_degrees", "phase at the end of training, a whole turn at most", "\u00B0", 1,
         [](State s, Argument pair) -> Result<double> { return degrees * trainedPhase(s, activeSchedule(s), pair); },
         Pair},
        {"phase_reached_degrees", "phase at the end of the sequence", "\u00B0", 1,
         [](State s, Argument pair) -> Result<double> { return degrees * reachedPhase(s, activeSchedule(s), pair); },
         Pair},
        {"pairs_with_new_phases", "pairs that meet phases beyond training", "pairs", 0,
         [](State s, Argument) -> Result<double> {
             return pairsWithNewPhases(s);
         }},
        {"attention_factor", "attention factor", "", 4,
         [](State s, Argument) -> Result<double> {
             return activeSchedule(s).attentionFactor;
         }},
        {"score_growth", "factor by which rotated scores grow", "", 4,
         [](State s, Argument) -> Result<double> {
             return std::pow(activeSchedule(s).attentionFactor, 2);
         }},
    };
}

} // namespace

std::vector<LiveQuantity> contextQuantities()
{
    std::vector<LiveQuantity> table = scalingQuantities();
    const std::vector<LiveQuantity> measured = measuredQuantities();
    table.insert(table.end(), measured.begin(), measured.end());
    return table;
}

} // namespace rope

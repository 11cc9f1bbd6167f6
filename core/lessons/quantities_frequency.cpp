#include "core/lessons/quantity_tables.h"

#include "core/rotation/frequency.h"
#include "core/state/derived.h"

#include <cmath>
#include <numbers>

namespace rope {
namespace {

constexpr double degrees = 180.0 / std::numbers::pi;

Eigen::VectorXd thetas(const ExplorerState& state)
{
    return activeSchedule(state).inverseFrequency;
}

std::int64_t offsetOf(const ExplorerState& state)
{
    return state.positions.key - state.positions.query;
}

/// |offset theta_j| reduced to a half turn, in degrees, per pair.
Eigen::VectorXd phaseErrors(const ExplorerState& state)
{
    const std::int64_t offset = offsetOf(state);
    return thetas(state).unaryExpr([offset](double theta) { return std::abs(degrees * phase(offset, theta)); });
}

/// Mean of cos(offset theta_j) over the pairs: 1 at offset 0.
double meanCosine(const ExplorerState& state)
{
    return (phaseErrors(state).array() / degrees).cos().mean();
}

using State = const ShownState&;
using Argument = std::int64_t;

} // namespace

std::vector<LiveQuantity> frequencyQuantities()
{
    using enum QuantityArgument;
    return {
        {"base", "base B", "", 0,
         [](State s, Argument) -> Result<double> {
             return activeRotary(s).base;
         }},
        {"head_dim", "head dimension d", "channels", 0,
         [](State s, Argument) -> Result<double> {
             return activeRotary(s).headDim;
         }},
        {"pair_count", "number of pairs", "pairs", 0,
         [](State s, Argument) -> Result<double> {
             return pairCount(s);
         }},
        {"highlighted_pair", "highlighted pair j", "", 0,
         [](State s, Argument) -> Result<double> {
             return s.highlightedPair;
         }},
        {"theta", "angle per token", "rad/token", 5,
         [](State s, Argument pair) -> Result<double> { return thetas(s)[pair]; }, Pair},
        {"theta_degrees", "angle per token", "\u00B0/token", 3,
         [](State s, Argument pair) -> Result<double> { return degrees * thetas(s)[pair]; }, Pair},
        {"theta_ratio", "frequency of a pair over that of the next", "", 4,
         [](State s, Argument pair) -> Result<double> {
             if (pair + 1 >= pairCount(s))
                 return refuse("theta_ratio", "the last pair has no next one");
             return thetas(s)[pair] / thetas(s)[pair + 1];
         },
         Pair},
        {"wavelength", "wavelength", "tokens", 2,
         [](State s, Argument pair) -> Result<double> { return wavelengths(thetas(s))[pair]; }, Pair},
        {"longest_wavelength", "longest wavelength", "tokens", 1,
         [](State s, Argument) -> Result<double> {
             return wavelengths(thetas(s)).maxCoeff();
         }},
        {"pairs_finishing_turn", "pairs that finish a turn in the original context", "pairs", 0,
         [](State s, Argument) -> Result<double> {
             return pairsThatFinishATurn(thetas(s), activeRotary(s).originalContext);
         }},
        {"pairs_finishing_turn_in_sequence", "pairs that finish a turn in the sequence", "pairs", 0,
         [](State s, Argument) -> Result<double> {
             return pairsThatFinishATurn(thetas(s), static_cast<double>(s.sequence.length));
         }},
        {"mean_cosine", "mean cosine over all pairs", "", 4,
         [](State s, Argument) -> Result<double> {
             return meanCosine(s);
         }},
        {"largest_phase_error_degrees", "largest angle by which a pair differs from offset 0", "\u00B0", 1,
         [](State s, Argument) -> Result<double> {
             return phaseErrors(s).maxCoeff();
         }},
        {"pairs_near_zero", "pairs within 5\u00B0 of their place at offset 0", "pairs", 0,
         [](State s, Argument) -> Result<double> {
             return static_cast<double>((phaseErrors(s).array() <= 5.0).count());
         }},
    };
}

} // namespace rope

#include "core/views/precision.h"

#include "core/state/derived.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rope {

namespace {

constexpr std::int64_t furthest = 1 << 20; ///< tokens, where the sequence is shorter
constexpr int samplesPerDecade = 8;

/// Evenly spread over a logarithmic axis from 1 to `last`, with the told ones between.
std::vector<std::int64_t> sampledPositions(std::int64_t last)
{
    std::vector<std::int64_t> positions(std::begin(toldPositions), std::end(toldPositions));
    const double decades = std::log10(static_cast<double>(last));
    const int count = static_cast<int>(std::ceil(decades * samplesPerDecade));
    for (int i = 0; i <= count; ++i)
        positions.push_back(std::llround(std::pow(10.0, std::min(decades, static_cast<double>(i) / samplesPerDecade))));
    std::ranges::sort(positions);
    positions.erase(std::ranges::unique(positions).begin(), positions.end());
    return positions;
}

double largestOf(const Eigen::VectorXd& errors)
{
    return errors.allFinite() ? errors.maxCoeff() : std::numeric_limits<double>::infinity();
}

double orOverflow(double error)
{
    return std::isfinite(error) ? error : std::numeric_limits<double>::infinity();
}

/// All but the witness, which is cheaper for many positions at once.
PrecisionErrors tableErrors(const PrecisionSetup& setup, const Eigen::VectorXd& theta, int pair, std::int64_t position)
{
    const Eigen::VectorXd phases = phaseErrors(setup, theta, position);
    return {position, largestOf(phases), orOverflow(phases[pair]), largestOf(cosSinErrors(setup, theta, position)),
            0.0};
}

int shownPair(const ExplorerState& state)
{
    return std::clamp(state.highlightedPair, 0, pairCount(state) - 1);
}

std::vector<PrecisionErrors> runningMaxima(std::vector<PrecisionErrors> errors)
{
    for (std::size_t i = 1; i < errors.size(); ++i) {
        errors[i].phase = std::max(errors[i].phase, errors[i - 1].phase);
        errors[i].pairPhase = std::max(errors[i].pairPhase, errors[i - 1].pairPhase);
        errors[i].table = std::max(errors[i].table, errors[i - 1].table);
    }
    return errors;
}

} // namespace

PrecisionNumbers precisionNumbers(const ExplorerState& state)
{
    PrecisionNumbers numbers{precisionSetup(state.precision), shownPair(state)};
    const Eigen::VectorXd theta = activeSchedule(state).inverseFrequency;
    const std::vector<std::int64_t> positions = sampledPositions(std::max(furthest, state.sequence.length));
    const std::vector<double> witnesses = toeplitzWitnesses(state, numbers.setup, positions, witnessPositions);
    for (std::size_t i = 0; i < positions.size(); ++i) {
        numbers.errors.push_back(tableErrors(numbers.setup, theta, numbers.pair, positions[i]));
        numbers.errors.back().toeplitz = witnesses[i];
    }
    numbers.largest = runningMaxima(numbers.errors);
    numbers.collapse = collapseOf(numbers.setup, theta, numbers.pair);
    return numbers;
}

PrecisionErrors precisionErrors(const ExplorerState& state, std::int64_t position)
{
    const PrecisionSetup setup = precisionSetup(state.precision);
    PrecisionErrors errors = tableErrors(setup, activeSchedule(state).inverseFrequency, shownPair(state), position);
    errors.toeplitz = toeplitzWitness(state, setup, position, witnessPositions);
    return errors;
}

const char* formatName(NumberFormat format)
{
    switch (format) {
    case NumberFormat::Float64:
        return "float64";
    case NumberFormat::Float32:
        return "float32";
    case NumberFormat::BFloat16:
        return "bfloat16";
    case NumberFormat::Float16:
        break;
    }
    return "float16";
}

} // namespace rope

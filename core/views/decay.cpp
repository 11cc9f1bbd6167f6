#include "core/views/decay.h"

#include "core/state/derived.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace rope {

namespace {

constexpr int mostSamples = 600;                  ///< of one axis; fewer for heads of many pairs
constexpr std::int64_t searchedOffsets = 131'072; ///< for the first negative mean cosine, at least
constexpr std::int64_t searchWork = 9'000'000;    ///< offsets times pairs that the search may cost

std::int64_t limitOf(const ExplorerState& state)
{
    const double context = std::ceil(1.25 * activeRotary(state).originalContext);
    return std::clamp<std::int64_t>(std::max(state.view.profileSpan, static_cast<std::int64_t>(context)), 8,
                                    maximumLength);
}

/// Distances evenly spread along the axis, and the told ones on it; each once.
std::vector<std::int64_t> sampledDistances(std::int64_t limit, bool logarithmic, int pairs)
{
    const int samples = std::clamp(64 * mostSamples / pairs, 200, mostSamples);
    const std::int64_t first = logarithmic ? 1 : 0;
    std::vector<std::int64_t> distances;
    for (int i = 0; i <= samples; ++i) {
        const double share = static_cast<double>(i) / samples;
        const double place =
            logarithmic ? std::pow(static_cast<double>(limit), share) : share * static_cast<double>(limit);
        distances.push_back(std::max(first, static_cast<std::int64_t>(std::llround(place))));
    }
    for (const std::int64_t told : toldDistances)
        if (told <= limit)
            distances.push_back(told);
    std::ranges::sort(distances);
    distances.erase(std::ranges::unique(distances).begin(), distances.end());
    return distances;
}

Eigen::VectorXd queryEnergy(const ExplorerState& state)
{
    Eigen::VectorXd energy(pairCount(state));
    for (int pair = 0; pair < pairCount(state); ++pair)
        energy[pair] = std::pow(pairContent(state, pair).queryLength, 2);
    return energy;
}

/// Every pair alike: aligned keys follow g, to the last digit.
bool followsOnes(const Eigen::VectorXd& energy)
{
    return energy.minCoeff() == energy.maxCoeff() && energy.maxCoeff() > 0.0;
}

std::vector<DecayAt> curvesAt(const ExplorerState& state, const Eigen::VectorXd& theta,
                              std::span<const std::int64_t> distances)
{
    const Eigen::VectorXd energy = queryEnergy(state);
    const DecayCurves curves = decayCurves(theta, energy, distances);
    const Eigen::VectorXd& aligned = followsOnes(energy) ? curves.ones : curves.aligned;
    std::vector<DecayAt> values;
    for (std::size_t i = 0; i < distances.size(); ++i) {
        const auto at = static_cast<Eigen::Index>(i);
        values.push_back({distances[i], curves.ones[at], aligned[at], 0.0, curves.bound[at]});
    }
    return values;
}

} // namespace

double DecayNumbers::lowest() const
{
    double low = 0.0;
    for (const DecayAt& at : curves)
        low = std::min({low, at.ones, at.aligned, at.bound});
    return low;
}

DecayNumbers decayNumbers(const ExplorerState& state)
{
    const Eigen::VectorXd theta = activeSchedule(state).inverseFrequency;
    DecayNumbers numbers;
    numbers.logarithmic = state.view.logOffsets;
    numbers.limit = limitOf(state);
    numbers.curves = curvesAt(state, theta, sampledDistances(numbers.limit, numbers.logarithmic, pairCount(state)));
    numbers.searched = std::min(std::max(numbers.limit, searchedOffsets), searchWork / pairCount(state));
    numbers.firstNegative = firstNegativeMeanCosine(theta, numbers.searched);
    return numbers;
}

DecayAt decayAt(const ExplorerState& state, std::int64_t distance)
{
    return curvesAt(state, activeSchedule(state).inverseFrequency, std::span(&distance, 1)).front();
}

} // namespace rope

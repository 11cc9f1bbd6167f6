#include "core/studies/decay.h"

#include "core/rotation/cos_sin.h"
#include "core/rotation/frequency.h"
#include "core/rotation/phase.h"
#include "core/scores/profile.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <complex>
#include <vector>

namespace rope {

namespace {

constexpr double baseStep = 1.001;
constexpr double smallestTriedBase = 1.1;
constexpr double largestTriedBase = 1e9;

RelativeScore cosines(const Eigen::VectorXd& inverseFrequency, const Eigen::VectorXd& weights)
{
    return {inverseFrequency, weights / weights.sum(), Eigen::VectorXd::Zero(weights.size()), 0.0, 1.0};
}

} // namespace

double roformerBound(const Eigen::VectorXd& inverseFrequency, std::int64_t offset)
{
    std::complex<double> partial = 0.0;
    double sum = 0.0;
    for (const double theta : inverseFrequency) {
        partial += std::polar(1.0, phase(offset, theta));
        sum += std::abs(partial);
    }
    return sum / static_cast<double>(inverseFrequency.size());
}

double meanCosine(const Eigen::VectorXd& inverseFrequency, std::int64_t offset)
{
    return expectedScore(KeyKind::Ones, inverseFrequency, {}, offset);
}

Eigen::VectorXd meanCosineProfile(const Eigen::VectorXd& inverseFrequency, std::int64_t first, std::int64_t count,
                                  std::int64_t step)
{
    return profile(cosines(inverseFrequency, Eigen::VectorXd::Ones(inverseFrequency.size())), first, count, step);
}

std::optional<std::int64_t> firstNegativeMeanCosine(const Eigen::VectorXd& inverseFrequency, std::int64_t limit)
{
    std::int64_t length = 256; // grows: most searches end early
    for (std::int64_t first = 1; first < limit; first += length, length = std::min<std::int64_t>(2 * length, 65536)) {
        const Eigen::VectorXd values = meanCosineProfile(inverseFrequency, first, std::min(length, limit - first));
        for (Eigen::Index i = 0; i < values.size(); ++i)
            if (values[i] < 0.0)
                return first + i;
    }
    return std::nullopt;
}

bool baseHoldsContext(double base, int rotaryDim, std::int64_t context)
{
    return !firstNegativeMeanCosine(inverseFrequencies(base, rotaryDim), context);
}

std::optional<double> smallestBase(int rotaryDim, std::int64_t context)
{
    std::int64_t lastFailure = 1; // neighbouring bases fail near the same offset: look there first
    for (double base = smallestTriedBase; base <= largestTriedBase; base *= baseStep) {
        const Eigen::VectorXd theta = inverseFrequencies(base, rotaryDim);
        const std::int64_t first = std::max<std::int64_t>(1, lastFailure - 4);
        const std::int64_t count = std::min<std::int64_t>(context - first, 16);
        if (count > 0 && meanCosineProfile(theta, first, count).minCoeff() < 0.0)
            continue;
        const std::optional<std::int64_t> failure = firstNegativeMeanCosine(theta, context);
        if (!failure)
            return base;
        lastFailure = *failure;
    }
    return std::nullopt;
}

double expectedScore(KeyKind kind, const Eigen::VectorXd& inverseFrequency, const Eigen::VectorXd& queryEnergy,
                     std::int64_t offset)
{
    if (kind == KeyKind::Gaussian)
        return 0.0;
    const Eigen::VectorXd weights =
        kind == KeyKind::Ones ? Eigen::VectorXd::Ones(inverseFrequency.size()) : queryEnergy;
    assert(weights.size() == inverseFrequency.size());
    return scoreAt(cosines(inverseFrequency, weights), offset);
}

DecayCurves decayCurves(const Eigen::VectorXd& inverseFrequency, const Eigen::VectorXd& queryEnergy,
                        std::span<const std::int64_t> distances)
{
    assert(queryEnergy.size() == inverseFrequency.size());
    const auto count = static_cast<Eigen::Index>(distances.size());
    const auto pairs = static_cast<double>(inverseFrequency.size());
    Eigen::VectorXd sines = Eigen::VectorXd::Zero(count);
    DecayCurves curves{sines, sines, sines};
    std::vector<double> phases(distances.size());
    Eigen::VectorXd cosine(count);
    Eigen::VectorXd sine(count);
    for (Eigen::Index pair = 0; pair < inverseFrequency.size(); ++pair) {
        const TurnFraction turn(inverseFrequency[pair]);
        std::ranges::transform(distances, phases.begin(), [&](std::int64_t m) { return turn.nearPhase(m); });
        cosSin(phases, {cosine.data(), phases.size()}, {sine.data(), phases.size()});
        curves.ones += cosine;
        curves.aligned += queryEnergy[pair] * cosine;
        sines += sine;
        curves.bound.array() += (curves.ones.array().square() + sines.array().square()).sqrt();
    }
    const double energy = queryEnergy.sum();
    curves.ones /= pairs;
    curves.aligned *= energy > 0.0 ? 1.0 / energy : 0.0;
    curves.bound /= pairs * (pairs + 1.0) / 2.0;
    return curves;
}

} // namespace rope

#include "core/studies/aliasing.h"

#include "core/rotation/phase.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numbers>

namespace rope {

namespace {

/// Calls visit(offset, error) for offsets in [1, limit] that lie within `reach` tokens of a whole number of turns, in
/// ascending order.
template <class Visit> void visitReturns(double inverseFrequency, std::int64_t limit, double reach, Visit&& visit)
{
    const TurnFraction turn(inverseFrequency);
    const double wavelength = 2.0 * std::numbers::pi / inverseFrequency;
    std::int64_t next = 1;
    for (double turns = 0.0; next <= limit; turns += 1.0) {
        const double centre = turns * wavelength;
        next = std::max(next, static_cast<std::int64_t>(std::max(1.0, std::floor(centre - reach))));
        const double end = std::min(static_cast<double>(limit), std::ceil(centre + reach));
        for (; static_cast<double>(next) <= end; ++next)
            visit(next, turn.phase(next));
        if (centre > static_cast<double>(limit) + wavelength)
            return;
    }
}

} // namespace

std::vector<Alias> aliasesOfPair(double inverseFrequency, std::int64_t limit, double tolerance)
{
    assert(inverseFrequency > 0.0 && tolerance >= 0.0);
    std::vector<Alias> aliases;
    visitReturns(inverseFrequency, limit, tolerance / inverseFrequency, [&](std::int64_t offset, double error) {
        if (std::abs(error) <= tolerance)
            aliases.push_back({offset, error});
    });
    return aliases;
}

std::vector<Alias> recordAliases(double inverseFrequency, std::int64_t limit)
{
    assert(inverseFrequency > 0.0);
    std::vector<Alias> records;
    double best = std::numeric_limits<double>::infinity();
    visitReturns(inverseFrequency, limit, 1.0, [&](std::int64_t offset, double error) {
        if (std::abs(error) < best) {
            best = std::abs(error);
            records.push_back({offset, error});
        }
    });
    return records;
}

Eigen::VectorXd combinedDistances(const Eigen::VectorXd& inverseFrequency, std::int64_t offset)
{
    Eigen::VectorXd distances(inverseFrequency.size());
    double sum = 0.0;
    for (Eigen::Index j = 0; j < distances.size(); ++j) {
        const double half = std::sin(0.5 * TurnFraction(inverseFrequency[j]).phase(offset));
        sum += 4.0 * half * half;
        distances[j] = std::sqrt(sum / static_cast<double>(j + 1));
    }
    return distances;
}

} // namespace rope

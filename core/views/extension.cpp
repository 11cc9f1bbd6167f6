#include "core/views/extension.h"

#include <algorithm>

namespace rope {

namespace {

std::vector<PairCoverage> coverageOf(const SchemeFamily& family, const Eigen::VectorXd& scaled)
{
    std::vector<PairCoverage> pairs;
    for (Eigen::Index j = 0; j < scaled.size(); ++j)
        pairs.push_back(phaseCoverage(family.unscaled[j], scaled[j], family.trained, family.length));
    return pairs;
}

} // namespace

int CoveredScheme::pairsWithNew() const
{
    return static_cast<int>(std::ranges::count_if(pairs, [](const PairCoverage& pair) { return pair.newShare > 0.0; }));
}

double CoveredScheme::meanNew() const
{
    double sum = 0.0;
    for (const PairCoverage& pair : pairs)
        sum += pair.newShare;
    return sum / static_cast<double>(pairs.size());
}

int ExtensionNumbers::finished() const
{
    return static_cast<int>(
        std::ranges::count_if(plain.pairs, [](const PairCoverage& pair) { return pair.trainedTurns >= 1.0; }));
}

int ExtensionNumbers::still() const
{
    return static_cast<int>((family.unscaled.array() == 0.0).count());
}

bool ExtensionNumbers::justBeyond(std::size_t pair) const
{
    return liesJustBeyond(family.unscaled[static_cast<Eigen::Index>(pair)], family.trained);
}

double ExtensionNumbers::lowestStep() const
{
    double low = 1.0;
    for (const CoveredScheme& scheme : schemes)
        for (const PairCoverage& pair : scheme.pairs)
            if (pair.stepRatio > 0.0)
                low = std::min(low, pair.stepRatio);
    return low;
}

double ExtensionNumbers::highestNew() const
{
    double high = 0.0;
    for (const CoveredScheme& scheme : schemes)
        for (const PairCoverage& pair : scheme.pairs)
            high = std::max(high, pair.newShare);
    return high;
}

ExtensionNumbers extensionNumbers(const ExplorerState& state)
{
    ExtensionNumbers numbers{schemeFamily(state)};
    for (const SchemeCase& one : numbers.family.cases) {
        if (one.active)
            numbers.active = numbers.schemes.size();
        numbers.schemes.push_back(
            {shortTitle(*one.scheme), one.active, coverageOf(numbers.family, one.schedule.inverseFrequency)});
    }
    numbers.plain = {"unscaled", false, coverageOf(numbers.family, numbers.family.unscaled)};
    return numbers;
}

} // namespace rope

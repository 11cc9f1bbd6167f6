#include "ui/figures/extension/extension_coverage.h"

#include "core/state/derived.h"

#include <algorithm>

namespace rope {

namespace {

QString nameOf(const Scheme& scheme)
{
    const std::string_view title = scheme.title.substr(0, scheme.title.find(" ("));
    return QString::fromUtf8(title.data(), static_cast<qsizetype>(title.size()));
}

std::vector<PairCoverage> coverageOf(const Extension& extension, const Eigen::VectorXd& scaled)
{
    std::vector<PairCoverage> pairs;
    for (Eigen::Index j = 0; j < scaled.size(); ++j)
        pairs.push_back(
            phaseCoverage(extension.family.unscaled[j], scaled[j], extension.trained, extension.family.length));
    return pairs;
}

} // namespace

Extension extensionOf(const ExplorerState& state)
{
    Extension extension;
    extension.family = schemeFamily(state);
    extension.trained = extension.family.length / extension.family.factor;
    extension.claimed = activeRotary(state).maximumContext;
    for (const SchemeCase& one : extension.family.cases) {
        if (one.active)
            extension.active = extension.schemes.size();
        extension.schemes.push_back(
            {nameOf(*one.scheme), one.active, coverageOf(extension, one.schedule.inverseFrequency)});
    }
    extension.plain = {QStringLiteral("unscaled"), false, coverageOf(extension, extension.family.unscaled)};
    return extension;
}

double meanNew(const Covered& covered)
{
    double sum = 0.0;
    for (const PairCoverage& pair : covered.pairs)
        sum += pair.newShare;
    return sum / static_cast<double>(covered.pairs.size());
}

int pairsWithNew(const Covered& covered)
{
    return static_cast<int>(
        std::ranges::count_if(covered.pairs, [](const PairCoverage& pair) { return pair.newShare > 1e-9; }));
}

double lowestStep(const Extension& extension)
{
    double low = 1.0;
    for (const Covered& covered : extension.schemes)
        for (const PairCoverage& pair : covered.pairs)
            if (pair.stepRatio > 0.0)
                low = std::min(low, pair.stepRatio);
    return low;
}

double highestNew(const Extension& extension)
{
    double high = 0.0;
    for (const Covered& covered : extension.schemes)
        for (const PairCoverage& pair : covered.pairs)
            high = std::max(high, pair.newShare);
    return high;
}

} // namespace rope

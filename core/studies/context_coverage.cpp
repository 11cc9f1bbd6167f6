#include "core/studies/context_coverage.h"

#include <algorithm>
#include <numbers>

namespace rope {

namespace {

double turnsWithin(double context, double inverseFrequency)
{
    return context * inverseFrequency / (2.0 * std::numbers::pi);
}

} // namespace

PairCoverage phaseCoverage(double unscaled, double scaled, double trainedContext, double longerContext)
{
    PairCoverage coverage;
    coverage.trainedTurns = turnsWithin(trainedContext, unscaled);
    coverage.reachedTurns = turnsWithin(longerContext, scaled);
    coverage.trainedShare = std::min(1.0, coverage.trainedTurns);
    coverage.newShare = std::max(0.0, std::min(1.0, coverage.reachedTurns) - coverage.trainedShare);
    coverage.stepRatio = scaled / unscaled;
    return coverage;
}

bool liesJustBeyond(double unscaled, double trainedContext, double reach)
{
    const double turns = turnsWithin(trainedContext, unscaled);
    return turns < 1.0 && turns * reach >= 1.0;
}

} // namespace rope

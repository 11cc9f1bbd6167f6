#include "core/studies/context_coverage.h"

#include <algorithm>
#include <numbers>

namespace rope {

namespace {

constexpr double rounding = 1e-12; ///< shares below are what rounding leaves of a ladder that meets nothing new

} // namespace

double turnsWithin(double inverseFrequency, double context)
{
    return context * inverseFrequency / (2.0 * std::numbers::pi);
}

Eigen::VectorXd turnsWithin(const Eigen::VectorXd& inverseFrequency, double context)
{
    return inverseFrequency.unaryExpr([context](double theta) { return turnsWithin(theta, context); });
}

PairCoverage phaseCoverage(double unscaled, double scaled, double trainedContext, double longerContext)
{
    PairCoverage coverage;
    coverage.trainedTurns = turnsWithin(unscaled, trainedContext);
    coverage.reachedTurns = turnsWithin(scaled, longerContext);
    coverage.trainedShare = std::min(1.0, coverage.trainedTurns);
    const double beyond = std::min(1.0, coverage.reachedTurns) - coverage.trainedShare;
    coverage.newShare = beyond > rounding ? beyond : 0.0;
    coverage.stepRatio = scaled / unscaled;
    return coverage;
}

bool liesJustBeyond(double unscaled, double trainedContext, double reach)
{
    const double turns = turnsWithin(unscaled, trainedContext);
    return turns < 1.0 && turns * reach >= 1.0;
}

} // namespace rope

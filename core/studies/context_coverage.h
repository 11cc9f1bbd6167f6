#pragma once

#include <Eigen/Core>

namespace rope {

/// Turns that a pair makes within `context` tokens: context * theta_j / 2 pi; of all pairs, one entry each.
double turnsWithin(double inverseFrequency, double context);
Eigen::VectorXd turnsWithin(const Eigen::VectorXd& inverseFrequency, double context);

/// Which phases of one pair training met, and which a longer context adds. Shares are parts of a full turn.
struct PairCoverage {
    double trainedTurns; ///< L theta / 2 pi: turns finished within the trained context
    double reachedTurns; ///< turns finished within the longer context, with the scaled frequency
    double trainedShare; ///< share of the circle that positions [0, L) swept: min(1, trainedTurns)
    double newShare;     ///< share of the circle that the longer context sweeps beyond that
    double stepRatio; ///< scaled / unscaled frequency: the phase between neighbours over what training had; NaN for 0/0
};

/// One pair: trained for `trainedContext` tokens at theta `unscaled` (rad/token), used for `longerContext` tokens at
/// theta `scaled`. Positions are taken as a continuous range. Requires frequencies and contexts >= 0.
PairCoverage phaseCoverage(double unscaled, double scaled, double trainedContext, double longerContext);

/// The pair did not finish its turn in training, but would have within `reach` times the trained context: the ones that
/// meet unseen phases first. L < lambda <= reach L.
bool liesJustBeyond(double unscaled, double trainedContext, double reach = 2.0);

} // namespace rope

#pragma once

#include "core/rotation/precision.h"
#include "core/state/state.h"

#include <span>
#include <vector>

namespace rope {

/// The format of a product of two numbers: the wider one; float32 for bfloat16 with float16 (PyTorch's type promotion).
NumberFormat promotedFormat(NumberFormat first, NumberFormat second);

/// How a program with these settings computes a table: the phase is kept in the promoted format of position and
/// frequency.
PrecisionSetup precisionSetup(const PrecisionSettings& settings);

/// First position whose phase of a pair equals the next one's. Narrow formats are searched; for float32 and float64
/// nothing below 2^24 collapses and nothing is searched. Requires a pair below inverseFrequency.size().
std::optional<std::int64_t> collapseOf(const PrecisionSetup& setup, const Eigen::VectorXd& inverseFrequency, int pair);

/// The Toeplitz meter as a witness: largest distance of a score from its diagonal's mean, for the state's q and k at
/// `count` evenly spaced positions from `first` on, 1 + first / 37 apart (neighbours that a format takes for one would
/// look perfect), everything rounded as the setup says. 0 in exact arithmetic, infinite where a number overflows.
double toeplitzWitness(const ExplorerState& state, const PrecisionSetup& setup, std::int64_t first, int count = 12);

/// The same at several places, in one go.
std::vector<double> toeplitzWitnesses(const ExplorerState& state, const PrecisionSetup& setup,
                                      std::span<const std::int64_t> firsts, int count = 12);

} // namespace rope

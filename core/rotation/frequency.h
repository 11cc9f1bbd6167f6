#pragma once

#include <Eigen/Core>
#include <cstdint>

namespace rope {

/// Inverse frequencies theta_j = base^(-2j/d), in radians per token.
/// Shape: rotaryDim/2, entry j belongs to pair j; strictly decreasing from 1.
/// Requires base > 1 and an even rotaryDim >= 2.   (Su et al. 2021, section 3.2.2; there 1-based)
Eigen::VectorXd inverseFrequencies(double base, int rotaryDim);

/// Wavelengths lambda_j = 2 pi / theta_j, in tokens per turn; infinite where theta_j is 0.
/// Shape: as inverseFrequency.
Eigen::VectorXd wavelengths(const Eigen::VectorXd& inverseFrequency);

/// Number of pairs that finish at least one turn within `context` tokens (wavelength <= context).
int pairsThatFinishATurn(const Eigen::VectorXd& inverseFrequency, double context);

/// Critical dimension 2 * ceil(d/2 * log(L / 2 pi) / log(B)): channels whose pairs turn once in training.
/// Requires base > 1, an even rotaryDim >= 2 and context > 2 pi.   (Liu et al. 2023, "Scaling laws of RoPE
/// extrapolation")
int criticalDimension(double base, int rotaryDim, double context);

} // namespace rope

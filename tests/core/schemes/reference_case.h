#pragma once

#include "tests/core/reference.h"

#include <limits>

namespace rope::testing {

/// Largest relative difference; where `wanted` is 0, `got` must be 0 too.
inline double relativeError(const Eigen::VectorXd& got, const Eigen::VectorXd& wanted)
{
    if (got.size() != wanted.size())
        return std::numeric_limits<double>::infinity();
    return ((got - wanted).array().abs() / wanted.array().abs().max(1e-300)).maxCoeff();
}

} // namespace rope::testing

#pragma once

#include "core/rotation/rotation.h"

#include <cstdint>
#include <rapidcheck.h>

namespace rope::testing {

/// A double in [low, high] with a resolution of 10^-6 of the range.
inline double anyReal(double low, double high)
{
    return low + (high - low) * 1e-6 * *rc::gen::inRange(0, 1'000'001);
}

inline std::int64_t anyPosition(std::int64_t limit = 1'000'000'000)
{
    return *rc::gen::inRange<std::int64_t>(-limit, limit + 1);
}

inline PairLayout anyLayout()
{
    return *rc::gen::element(PairLayout::HalfSplit, PairLayout::Interleaved);
}

inline Eigen::VectorXd anyVector(Eigen::Index size)
{
    Eigen::VectorXd x(size);
    for (double& value : x)
        value = anyReal(-2.0, 2.0);
    return x;
}

/// Frequencies without order: 1 to 8 pairs, theta in [0, 4], so that turns of more than pi per token are met too.
inline Eigen::VectorXd anyFrequencies()
{
    Eigen::VectorXd theta(*rc::gen::inRange(1, 9));
    for (double& value : theta)
        value = anyReal(0.0, 4.0);
    return theta;
}

} // namespace rope::testing

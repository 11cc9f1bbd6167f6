#include "core/rotation/layout.h"

#include <cassert>
#include <cmath>
#include <numeric>

namespace rope {

std::vector<int> layoutPermutation(PairLayout from, PairLayout to, int rotaryDim, int headDim)
{
    assert(rotaryDim % 2 == 0 && rotaryDim <= headDim);
    std::vector<int> permutation(static_cast<std::size_t>(headDim));
    std::iota(permutation.begin(), permutation.end(), 0);
    for (int j = 0; j < rotaryDim / 2; ++j) {
        const PairChannels source = pairChannels(from, rotaryDim, j);
        const PairChannels target = pairChannels(to, rotaryDim, j);
        permutation[static_cast<std::size_t>(target.first)] = source.first;
        permutation[static_cast<std::size_t>(target.second)] = source.second;
    }
    return permutation;
}

Eigen::VectorXd permute(const Eigen::VectorXd& x, const std::vector<int>& permutation)
{
    assert(static_cast<Eigen::Index>(permutation.size()) == x.size());
    return x(permutation);
}

Eigen::VectorXd rotateMixed(const Eigen::VectorXd& x, std::int64_t position, const Eigen::VectorXd& inverseFrequency,
                            PairLayout layout)
{
    const int rotaryDim = 2 * static_cast<int>(inverseFrequency.size());
    assert(x.size() == rotaryDim);
    const auto wrongPhase = [&](int channel) {
        const int pair = layout == PairLayout::HalfSplit ? channel / 2 : channel % (rotaryDim / 2);
        return phase(position, inverseFrequency[pair]);
    };
    Eigen::VectorXd y(rotaryDim);
    for (int j = 0; j < rotaryDim / 2; ++j) {
        const auto [a, b] = pairChannels(layout, rotaryDim, j);
        y[a] = x[a] * std::cos(wrongPhase(a)) - x[b] * std::sin(wrongPhase(a));
        y[b] = x[b] * std::cos(wrongPhase(b)) + x[a] * std::sin(wrongPhase(b));
    }
    return y;
}

MixReport mixConventions(const Eigen::VectorXd& q, const Eigen::VectorXd& k, std::int64_t queryPosition,
                         std::int64_t keyPosition, std::int64_t shift, const Eigen::VectorXd& inverseFrequency,
                         PairLayout layout)
{
    const auto product = [&](std::int64_t m, std::int64_t n) {
        return rotateMixed(q, m, inverseFrequency, layout).dot(rotateMixed(k, n, inverseFrequency, layout));
    };
    return {rotateMixed(q, queryPosition, inverseFrequency, layout).norm() / q.norm(),
            product(queryPosition + shift, keyPosition + shift) - product(queryPosition, keyPosition)};
}

} // namespace rope

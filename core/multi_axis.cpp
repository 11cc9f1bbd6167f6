#include "core/multi_axis.h"

#include "core/frequency.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

namespace rope {

std::vector<int> chunkedAxes(std::span<const int> sections)
{
    std::vector<int> axes;
    for (std::size_t axis = 0; axis < sections.size(); ++axis)
        axes.insert(axes.end(), static_cast<std::size_t>(sections[axis]), static_cast<int>(axis));
    return axes;
}

std::vector<int> interleavedAxes(std::span<const int> sections)
{
    assert(sections.size() == 3);
    std::vector<int> axes(static_cast<std::size_t>(std::accumulate(sections.begin(), sections.end(), 0)), timeAxis);
    for (const int axis : {heightAxis, widthAxis})
        for (int i = axis; i < std::min(3 * sections[static_cast<std::size_t>(axis)], static_cast<int>(axes.size()));
             i += 3)
            axes[static_cast<std::size_t>(i)] = axis;
    return axes;
}

std::vector<int> axialAxes(int pairs)
{
    assert(pairs % 2 == 0);
    std::vector<int> axes(static_cast<std::size_t>(pairs / 2), heightAxis);
    axes.insert(axes.end(), static_cast<std::size_t>(pairs / 2), widthAxis);
    return axes;
}

Eigen::VectorXd axialFrequencies(double base, int rotaryDim)
{
    assert(rotaryDim % 4 == 0);
    return inverseFrequencies(base, rotaryDim / 2).replicate(2, 1);
}

Eigen::VectorXd rotateAxes(const Eigen::VectorXd& x, std::span<const std::int64_t> positions,
                           std::span<const int> axisOfPair, const Eigen::VectorXd& inverseFrequency, PairLayout layout,
                           double attentionFactor)
{
    const Eigen::Index pairs = inverseFrequency.size();
    assert(x.size() >= 2 * pairs && static_cast<Eigen::Index>(axisOfPair.size()) == pairs);
    Eigen::VectorXd y = x;
    for (int j = 0; j < pairs; ++j) {
        const auto [a, b] = pairChannels(layout, static_cast<int>(2 * pairs), j);
        const auto axis = static_cast<std::size_t>(axisOfPair[static_cast<std::size_t>(j)]);
        const double angle = phase(positions[axis], inverseFrequency[j]);
        y[a] = attentionFactor * (x[a] * std::cos(angle) - x[b] * std::sin(angle));
        y[b] = attentionFactor * (x[a] * std::sin(angle) + x[b] * std::cos(angle));
    }
    return y;
}

} // namespace rope

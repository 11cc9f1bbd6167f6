#include "core/rotation/multi_axis.h"

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

std::vector<int> heightWidthTimeAxes(std::span<const int> sections)
{
    assert(sections.size() == 3 && sections[0] == sections[1]);
    std::vector<int> axes;
    for (int i = 0; i < sections[0]; ++i)
        axes.insert(axes.end(), {heightAxis, widthAxis});
    axes.insert(axes.end(), static_cast<std::size_t>(sections[2]), timeAxis);
    return axes;
}

std::vector<int> axialAxes(int pairs, int first)
{
    assert(pairs % 2 == 0);
    std::vector<int> axes(static_cast<std::size_t>(pairs / 2), first);
    axes.insert(axes.end(), static_cast<std::size_t>(pairs / 2), first == heightAxis ? widthAxis : heightAxis);
    return axes;
}

Eigen::VectorXd evenThenOdd(const Eigen::VectorXd& ladder)
{
    assert(ladder.size() % 2 == 0);
    const Eigen::Index half = ladder.size() / 2;
    Eigen::VectorXd dealt(ladder.size());
    for (Eigen::Index i = 0; i < half; ++i) {
        dealt[i] = ladder[2 * i];
        dealt[half + i] = ladder[2 * i + 1];
    }
    return dealt;
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

RowMatrix rotateAxesRows(const RowMatrix& x, std::span<const AxisPositions> positions, std::span<const int> axisOfPair,
                         const Eigen::VectorXd& inverseFrequency, PairLayout layout, double attentionFactor)
{
    RowMatrix y(x.rows(), x.cols());
    std::vector<std::int64_t> place(positions.size());
    for (Eigen::Index r = 0; r < x.rows(); ++r) {
        for (std::size_t axis = 0; axis < positions.size(); ++axis)
            place[axis] = positions[axis][static_cast<std::size_t>(r)];
        y.row(r) =
            rotateAxes(x.row(r).transpose(), place, axisOfPair, inverseFrequency, layout, attentionFactor).transpose();
    }
    return y;
}

} // namespace rope

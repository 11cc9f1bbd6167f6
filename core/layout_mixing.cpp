#include "core/layout_mixing.h"

#include "core/layout.h"

#include <cmath>

namespace rope {

namespace {

/// |sin(a - b)| for the two channels of the pair that is turned worst at a position.
double worstSine(std::int64_t position, const Eigen::VectorXd& inverseFrequency, PairLayout layout)
{
    const auto pairs = static_cast<int>(inverseFrequency.size());
    double worst = 0.0;
    for (int pair = 0; pair < pairs; ++pair) {
        const PairChannels channels = pairChannels(layout, 2 * pairs, pair);
        const auto angle = [&](int channel) {
            const int other = layout == PairLayout::HalfSplit ? channel / 2 : channel % pairs;
            return phase(position, inverseFrequency[other]);
        };
        worst = std::max(worst, std::abs(std::sin(angle(channels.first) - angle(channels.second))));
    }
    return worst;
}

} // namespace

MixingDamage mixingDamage(const Eigen::VectorXd& q, const Eigen::VectorXd& k, std::int64_t queryPosition,
                          std::int64_t keyPosition, std::int64_t shifts, const Eigen::VectorXd& inverseFrequency,
                          PairLayout layout, double scale)
{
    const auto product = [&](std::int64_t shift) {
        return scale * rotateMixed(q, queryPosition + shift, inverseFrequency, layout)
                           .dot(rotateMixed(k, keyPosition + shift, inverseFrequency, layout));
    };
    MixingDamage damage;
    const double norm = q.norm();
    if (norm > 0.0)
        damage.normRatio = rotateMixed(q, queryPosition, inverseFrequency, layout).norm() / norm;
    const double sine = worstSine(queryPosition, inverseFrequency, layout);
    damage.leastRatio = std::sqrt(1.0 - sine);
    damage.mostRatio = std::sqrt(1.0 + sine);
    damage.score = product(0);
    for (std::int64_t shift = 1; shift <= shifts; ++shift)
        if (const double change = std::abs(product(shift) - damage.score); change > damage.scoreChange) {
            damage.scoreChange = change;
            damage.worstShift = shift;
        }
    return damage;
}

} // namespace rope

#include "core/rotation/layout_mixing.h"

#include "core/rotation/layout.h"
#include "core/rotation/phase.h"

#include <cmath>
#include <span>

namespace rope {

namespace {

/// The pair whose angle the other layout gives a channel.
int wrongPair(PairLayout layout, int pairs, int channel)
{
    return layout == PairLayout::HalfSplit ? channel / 2 : channel % pairs;
}

/// |sin(a - b)| for the two channels of the pair that is turned worst at a position.
double worstSine(std::int64_t position, const Eigen::VectorXd& inverseFrequency, PairLayout layout)
{
    const auto pairs = static_cast<int>(inverseFrequency.size());
    double worst = 0.0;
    for (int pair = 0; pair < pairs; ++pair) {
        const PairChannels channels = pairChannels(layout, 2 * pairs, pair);
        const auto angle = [&](int channel) {
            return phase(position, inverseFrequency[wrongPair(layout, pairs, channel)]);
        };
        worst = std::max(worst, std::abs(std::sin(angle(channels.first) - angle(channels.second))));
    }
    return worst;
}

/// cos and sin of every pair at `count` positions in a row. Shape: pairs x positions.
struct TurnTable {
    RowMatrix cosine;
    RowMatrix sine;
};

TurnTable turnTable(const Eigen::VectorXd& inverseFrequency, std::int64_t first, std::int64_t count)
{
    TurnTable table{RowMatrix(inverseFrequency.size(), count), RowMatrix(inverseFrequency.size(), count)};
    const auto positions = static_cast<std::size_t>(count);
    for (Eigen::Index pair = 0; pair < inverseFrequency.size(); ++pair)
        fillCosSin(TurnFraction(inverseFrequency[pair]), first, 1, std::span(table.cosine.row(pair).data(), positions),
                   std::span(table.sine.row(pair).data(), positions));
    return table;
}

/// Mixed product of q and k, both moved on by 0, 1, ..., shifts: rotateMixed at each, with one table of angles.
Eigen::ArrayXd mixedProducts(const Eigen::VectorXd& q, const Eigen::VectorXd& k, const TurnTable& queryTurns,
                             const TurnTable& keyTurns, PairLayout layout)
{
    const auto pairs = static_cast<int>(queryTurns.cosine.rows());
    Eigen::ArrayXd products = Eigen::ArrayXd::Zero(queryTurns.cosine.cols());
    const auto turned = [](const TurnTable& turns, int pair, double along, double across) -> Eigen::ArrayXd {
        return along * turns.cosine.row(pair).array() + across * turns.sine.row(pair).array();
    };
    for (int pair = 0; pair < pairs; ++pair) {
        const auto [a, b] = pairChannels(layout, 2 * pairs, pair);
        const int first = wrongPair(layout, pairs, a);
        const int second = wrongPair(layout, pairs, b);
        products += turned(queryTurns, first, q[a], -q[b]) * turned(keyTurns, first, k[a], -k[b]) +
                    turned(queryTurns, second, q[b], q[a]) * turned(keyTurns, second, k[b], k[a]);
    }
    return products;
}

} // namespace

MixingDamage mixingDamage(const Eigen::VectorXd& q, const Eigen::VectorXd& k, std::int64_t queryPosition,
                          std::int64_t keyPosition, std::int64_t shifts, const Eigen::VectorXd& inverseFrequency,
                          PairLayout layout, double scale)
{
    const Eigen::ArrayXd products = scale * mixedProducts(q, k, turnTable(inverseFrequency, queryPosition, shifts + 1),
                                                          turnTable(inverseFrequency, keyPosition, shifts + 1), layout);
    MixingDamage damage;
    const double norm = q.norm();
    if (norm > 0.0)
        damage.normRatio = rotateMixed(q, queryPosition, inverseFrequency, layout).norm() / norm;
    const double sine = worstSine(queryPosition, inverseFrequency, layout);
    damage.leastRatio = std::sqrt(1.0 - sine);
    damage.mostRatio = std::sqrt(1.0 + sine);
    damage.score = products[0];
    for (std::int64_t shift = 1; shift <= shifts; ++shift)
        if (const double change = std::abs(products[shift] - damage.score); change > damage.scoreChange) {
            damage.scoreChange = change;
            damage.worstShift = shift;
        }
    return damage;
}

} // namespace rope

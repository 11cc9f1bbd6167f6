#include "core/rotation/agreement.h"

#include "core/rotation/phase.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace rope {

RotationAgreement agreementOf(const Eigen::VectorXd& first, const Eigen::VectorXd& second,
                              std::span<const std::int64_t> positions)
{
    assert(first.size() == second.size() && first.size() > 0);
    const std::vector<TurnFraction> a = turnFractions(first);
    const std::vector<TurnFraction> b = turnFractions(second);
    RotationAgreement agreement{{positions.begin(), positions.end()}, {}, {}, {}};
    for (const std::int64_t position : positions) {
        double sum = 0.0;
        double lowest = 1.0;
        for (std::size_t j = 0; j < a.size(); ++j) {
            const double cosine = std::cos(b[j].nearPhase(position) - a[j].nearPhase(position));
            sum += cosine;
            lowest = std::min(lowest, cosine);
        }
        agreement.mean.push_back(sum / static_cast<double>(a.size()));
        agreement.lowest.push_back(lowest);
    }
    return agreement;
}

double channelAgreement(const ChannelTurns& first, const ChannelTurns& second, std::int64_t position)
{
    assert(first.partner.size() == second.partner.size());
    double sum = 0.0;
    int turning = 0;
    for (std::size_t c = 0; c < first.partner.size(); ++c) {
        const int own = static_cast<int>(c);
        if (first.partner[c] == own && second.partner[c] == own)
            continue;
        ++turning;
        const double a = TurnFraction(first.rate[c]).nearPhase(position);
        const double b = TurnFraction(second.rate[c]).nearPhase(position);
        sum += std::cos(a) * std::cos(b);
        if (first.partner[c] == second.partner[c])
            sum += std::sin(a) * std::sin(b);
    }
    return turning == 0 ? 1.0 : sum / turning;
}

std::vector<std::int64_t> spreadPositions(std::int64_t last, int count)
{
    assert(last >= 1 && count >= 2);
    std::vector<std::int64_t> positions{0, last};
    for (int i = 0; i < count - 1; ++i)
        positions.push_back(std::llround(std::pow(static_cast<double>(last), i / (count - 1.0))));
    std::ranges::sort(positions);
    const auto twice = std::ranges::unique(positions);
    positions.erase(twice.begin(), twice.end());
    return positions;
}

} // namespace rope

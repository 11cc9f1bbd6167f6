#include "core/rotation/rotation.h"

#include "core/rotation/phase.h"
#include "core/rotation/turn_rows.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <vector>

namespace rope {

namespace {

constexpr Eigen::Index halfBlock = 32; ///< n = 64 u + 31.5 +- (w + 0.5): the small table of w stays in cache

/// cos and sin of position * theta_j, times a factor.
struct CosSinRow {
    Eigen::VectorXd cosine;
    Eigen::VectorXd sine;
};

CosSinRow cosSinRow(const std::vector<TurnFraction>& turns, std::int64_t position, double factor)
{
    const auto pairs = static_cast<Eigen::Index>(turns.size());
    CosSinRow row{Eigen::VectorXd(pairs), Eigen::VectorXd(pairs)};
    for (Eigen::Index j = 0; j < pairs; ++j) {
        const double angle = turns[static_cast<std::size_t>(j)].phase(position);
        row.cosine[j] = factor * std::cos(angle);
        row.sine[j] = factor * std::sin(angle);
    }
    return row;
}

} // namespace

PairChannels pairChannels(PairLayout layout, int rotaryDim, int pair)
{
    assert(pair >= 0 && 2 * pair < rotaryDim);
    if (layout == PairLayout::HalfSplit)
        return {pair, pair + rotaryDim / 2};
    return {2 * pair, 2 * pair + 1};
}

double phase(std::int64_t position, double inverseFrequency)
{
    return TurnFraction(inverseFrequency).phase(position);
}

Eigen::VectorXd rotate(const Eigen::VectorXd& x, std::int64_t position, const Eigen::VectorXd& inverseFrequency,
                       PairLayout layout, double attentionFactor)
{
    assert(x.size() >= 2 * inverseFrequency.size());
    Eigen::VectorXd y = x;
    const CosSinRow table = cosSinRow(turnFractions(inverseFrequency), position, attentionFactor);
    turnRow(y.data(), table.cosine.data(), table.sine.data(), inverseFrequency.size(), layout);
    return y;
}

RowMatrix rotateRows(const RowMatrix& x, std::span<const std::int64_t> positions,
                     const Eigen::VectorXd& inverseFrequency, PairLayout layout, double attentionFactor)
{
    assert(static_cast<Eigen::Index>(positions.size()) == x.rows() && x.cols() >= 2 * inverseFrequency.size());
    const std::vector<TurnFraction> turns = turnFractions(inverseFrequency);
    RowMatrix y = x;
    for (Eigen::Index r = 0; r < y.rows(); ++r) {
        const CosSinRow table = cosSinRow(turns, positions[static_cast<std::size_t>(r)], attentionFactor);
        turnRow(y.row(r).data(), table.cosine.data(), table.sine.data(), inverseFrequency.size(), layout);
    }
    return y;
}

void rotateRowsInPlace(RowMatrixF& x, std::int64_t first, const Eigen::VectorXd& inverseFrequency, PairLayout layout,
                       float attentionFactor)
{
    constexpr Eigen::Index groupRows = 256 * 2 * halfBlock; // one table of block middles at a time
    const Eigen::Index pairs = inverseFrequency.size();
    assert(x.cols() >= 2 * pairs);
    std::vector<TurnFraction> halfTurns; // the middle of a block lies between two tokens
    for (const double theta : inverseFrequency)
        halfTurns.push_back(TurnFraction(theta).dividedBy(2));
    CosSinTable inner = doubledCosSin(halfTurns, 1, 2, halfBlock);
    inner.cosine *= static_cast<double>(attentionFactor);
    inner.sine *= static_cast<double>(attentionFactor);
    CosSinTable outer;
    constexpr Eigen::Index blockRows = 2 * halfBlock;
    for (Eigen::Index start = 0; start < x.rows(); start += blockRows) {
        if (start % groupRows == 0)
            outer = doubledCosSin(halfTurns, 2 * (first + start) + blockRows - 1, 2 * blockRows,
                                  (std::min(groupRows, x.rows() - start) + blockRows - 1) / blockRows);
        const Eigen::Index u = start % groupRows / blockRows;
        turnRows(
            {x.row(start).data(), std::min(blockRows, x.rows() - start), x.cols(), pairs, layout},
            {halfBlock, outer.cosine.row(u).data(), outer.sine.row(u).data(), inner.cosine.data(), inner.sine.data()});
    }
}

} // namespace rope

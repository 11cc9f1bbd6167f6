#include "core/rotation.h"

#include "core/phase.h"
#include "core/turn_rows.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <vector>

namespace rope {

namespace {

constexpr Eigen::Index blockRows = 64; ///< n = 64 u + v: the small table of v stays in cache

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
    constexpr Eigen::Index groupRows = 256 * blockRows; // one table of block starts at a time
    const Eigen::Index pairs = inverseFrequency.size();
    assert(x.cols() >= 2 * pairs);
    const std::vector<TurnFraction> turns = turnFractions(inverseFrequency);
    CosSinTable inner = cosSinTable(turns, 0, 1, std::min(blockRows, x.rows()));
    inner.cosine *= static_cast<double>(attentionFactor);
    inner.sine *= static_cast<double>(attentionFactor);
    CosSinTable outer;
    for (Eigen::Index start = 0; start < x.rows(); start += blockRows) {
        if (start % groupRows == 0)
            outer = cosSinTable(turns, first + start, blockRows,
                                (std::min(groupRows, x.rows() - start) + blockRows - 1) / blockRows);
        const Eigen::Index u = start % groupRows / blockRows;
        turnRows({x.row(start).data(), std::min(blockRows, x.rows() - start), x.cols(), pairs, layout},
                 {outer.cosine.row(u).data(), outer.sine.row(u).data(), inner.cosine.data(), inner.sine.data()});
    }
}

Eigen::MatrixXd rotationMatrix(std::int64_t position, const Eigen::VectorXd& inverseFrequency, int headDim,
                               PairLayout layout)
{
    const int rotaryDim = 2 * static_cast<int>(inverseFrequency.size());
    assert(headDim >= rotaryDim);
    Eigen::MatrixXd matrix = Eigen::MatrixXd::Identity(headDim, headDim);
    for (int j = 0; j < rotaryDim / 2; ++j) {
        const auto [a, b] = pairChannels(layout, rotaryDim, j);
        const double angle = phase(position, inverseFrequency[j]);
        matrix(a, a) = matrix(b, b) = std::cos(angle);
        matrix(b, a) = std::sin(angle);
        matrix(a, b) = -std::sin(angle);
    }
    return matrix;
}

} // namespace rope

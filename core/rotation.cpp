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

/// One row of the small table turned by the block's start: formed in double, rounded once to float.
void combine(const CosSinRow& outer, const CosSinRow& inner, std::vector<float>& cosine, std::vector<float>& sine)
{
    const double* outerCosine = outer.cosine.data();
    const double* outerSine = outer.sine.data();
    const double* innerCosine = inner.cosine.data();
    const double* innerSine = inner.sine.data();
    const std::size_t pairs = cosine.size();
    for (std::size_t j = 0; j < pairs; ++j) {
        cosine[j] = static_cast<float>(outerCosine[j] * innerCosine[j] - outerSine[j] * innerSine[j]);
        sine[j] = static_cast<float>(outerSine[j] * innerCosine[j] + outerCosine[j] * innerSine[j]);
    }
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
    assert(x.cols() >= 2 * inverseFrequency.size());
    const std::vector<TurnFraction> turns = turnFractions(inverseFrequency);
    std::vector<CosSinRow> small;
    for (Eigen::Index v = 0; v < std::min(blockRows, x.rows()); ++v)
        small.push_back(cosSinRow(turns, v, static_cast<double>(attentionFactor)));
    std::vector<float> cosine(turns.size());
    std::vector<float> sine(turns.size());
    CosSinRow outer;
    for (Eigen::Index r = 0; r < x.rows(); ++r) {
        if (r % blockRows == 0)
            outer = cosSinRow(turns, first + r, 1.0);
        combine(outer, small[static_cast<std::size_t>(r % blockRows)], cosine, sine);
        turnRow(x.row(r).data(), cosine.data(), sine.data(), inverseFrequency.size(), layout);
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

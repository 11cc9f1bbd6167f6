#include "core/scores/rotated_sum.h"

#include "core/rotation/phase.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace rope {

namespace {

/// sums += (a cos - b sin, a sin + b cos) over one row of halves.
void addHalfSplit(const float* row, const float* cosine, const float* sine, float* first, float* second,
                  Eigen::Index pairs)
{
    for (Eigen::Index j = 0; j < pairs; ++j) {
        const float a = row[j];
        const float b = row[j + pairs];
        first[j] += a * cosine[j] - b * sine[j];
        second[j] += a * sine[j] + b * cosine[j];
    }
}

void addInterleaved(const float* row, const float* cosine, const float* sine, float* first, float* second,
                    Eigen::Index pairs)
{
    for (Eigen::Index j = 0; j < pairs; ++j) {
        const float a = row[2 * j];
        const float b = row[2 * j + 1];
        first[j] += a * cosine[j] - b * sine[j];
        second[j] += a * sine[j] + b * cosine[j];
    }
}

} // namespace

RotatedSum::RotatedSum(const Eigen::VectorXd& inverseFrequency, PairLayout layout, double attentionFactor)
    : inverseFrequency_(inverseFrequency)
    , layout_(layout)
    , attentionFactor_(attentionFactor)
    , cosine_(blockRows, inverseFrequency.size())
    , sine_(blockRows, inverseFrequency.size())
    , blockCosine_(runBlocks, inverseFrequency.size())
    , blockSine_(runBlocks, inverseFrequency.size())
{
    for (Eigen::Index j = 0; j < inverseFrequency.size(); ++j) {
        const TurnFraction turn(inverseFrequency[j]);
        for (Eigen::Index v = 0; v < blockRows; ++v) {
            cosine_(v, j) = static_cast<float>(std::cos(turn.phase(v)));
            sine_(v, j) = static_cast<float>(std::sin(turn.phase(v)));
        }
        for (Eigen::Index u = 0; u < runBlocks; ++u) {
            blockCosine_(u, j) = std::cos(turn.phase(blockRows * u));
            blockSine_(u, j) = std::sin(turn.phase(blockRows * u));
        }
    }
}

void RotatedSum::add(const RowMatrixF& x, std::int64_t first, Eigen::RowVectorXd& sum) const
{
    assert(x.cols() >= 2 * inverseFrequency_.size() && sum.size() == x.cols());
    constexpr Eigen::Index runRows = blockRows * runBlocks;
    for (Eigen::Index start = 0; start < x.rows(); start += runRows)
        addRun(x, start, std::min(runRows, x.rows() - start), first + start, sum);
}

void RotatedSum::addRun(const RowMatrixF& x, Eigen::Index start, Eigen::Index rows, std::int64_t first,
                        Eigen::RowVectorXd& sum) const
{
    const Eigen::Index pairs = inverseFrequency_.size();
    const auto accumulate = layout_ == PairLayout::HalfSplit ? addHalfSplit : addInterleaved;
    Eigen::ArrayXd runFirst = Eigen::ArrayXd::Zero(pairs);
    Eigen::ArrayXd runSecond = Eigen::ArrayXd::Zero(pairs);
    Eigen::ArrayXf halves(2 * pairs);
    for (Eigen::Index v = 0; v < rows; ++v) {
        if (v % blockRows == 0)
            halves.setZero();
        accumulate(x.row(start + v).data(), cosine_.row(v % blockRows).data(), sine_.row(v % blockRows).data(),
                   halves.data(), halves.data() + pairs, pairs);
        if (v % blockRows != blockRows - 1 && v != rows - 1)
            continue;
        const auto cosine = blockCosine_.row(v / blockRows).transpose().array();
        const auto sine = blockSine_.row(v / blockRows).transpose().array();
        const Eigen::ArrayXd a = halves.head(pairs).cast<double>();
        const Eigen::ArrayXd b = halves.tail(pairs).cast<double>();
        runFirst += a * cosine - b * sine;
        runSecond += a * sine + b * cosine;
    }
    Eigen::VectorXd run(x.cols());
    for (int j = 0; j < pairs; ++j) {
        const auto [a, b] = pairChannels(layout_, static_cast<int>(2 * pairs), j);
        run[a] = runFirst[j];
        run[b] = runSecond[j];
    }
    const Eigen::Index tail = x.cols() - 2 * pairs;
    run.tail(tail) = x.block(start, 2 * pairs, rows, tail).cast<double>().colwise().sum().transpose();
    sum += rotate(run, first, inverseFrequency_, layout_, attentionFactor_).transpose();
}

} // namespace rope

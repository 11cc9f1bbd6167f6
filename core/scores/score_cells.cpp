#include "core/scores/score_cells.h"

#include <array>
#include <cassert>
#include <numeric>
#include <utility>
#include <vector>

namespace rope {

namespace {

/// a . b in an order of additions that depends on the size alone.
double orderedDot(const double* a, const double* b, Eigen::Index size)
{
    std::array<double, 4> sums{};
    Eigen::Index i = 0;
    for (; i + 4 <= size; i += 4)
        for (std::size_t lane = 0; lane < 4; ++lane)
            sums[lane] += a[i + static_cast<Eigen::Index>(lane)] * b[i + static_cast<Eigen::Index>(lane)];
    for (; i < size; ++i)
        sums[0] += a[i] * b[i];
    return (sums[0] + sums[2]) + (sums[1] + sums[3]);
}

} // namespace

ScoreCells::ScoreCells(const RelativeScore& score, std::int64_t length)
    : length_(length)
    , offsets_(score)
{}

ScoreCells::ScoreCells(ContentRows content, RowRotation rotation, double scale)
    : length_(content.length)
    , content_(std::move(content))
    , rotation_(std::move(rotation))
    , scale_(scale)
{}

RowMatrix ScoreCells::turned(const ExactRowSource& source, std::int64_t first, std::int64_t count) const
{
    RowMatrix rows(count, content_.headDim);
    source(first, rows);
    std::vector<std::int64_t> positions(static_cast<std::size_t>(count));
    std::iota(positions.begin(), positions.end(), first);
    return rotateRows(rows, positions, rotation_.inverseFrequency, rotation_.layout, rotation_.attentionFactor);
}

ScoreCells::Keys ScoreCells::keys(std::int64_t first, std::int64_t count) const
{
    assert(first >= 0 && count >= 0 && first + count <= length_);
    return {first, count, offsets_ ? RowMatrix() : turned(exactKeys(content_), first, count)};
}

RowMatrix ScoreCells::block(std::int64_t first, std::int64_t count, const Keys& keys) const
{
    RowMatrix cells(count, keys.count);
    if (offsets_) {
        const std::int64_t lowest = keys.first - (first + count - 1);
        const Eigen::VectorXd scores = offsets_->between(lowest, count + keys.count - 1);
        for (Eigen::Index r = 0; r < count; ++r)
            cells.row(r) = scores.segment(keys.first - (first + r) - lowest, keys.count).transpose();
        return cells;
    }
    const RowMatrix queries = turned(exactQueries(content_), first, count);
    for (Eigen::Index r = 0; r < count; ++r)
        for (Eigen::Index c = 0; c < keys.count; ++c)
            cells(r, c) = scale_ * orderedDot(queries.row(r).data(), keys.turned.row(c).data(), queries.cols());
    return cells;
}

double ScoreCells::at(std::int64_t queryPosition, std::int64_t keyPosition) const
{
    return offsets_ ? offsets_->at(keyPosition - queryPosition) : block(queryPosition, 1, keys(keyPosition, 1))(0, 0);
}

} // namespace rope

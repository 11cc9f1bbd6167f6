#include "core/range_sums.h"

#include "core/phase.h"
#include "core/turn_rows.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace rope {

RangeSums RangeSums::zero(int headDim)
{
    return {Eigen::RowVectorXd::Zero(headDim), Eigen::RowVectorXd::Zero(headDim), 0.0};
}

void RangeSums::append(const RangeSums& later)
{
    visible += later.visible + later.query.dot(key);
    query += later.query;
    key += later.key;
}

RangeSummer::RangeSummer(const ContentRows& content, const RowRotation& rotation)
    : inverseFrequency_(rotation.inverseFrequency)
    , layout_(rotation.layout)
    , cosine_(blockRows, rotation.inverseFrequency.size())
    , sine_(blockRows, rotation.inverseFrequency.size())
{
    assert(content.headDim >= 2 * inverseFrequency_.size());
    for (Eigen::Index j = 0; j < inverseFrequency_.size(); ++j) {
        const TurnFraction turn(inverseFrequency_[j]);
        for (Eigen::Index r = 0; r < blockRows; ++r) {
            cosine_(r, j) = static_cast<float>(rotation.attentionFactor * std::cos(turn.phase(r)));
            sine_(r, j) = static_cast<float>(rotation.attentionFactor * std::sin(turn.phase(r)));
        }
    }
}

RangeSums RangeSummer::between(const ContentRows& content, std::int64_t first, std::int64_t last) const
{
    constexpr std::int64_t readRows = 4 * blockRows;
    RangeSums sums = RangeSums::zero(content.headDim);
    RowMatrixF queries;
    RowMatrixF keys;
    for (std::int64_t start = first; start < last; start += readRows) {
        const std::int64_t rows = std::min(readRows, last - start);
        queries.resize(rows, content.headDim);
        keys.resize(rows, content.headDim);
        content.queries(start, queries);
        content.keys(start, keys);
        for (Eigen::Index r = 0; r < rows; r += blockRows)
            sums.append(sumBlock(queries, keys, r, std::min<std::int64_t>(blockRows, rows - r), start + r));
    }
    return sums;
}

/// Rows turn relative to the block's start, which leaves their products alone; then the sums turn to their place.
RangeSums RangeSummer::sumBlock(RowMatrixF& queries, RowMatrixF& keys, Eigen::Index start, Eigen::Index rows,
                                std::int64_t first) const
{
    const Eigen::Index pairs = inverseFrequency_.size();
    Eigen::RowVectorXf query = Eigen::RowVectorXf::Zero(queries.cols());
    Eigen::RowVectorXf key = Eigen::RowVectorXf::Zero(keys.cols());
    double visible = 0.0;
    for (Eigen::Index r = 0; r < rows; ++r) {
        auto queryRow = queries.row(start + r);
        auto keyRow = keys.row(start + r);
        turnRow(queryRow.data(), cosine_.row(r).data(), sine_.row(r).data(), pairs, layout_);
        turnRow(keyRow.data(), cosine_.row(r).data(), sine_.row(r).data(), pairs, layout_);
        key += keyRow;
        query += queryRow;
        visible += static_cast<double>(key.dot(queryRow));
    }
    const auto toPlace = [&](const Eigen::RowVectorXf& sum) -> Eigen::RowVectorXd {
        return rotate(sum.cast<double>().transpose(), first, inverseFrequency_, layout_).transpose();
    };
    return {toPlace(query), toPlace(key), visible};
}

} // namespace rope

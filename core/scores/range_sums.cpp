#include "core/scores/range_sums.h"

#include "core/rotation/turn_rows.h"

#include <algorithm>
#include <cassert>

namespace rope {

namespace {

ExactRowSource widened(const RowSource& source)
{
    return [source](std::int64_t first, RowMatrix& block) {
        RowMatrixF rows(block.rows(), block.cols());
        source(first, rows);
        block = rows.cast<double>();
    };
}

} // namespace

ExactRowSource exactQueries(const ContentRows& content)
{
    return content.queriesInDouble ? content.queriesInDouble : widened(content.queries);
}

ExactRowSource exactKeys(const ContentRows& content)
{
    return content.keysInDouble ? content.keysInDouble : widened(content.keys);
}

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

RangeSummer::RangeSummer([[maybe_unused]] const ContentRows& content, const RowRotation& rotation)
    : turns_(turnFractions(rotation.inverseFrequency))
    , layout_(rotation.layout)
    , blocks_(cosSinTable(turns_, 0, blockRows, runBlocks))
{
    assert(content.headDim >= 2 * rotation.inverseFrequency.size());
    const CosSinTable inner = cosSinTable(turns_, 0, 1, blockRows);
    cosine_ = (rotation.attentionFactor * inner.cosine).cast<float>();
    sine_ = (rotation.attentionFactor * inner.sine).cast<float>();
}

RangeSums RangeSummer::between(const ContentRows& content, std::int64_t first, std::int64_t last) const
{
    constexpr std::int64_t runRows = runBlocks * blockRows;
    RangeSums sums = RangeSums::zero(content.headDim);
    RowMatrixF queries;
    RowMatrixF keys;
    for (std::int64_t start = first; start < last; start += runRows) {
        const std::int64_t rows = std::min(runRows, last - start);
        queries.resize(rows, content.headDim);
        keys.resize(rows, content.headDim);
        content.queries(start, queries);
        content.keys(start, keys);
        RangeSums run = sumRun(queries, keys);
        const CosSinTable place = cosSinTable(turns_, start, 1, 1);
        turnSums(run, place.cosine.data(), place.sine.data());
        sums.append(run);
    }
    return sums;
}

/// Sums of a run as if it began at position 0, which leaves products of rows alone.
RangeSums RangeSummer::sumRun(RowMatrixF& queries, RowMatrixF& keys) const
{
    RangeSums run = RangeSums::zero(static_cast<int>(queries.cols()));
    for (Eigen::Index u = 0; u * blockRows < queries.rows(); ++u) {
        const Eigen::Index start = u * blockRows;
        RangeSums block = sumBlock(queries, keys, start, std::min(blockRows, queries.rows() - start));
        turnSums(block, blocks_.cosine.row(u).data(), blocks_.sine.row(u).data());
        run.append(block);
    }
    return run;
}

RangeSums RangeSummer::sumBlock(RowMatrixF& queries, RowMatrixF& keys, Eigen::Index start, Eigen::Index rows) const
{
    const auto pairs = static_cast<Eigen::Index>(turns_.size());
    for (RowMatrixF* block : {&queries, &keys})
        turnRows({block->row(start).data(), rows, block->cols(), pairs, layout_}, cosine_.data(), sine_.data());
    Eigen::RowVectorXf query = Eigen::RowVectorXf::Zero(queries.cols());
    Eigen::RowVectorXf key = Eigen::RowVectorXf::Zero(keys.cols());
    double visible = 0.0;
    for (Eigen::Index r = 0; r < rows; ++r) {
        key += keys.row(start + r);
        query += queries.row(start + r);
        visible += static_cast<double>(key.dot(queries.row(start + r)));
    }
    return {query.cast<double>(), key.cast<double>(), visible};
}

void RangeSummer::turnSums(RangeSums& sums, const double* cosine, const double* sine) const
{
    const auto pairs = static_cast<Eigen::Index>(turns_.size());
    turnRow(sums.query.data(), cosine, sine, pairs, layout_);
    turnRow(sums.key.data(), cosine, sine, pairs, layout_);
}

} // namespace rope

#include "core/scores/block_means.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <utility>

namespace rope {

namespace {

constexpr std::int64_t maximumChunks = 16384;
constexpr std::int64_t smallestChunk = 64;
constexpr std::int64_t readRows = 256; ///< rows asked from a source at once

/// Rows per running sum of a sequence.
std::int64_t chunkOf(std::int64_t length)
{
    std::int64_t chunk = smallestChunk;
    while (length / chunk >= maximumChunks)
        chunk *= 2;
    return chunk;
}

/// Edges of `pixels` blocks of a span: first + floor(i span / pixels), pixels + 1 of them.
std::vector<std::int64_t> blockEdges(std::int64_t first, std::int64_t span, std::int64_t pixels)
{
    std::vector<std::int64_t> edges;
    for (std::int64_t i = 0; i <= pixels; ++i)
        edges.push_back(first + i * span / pixels);
    return edges;
}

/// Rows and columns of one pixel.
struct Cells {
    std::int64_t firstRow, lastRow;       ///< last: one past the end
    std::int64_t firstColumn, lastColumn; ///< last: one past the end

    bool wholeVisible() const { return lastColumn - 1 <= firstRow; }
    bool hidden() const { return firstColumn >= lastRow; }
};

/// Mean over the cells with n <= m of a pixel that the mask cuts. Positions that are both rows and columns see each
/// other as the mask says, and all columns before; rows after the last column see every column.
template <class Range> double visibleMean(const Cells& cells, const Range& range)
{
    const std::int64_t first = std::max(cells.firstRow, cells.firstColumn);
    const std::int64_t last = std::min(cells.lastRow, cells.lastColumn);
    const RangeSums both = range(first, last);
    const RangeSums before = range(cells.firstColumn, first);
    double sum = both.visible + both.query.dot(before.key);
    if (cells.lastRow > last)
        sum += range(last, cells.lastRow).query.dot(before.key + both.key);
    const auto shared = static_cast<double>(last - first);
    const auto earlier = static_cast<double>(first - cells.firstColumn);
    const auto after = static_cast<double>(cells.lastRow - last);
    return sum / (shared * (shared + 1.0) / 2.0 + shared * earlier + after * (shared + earlier));
}

} // namespace

RowMatrixF rotatedRows(const RowSource& source, std::int64_t first, std::int64_t count, int headDim,
                       const RowRotation& rotation)
{
    RowMatrixF rows(count, headDim);
    source(first, rows);
    rotateRowsInPlace(rows, first, rotation.inverseFrequency, rotation.layout,
                      static_cast<float>(rotation.attentionFactor));
    return rows;
}

BlockMeans::BlockMeans(ContentRows content, RowRotation rotation)
    : content_(std::move(content))
    , rotation_(std::move(rotation))
    , rotated_(rotation_.inverseFrequency, rotation_.layout, rotation_.attentionFactor)
    , summer_(content_, rotation_)
{
    chunk_ = chunkOf(content_.length);
}

double BlockMeans::rowsOfPicture(std::int64_t length, std::int64_t span, std::int64_t pixels)
{
    const std::int64_t width = std::max<std::int64_t>(1, span / pixels);
    const std::int64_t chunk = chunkOf(length);
    const std::int64_t perEdge = width >= chunk ? chunk / 4 : width; // from the nearer end of a chunk, or all of them
    return 2.0 * static_cast<double>(std::min(pixels, span) * perEdge);
}

std::optional<BlockMeans> BlockMeans::build(ContentRows content, RowRotation rotation, const WorkControl& control)
{
    assert(content.length >= 1 && content.headDim >= 2 * rotation.inverseFrequency.size());
    BlockMeans means(std::move(content), std::move(rotation));
    const std::int64_t chunks = means.content_.length / means.chunk_;
    means.querySums_ = means.keySums_ = RowMatrix::Zero(chunks + 1, means.content_.headDim);
    means.chunkVisible_ = Eigen::VectorXd::Zero(chunks);
    for (std::int64_t c = 0; c < chunks; ++c) {
        if (control.cancelled())
            return std::nullopt;
        const RangeSums sums = means.summer_.between(means.content_, c * means.chunk_, (c + 1) * means.chunk_);
        means.querySums_.row(c + 1) = means.querySums_.row(c) + sums.query;
        means.keySums_.row(c + 1) = means.keySums_.row(c) + sums.key;
        means.chunkVisible_[c] = sums.visible;
        if (c % 64 == 0)
            control.report(static_cast<double>(c) / static_cast<double>(chunks));
    }
    control.report(1.0);
    return means;
}

Eigen::RowVectorXd BlockMeans::sumBetween(const RowSource& source, std::int64_t first, std::int64_t last) const
{
    Eigen::RowVectorXd sum = Eigen::RowVectorXd::Zero(content_.headDim);
    RowMatrixF block;
    for (std::int64_t start = first; start < last; start += readRows) {
        block.resize(std::min(readRows, last - start), content_.headDim);
        source(start, block);
        rotated_.add(block, start, sum);
    }
    return sum;
}

/// Sum of rotated rows [0, row): from the nearer running sum, forwards or backwards.
Eigen::RowVectorXd BlockMeans::sumBefore(const RowSource& source, const RowMatrix& sums, std::int64_t row) const
{
    const std::int64_t below = row / chunk_;
    if (below + 1 < sums.rows() && row % chunk_ > chunk_ / 2)
        return sums.row(below + 1) - sumBetween(source, row, (below + 1) * chunk_);
    return sums.row(below) + sumBetween(source, below * chunk_, row);
}

RowMatrixF BlockMeans::meansBetween(const RowSource& source, const RowMatrix& sums,
                                    const std::vector<std::int64_t>& edges, const WorkControl& control) const
{
    const auto pixels = static_cast<Eigen::Index>(edges.size()) - 1;
    const std::int64_t span = edges.back() - edges.front();
    if (span == pixels)
        return rotatedRows(source, edges.front(), pixels, content_.headDim, rotation_);
    const bool fromSums = span / pixels >= chunk_; // else reading the rows is as quick
    RowMatrixF means(pixels, content_.headDim);
    Eigen::RowVectorXd before = fromSums ? sumBefore(source, sums, edges.front()) : Eigen::RowVectorXd();
    for (std::size_t i = 0; i + 1 < edges.size() && !control.cancelled(); ++i) {
        const auto count = static_cast<double>(edges[i + 1] - edges[i]);
        Eigen::RowVectorXd sum;
        if (fromSums) {
            const Eigen::RowVectorXd after = sumBefore(source, sums, edges[i + 1]);
            sum = after - before;
            before = after;
        } else {
            sum = sumBetween(source, edges[i], edges[i + 1]);
        }
        means.row(static_cast<Eigen::Index>(i)) = (sum / count).cast<float>();
    }
    return means;
}

/// Sums over [first, last) from whole chunks and the rows at both ends.
RangeSums BlockMeans::rangeSums(std::int64_t first, std::int64_t last) const
{
    const std::int64_t firstChunk = (first + chunk_ - 1) / chunk_;
    const std::int64_t lastChunk = std::max(firstChunk, last / chunk_);
    if (last <= firstChunk * chunk_)
        return summer_.between(content_, first, last);
    RangeSums sums = summer_.between(content_, first, firstChunk * chunk_);
    for (std::int64_t c = firstChunk; c < lastChunk; ++c)
        sums.append(
            {querySums_.row(c + 1) - querySums_.row(c), keySums_.row(c + 1) - keySums_.row(c), chunkVisible_[c]});
    sums.append(summer_.between(content_, lastChunk * chunk_, last));
    return sums;
}

/// Hides pixels without a visible cell and recomputes those that the mask cuts. False when cancelled.
bool BlockMeans::maskFuture(ScoreImage& image, const std::vector<std::int64_t>& rows,
                            const std::vector<std::int64_t>& columns, double scale, const WorkControl& control) const
{
    const auto range = [this](std::int64_t first, std::int64_t last) {
        return rangeSums(first, last);
    };
    for (std::size_t r = 0; r + 1 < rows.size(); ++r) {
        if (control.cancelled())
            return false;
        for (std::size_t c = 0; c + 1 < columns.size(); ++c) {
            const Cells cells{rows[r], rows[r + 1], columns[c], columns[c + 1]};
            if (cells.wholeVisible())
                continue;
            const double mean =
                cells.hidden() ? std::numeric_limits<double>::quiet_NaN() : scale * visibleMean(cells, range);
            image.cells(static_cast<Eigen::Index>(r), static_cast<Eigen::Index>(c)) = static_cast<float>(mean);
        }
    }
    return true;
}

std::optional<ScoreImage> BlockMeans::image(const ImageWindow& window, double scale, const WorkControl& control) const
{
    assert(window.firstRow >= 0 && window.firstRow + window.span <= content_.length);
    assert(window.firstColumn >= 0 && window.firstColumn + window.span <= content_.length);
    ScoreImage image;
    const std::int64_t pixels = std::min<std::int64_t>(window.pixels, window.span);
    image.pixels = static_cast<int>(pixels);
    image.tokensPerPixel = static_cast<double>(window.span) / static_cast<double>(pixels);
    const std::vector<std::int64_t> rows = blockEdges(window.firstRow, window.span, pixels);
    const std::vector<std::int64_t> columns = blockEdges(window.firstColumn, window.span, pixels);
    const RowMatrixF queryMeans = meansBetween(content_.queries, querySums_, rows, control);
    const RowMatrixF keyMeans = meansBetween(content_.keys, keySums_, columns, control);
    if (control.cancelled())
        return std::nullopt;
    image.cells.noalias() = queryMeans * keyMeans.transpose();
    image.cells *= static_cast<float>(scale);
    if (window.mask == Mask::Causal && !maskFuture(image, rows, columns, scale, control))
        return std::nullopt;
    findRange(image);
    image.note = window.span == pixels ? "each pixel is one cell"
                                       : "each pixel is the exact mean of its " + cellsOfPixel(image) + " cells";
    return image;
}

double BlockMeans::score(std::int64_t queryPosition, std::int64_t keyPosition, double scale) const
{
    RowMatrixF query(1, content_.headDim);
    RowMatrixF key(1, content_.headDim);
    content_.queries(queryPosition, query);
    content_.keys(keyPosition, key);
    const auto turned = [&](const RowMatrixF& row, std::int64_t position) {
        return rotate(row.row(0).cast<double>().transpose(), position, rotation_.inverseFrequency, rotation_.layout,
                      rotation_.attentionFactor);
    };
    return scale * turned(query, queryPosition).dot(turned(key, keyPosition));
}

} // namespace rope

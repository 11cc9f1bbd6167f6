#include "core/block_means.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <utility>

namespace rope {

namespace {

constexpr std::int64_t maximumChunks = 16384;
constexpr std::int64_t smallestChunk = 64;
constexpr std::int64_t readRows = 256; ///< rows asked from a source at once

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

/// Mean of (R_m q_m) . (R_n k_n) over the cells with n <= m: walks the positions once with a running sum of keys.
double visibleMean(const ContentRows& content, const RowRotation& rotation, const Cells& cells)
{
    Eigen::RowVectorXd keySum = Eigen::RowVectorXd::Zero(content.headDim);
    double sum = 0.0;
    double count = 0.0;
    for (std::int64_t start = cells.firstColumn; start < cells.lastRow; start += readRows) {
        const std::int64_t rows = std::min(readRows, cells.lastRow - start);
        const RowMatrixF keys = rotatedRows(content.keys, start, rows, content.headDim, rotation);
        const RowMatrixF queries = rotatedRows(content.queries, start, rows, content.headDim, rotation);
        for (std::int64_t r = 0; r < rows; ++r) {
            const std::int64_t position = start + r;
            if (position < cells.lastColumn)
                keySum += keys.row(r).cast<double>();
            if (position < cells.firstRow)
                continue;
            sum += keySum.dot(queries.row(r).cast<double>());
            count += static_cast<double>(std::min(position + 1, cells.lastColumn) - cells.firstColumn);
        }
    }
    return sum / count;
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
{
    chunk_ = smallestChunk;
    while (content_.length / chunk_ >= maximumChunks)
        chunk_ *= 2;
}

std::optional<BlockMeans> BlockMeans::build(ContentRows content, RowRotation rotation, const WorkControl& control)
{
    assert(content.length >= 1 && content.headDim >= 2 * rotation.inverseFrequency.size());
    BlockMeans means(std::move(content), std::move(rotation));
    if (!means.sumChunks(means.content_.queries, means.querySums_, 0.0, control) ||
        !means.sumChunks(means.content_.keys, means.keySums_, 0.5, control))
        return std::nullopt;
    control.report(1.0);
    return means;
}

bool BlockMeans::sumChunks(const RowSource& source, RowMatrix& sums, double progressStart,
                           const WorkControl& control) const
{
    const std::int64_t chunks = content_.length / chunk_;
    sums = RowMatrix::Zero(chunks + 1, content_.headDim);
    for (std::int64_t c = 0; c < chunks; ++c) {
        if (control.cancelled())
            return false;
        sums.row(c + 1) = sums.row(c) + sumBetween(source, c * chunk_, (c + 1) * chunk_);
        if (c % 64 == 0)
            control.report(progressStart + 0.5 * static_cast<double>(c) / static_cast<double>(chunks));
    }
    return true;
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
                                    const std::vector<std::int64_t>& edges) const
{
    const auto pixels = static_cast<Eigen::Index>(edges.size()) - 1;
    const std::int64_t span = edges.back() - edges.front();
    if (span == pixels)
        return rotatedRows(source, edges.front(), pixels, content_.headDim, rotation_);
    const bool fromSums = span / pixels > chunk_; // else reading the rows is as quick, and rounds less
    RowMatrixF means(pixels, content_.headDim);
    Eigen::RowVectorXd before = fromSums ? sumBefore(source, sums, edges.front()) : Eigen::RowVectorXd();
    for (std::size_t i = 0; i + 1 < edges.size(); ++i) {
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

/// Hides pixels without a visible cell and recomputes those that the mask cuts. False when cancelled.
bool BlockMeans::maskFuture(ScoreImage& image, const std::vector<std::int64_t>& rows,
                            const std::vector<std::int64_t>& columns, double scale, const WorkControl& control) const
{
    for (std::size_t r = 0; r + 1 < rows.size(); ++r) {
        if (control.cancelled())
            return false;
        for (std::size_t c = 0; c + 1 < columns.size(); ++c) {
            const Cells cells{rows[r], rows[r + 1], columns[c], columns[c + 1]};
            if (cells.wholeVisible())
                continue;
            const double mean = cells.hidden() ? std::numeric_limits<double>::quiet_NaN()
                                               : scale * visibleMean(content_, rotation_, cells);
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
    const RowMatrixF queryMeans = meansBetween(content_.queries, querySums_, rows);
    if (control.cancelled())
        return std::nullopt;
    const RowMatrixF keyMeans = meansBetween(content_.keys, keySums_, columns);
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

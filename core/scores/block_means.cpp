#include "core/scores/block_means.h"

#include "core/scores/visible_area.h"

#include <algorithm>
#include <cassert>
#include <map>
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

/// Means of rotated rows over pixels. Running sums lead from edge to edge; what an edge cuts goes from one pixel to the
/// next by the share that lies before it.
RowMatrix BlockMeans::pixelMeans(const RowSource& source, const RowMatrix& sums, const std::vector<PixelSpan>& pixels,
                                 const WorkControl& control) const
{
    const auto count = static_cast<Eigen::Index>(pixels.size());
    const std::int64_t span = pixels.back().last - pixels.front().first;
    if (span == count)
        return rotatedRows(source, pixels.front().first, count, content_.headDim, rotation_).cast<double>();
    const bool fromSums = span / count >= chunk_; // else reading the rows is as quick
    const auto width = static_cast<double>(span) / static_cast<double>(count);
    const Eigen::RowVectorXd nothing = Eigen::RowVectorXd::Zero(content_.headDim);
    RowMatrix means(count, content_.headDim);
    Eigen::RowVectorXd before = fromSums ? sumBefore(source, sums, pixels.front().first) : nothing;
    Eigen::RowVectorXd cutBefore = nothing;
    for (Eigen::Index i = 0; i < count && !control.cancelled(); ++i) {
        const PixelSpan& pixel = pixels[static_cast<std::size_t>(i)];
        const bool cuts = pixel.lastShare < 1.0;
        const std::int64_t edge = cuts ? pixel.last - 1 : pixel.last;
        const Eigen::RowVectorXd cut =
            cuts ? Eigen::RowVectorXd(pixel.lastShare * sumBetween(source, edge, edge + 1)) : nothing;
        const Eigen::RowVectorXd after =
            fromSums ? sumBefore(source, sums, edge) : Eigen::RowVectorXd(sumBetween(source, pixel.first, edge));
        means.row(i) = (after - before + cut - cutBefore) / width;
        if (fromSums)
            before = after;
        cutBefore = cut;
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

namespace {

/// Sums of scores of any content, each range of positions read once.
template <class Ranges> class ContentSums {
public:
    explicit ContentSums(Ranges ranges)
        : ranges_(std::move(ranges))
    {}

    double product(std::int64_t firstRow, std::int64_t lastRow, std::int64_t firstColumn, std::int64_t lastColumn)
    {
        return range(firstRow, lastRow).query.dot(range(firstColumn, lastColumn).key);
    }
    double triangle(std::int64_t first, std::int64_t last) { return range(first, last).visible; }

private:
    const RangeSums& range(std::int64_t first, std::int64_t last)
    {
        const auto [at, isNew] = known_.try_emplace({first, last});
        if (isNew)
            at->second = ranges_(first, last);
        return at->second;
    }

    Ranges ranges_;
    std::map<std::pair<std::int64_t, std::int64_t>, RangeSums> known_;
};

} // namespace

template <class Matrix>
std::optional<Matrix> BlockMeans::means(const ImageWindow& window, double scale, const WorkControl& control) const
{
    assert(window.firstRow >= 0 && window.firstRow + window.span <= content_.length);
    assert(window.firstColumn >= 0 && window.firstColumn + window.span <= content_.length);
    const std::int64_t pixels = std::min<std::int64_t>(window.pixels, window.span);
    const std::vector<PixelSpan> rows = pixelSpans(window.firstRow, window.span, pixels);
    const std::vector<PixelSpan> columns = pixelSpans(window.firstColumn, window.span, pixels);
    const RowMatrix queries = scale * pixelMeans(content_.queries, querySums_, rows, control);
    const RowMatrix keys = pixelMeans(content_.keys, keySums_, columns, control);
    if (control.cancelled())
        return std::nullopt;
    Matrix cells = productOf<Matrix>(queries, keys);
    ContentSums sums([this](std::int64_t first, std::int64_t last) { return rangeSums(first, last); });
    if (window.mask == Mask::Causal && !hideFuture(cells, rows, columns, sums, scale, control))
        return std::nullopt;
    return cells;
}

std::optional<ScoreImage> BlockMeans::image(const ImageWindow& window, double scale, const WorkControl& control) const
{
    std::optional<RowMatrixF> cells = means<RowMatrixF>(window, scale, control);
    return cells ? std::optional(imageOfCells(std::move(*cells), window.span)) : std::nullopt;
}

std::optional<RowMatrix> BlockMeans::areaMeans(const ImageWindow& window, double scale,
                                               const WorkControl& control) const
{
    return means<RowMatrix>(window, scale, control);
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

#include "core/studies/offset_bias.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace rope {

namespace {

double valueAt(const OffsetPiece& piece, double offset)
{
    return piece.intercept + piece.slope * offset;
}

/// A block of the matrix by its offsets: offset o occurs min(o - low + 1, high - o + 1, most) times.
struct Block {
    std::int64_t low;
    std::int64_t high;
    std::int64_t most; ///< the shorter side

    double count(double offset) const
    {
        return std::min({offset - static_cast<double>(low) + 1.0, static_cast<double>(high) - offset + 1.0,
                         static_cast<double>(most)});
    }
};

/// Sum of count times value over offsets [first, last), inside one piece and where the count grows by `growth` a token.
double segmentSum(const Block& block, const OffsetPiece& piece, std::int64_t first, std::int64_t last, double growth)
{
    if (first >= last)
        return 0.0;
    const double terms = static_cast<double>(last - first);
    const double middle = 0.5 * static_cast<double>(first + last - 1);
    return terms * block.count(middle) * valueAt(piece, middle) +
           growth * piece.slope * terms * (terms * terms - 1.0) / 12.0;
}

double pieceSum(const Block& block, const OffsetPiece& piece, std::int64_t first, std::int64_t last)
{
    const std::int64_t flat = block.low + block.most - 1;     // here the count stops growing
    const std::int64_t falling = block.high - block.most + 2; // and from here on it falls
    return segmentSum(block, piece, first, std::min(last, flat), 1.0) +
           segmentSum(block, piece, std::max(first, flat), std::min(last, falling), 0.0) +
           segmentSum(block, piece, std::max(first, falling), last, -1.0);
}

/// Mean over a block that breakpoints cut. Requires `piece` to hold the block's lowest offset.
double cutMean(const Block& block, std::span<const OffsetPiece> pieces, std::size_t piece, double cells)
{
    double sum = 0.0;
    for (std::int64_t first = block.low; first <= block.high; ++piece) {
        const std::int64_t end = piece + 1 < pieces.size() ? pieces[piece + 1].first : block.high + 1;
        const std::int64_t last = std::min(end, block.high + 1);
        sum += pieceSum(block, pieces[piece], first, last);
        first = last;
    }
    return sum / cells;
}

} // namespace

OffsetBias::OffsetBias(std::vector<OffsetPiece> pieces)
    : pieces_(std::move(pieces))
{
    assert(std::ranges::is_sorted(pieces_, {}, &OffsetPiece::first));
}

double OffsetBias::at(std::int64_t offset) const
{
    if (isEmpty())
        return 0.0;
    const auto next = std::ranges::upper_bound(pieces_, offset, {}, &OffsetPiece::first);
    return valueAt(next == pieces_.begin() ? *next : *std::prev(next), static_cast<double>(offset));
}

Eigen::RowVectorXd OffsetBias::means(std::int64_t firstRow, std::int64_t lastRow,
                                     std::span<const std::int64_t> edges) const
{
    assert(firstRow < lastRow && !edges.empty());
    Eigen::RowVectorXd result = Eigen::RowVectorXd::Zero(static_cast<Eigen::Index>(edges.size()) - 1);
    if (isEmpty())
        return result;
    std::size_t piece = 0;
    for (std::size_t j = 0; j + 1 < edges.size(); ++j) {
        const std::int64_t columns = edges[j + 1] - edges[j];
        if (columns == 0)
            continue;
        const Block block{edges[j] - lastRow + 1, edges[j + 1] - 1 - firstRow, std::min(columns, lastRow - firstRow)};
        while (piece + 1 < pieces_.size() && pieces_[piece + 1].first <= block.low)
            ++piece;
        const bool isWhole = piece + 1 == pieces_.size() || block.high < pieces_[piece + 1].first;
        const double cells = static_cast<double>(columns) * static_cast<double>(lastRow - firstRow);
        result[static_cast<Eigen::Index>(j)] =
            isWhole ? valueAt(pieces_[piece], 0.5 * static_cast<double>(block.low + block.high))
                    : cutMean(block, pieces_, piece, cells);
    }
    return result;
}

OffsetBias alibiOffsetBias(double slope)
{
    return OffsetBias({{-1, 0.0, slope}, {0, 0.0, -slope}});
}

OffsetBias t5OffsetBias(const T5Buckets& layout, const Eigen::VectorXd& biases)
{
    assert(biases.size() == layout.buckets);
    std::vector<OffsetPiece> pieces;
    int before = -1;
    for (std::int64_t offset = -layout.maximumDistance; offset <= layout.maximumDistance; ++offset) {
        const int bucket = t5Bucket(offset, layout);
        if (bucket != before)
            pieces.push_back({offset, biases[bucket], 0.0});
        before = bucket;
    }
    return OffsetBias(std::move(pieces));
}

} // namespace rope

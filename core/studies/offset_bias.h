#pragma once

#include "core/studies/encodings.h"

#include <cstdint>
#include <span>
#include <vector>

namespace rope {

/// A piece of a function of the offset: intercept + slope * offset, from `first` up to where the next piece begins.
struct OffsetPiece {
    std::int64_t first;
    double intercept;
    double slope;
};

/// A bias that a relative encoding adds to scores: linear in the offset n - m between its breakpoints, so that its mean
/// over any block of the score matrix is a closed sum. Without pieces it is 0 everywhere.
class OffsetBias {
public:
    OffsetBias() = default;
    /// Requires pieces sorted by `first`, all different. The first one reaches down without end too.
    explicit OffsetBias(std::vector<OffsetPiece> pieces);

    bool isEmpty() const { return pieces_.empty(); }
    std::span<const OffsetPiece> pieces() const { return pieces_; }

    /// The bias at one offset.
    double at(std::int64_t offset) const;

    /// Exact means over the blocks of rows [firstRow, lastRow) and columns [edges[j], edges[j + 1]); entry j is 0 where
    /// a block is empty. Shape: edges.size() - 1. Requires firstRow < lastRow and sorted edges.
    Eigen::RowVectorXd means(std::int64_t firstRow, std::int64_t lastRow, std::span<const std::int64_t> edges) const;

private:
    std::vector<OffsetPiece> pieces_;
};

/// ALiBi: -slope |offset|.
OffsetBias alibiOffsetBias(double slope);

/// T5: biases[bucket of the offset]; `biases` as t5Biases gives them.
OffsetBias t5OffsetBias(const T5Buckets& layout, const Eigen::VectorXd& biases);

} // namespace rope

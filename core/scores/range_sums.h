#pragma once

#include "core/rotation/phase.h"
#include "core/rotation/rotation.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace rope {

/// Fills every row of `block` (shape (rows, headDim)) with content rows firstRow, firstRow + 1, ... before rotation.
/// Must give the same numbers whenever it is asked; called with rows inside [0, length) only.
using RowSource = std::function<void(std::int64_t firstRow, RowMatrixF& block)>;

/// The same in double precision, for numbers that are printed.
using ExactRowSource = std::function<void(std::int64_t firstRow, RowMatrix& block)>;

/// Queries and keys of a sequence, row = position, produced when asked: nothing of size T x d need exist in memory.
struct ContentRows {
    std::int64_t length = 0; ///< T, tokens
    int headDim = 0;
    RowSource queries;
    RowSource keys;
    ExactRowSource queriesInDouble{}; ///< empty: float32 holds the rows exactly
    ExactRowSource keysInDouble{};
};

/// Its rows in double precision.
ExactRowSource exactQueries(const ContentRows& content);
ExactRowSource exactKeys(const ContentRows& content);

/// How content rows turn: row r to position r.
struct RowRotation {
    Eigen::VectorXd inverseFrequency; ///< rad/token; all zeros: no rotation
    PairLayout layout = PairLayout::HalfSplit;
    double attentionFactor = 1.0;
};

/// What a range of positions adds up to.
struct RangeSums {
    Eigen::RowVectorXd query; ///< sum of R_m q_m
    Eigen::RowVectorXd key;   ///< sum of R_n k_n
    double visible = 0.0;     ///< sum of (R_m q_m) . (R_n k_n) over the pairs m, n of the range with n <= m

    static RangeSums zero(int headDim);

    /// Adds the range that follows this one: every later query sees every key before it.
    void append(const RangeSums& later);
};

/// Sums ranges of positions, reading both sources once.
class RangeSummer {
public:
    RangeSummer(const ContentRows& content, const RowRotation& rotation);

    /// Sums over [first, last). Requires 0 <= first <= last <= length. The sources are used, not copied.
    RangeSums between(const ContentRows& content, std::int64_t first, std::int64_t last) const;

private:
    static constexpr Eigen::Index blockRows = 64;
    static constexpr Eigen::Index runBlocks = 4;

    RangeSums sumRun(RowMatrixF& queries, RowMatrixF& keys) const;
    RangeSums sumBlock(RowMatrixF& queries, RowMatrixF& keys, Eigen::Index start, Eigen::Index rows) const;
    void turnSums(RangeSums& sums, const double* cosine, const double* sine) const;

    std::vector<TurnFraction> turns_;
    PairLayout layout_;
    RowMatrixF cosine_; ///< (blockRows, pairs): attentionFactor cos(r theta_j)
    RowMatrixF sine_;
    CosSinTable blocks_; ///< (runBlocks, pairs): the starts of a run's blocks
};

} // namespace rope

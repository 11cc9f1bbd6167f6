#pragma once

#include "core/rotation/rotation.h"

#include <vector>

namespace rope {

/// Sums rotated rows: sum over r of R_(first + r) x_r = R_first (sum over r of R_r x_r), and again with r = 32 u + v:
/// one small table of float cosines serves every block of 32 rows, one of double cosines turns the blocks' sums, and
/// the sum of 256 rows is turned to its place once.
class RotatedSum {
public:
    RotatedSum(const Eigen::VectorXd& inverseFrequency, PairLayout layout, double attentionFactor);

    /// Adds the rows of x, at positions first, first + 1, ..., to `sum` (shape x.cols()).
    void add(const RowMatrixF& x, std::int64_t first, Eigen::RowVectorXd& sum) const;

private:
    static constexpr Eigen::Index blockRows = 32;
    static constexpr Eigen::Index runBlocks = 8;

    void addRun(const RowMatrixF& x, Eigen::Index start, Eigen::Index rows, std::int64_t first,
                Eigen::RowVectorXd& sum) const;

    Eigen::VectorXd inverseFrequency_;
    PairLayout layout_;
    double attentionFactor_;
    RowMatrixF cosine_; ///< (blockRows, pairs): cos(r theta_j)
    RowMatrixF sine_;
    RowMatrix blockCosine_; ///< (runBlocks, pairs): cos(blockRows u theta_j)
    RowMatrix blockSine_;
};

} // namespace rope

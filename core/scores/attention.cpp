#include "core/scores/attention.h"

#include <algorithm>
#include <cmath>

namespace rope {

RowMatrix softmaxRows(const RowMatrix& scores, Mask mask, std::int64_t firstRow, std::int64_t firstColumn)
{
    RowMatrix weights = RowMatrix::Zero(scores.rows(), scores.cols());
    for (Eigen::Index r = 0; r < scores.rows(); ++r) {
        const std::int64_t lastVisible = firstRow + r - firstColumn; // column index of key n = m
        const std::int64_t visible =
            mask == Mask::None ? scores.cols() : std::clamp<std::int64_t>(lastVisible + 1, 0, scores.cols());
        if (visible == 0)
            continue;
        const auto row = scores.row(r).head(visible);
        weights.row(r).head(visible) = (row.array() - row.maxCoeff()).exp();
        weights.row(r).head(visible) /= weights.row(r).head(visible).sum();
    }
    return weights;
}

} // namespace rope

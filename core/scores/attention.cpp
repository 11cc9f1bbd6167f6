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
        const double* const score = scores.row(r).data();
        double* const weight = weights.row(r).data();
        const double largest = *std::max_element(score, score + visible);
        double sum = 0.0;
        for (std::int64_t n = 0; n < visible; ++n)
            sum += weight[n] = std::exp(score[n] - largest);
        for (std::int64_t n = 0; n < visible; ++n)
            weight[n] /= sum;
    }
    return weights;
}

} // namespace rope

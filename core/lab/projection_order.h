#pragma once

#include "core/lab/attention_lab.h"

namespace rope {

/// How much the product of a query and a key changes when both their places move by the same step.
struct CommonShift {
    double turnedAfter = 0;  ///< RoPE: the projections first, then the rotation. Rounding alone
    double turnedBefore = 0; ///< the words turned first, then the projections
};

/// Two words, rows of shape (1, modelDim), at places m and n, and at places m + step and n + step. The words are turned
/// by the same ladder as queries and keys; requires modelDim = headDim = twice the frequencies.
CommonShift commonShift(const RowMatrix& queryWord, const RowMatrix& keyWord, const LabHead& head,
                        const LabPositions& positions, std::int64_t m, std::int64_t n, std::int64_t step);

} // namespace rope

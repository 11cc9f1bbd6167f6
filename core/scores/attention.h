#pragma once

#include "core/rotation/rotation.h"

namespace rope {

enum class Mask {
    None,
    Causal, ///< key n is visible to query m when n <= m
};

/// Row-wise softmax of scores, stable (the row's maximum is subtracted); masked cells are exactly 0. A row's weights
/// are the same doubles whichever other rows stand in the matrix. Rows are query positions firstRow, firstRow + 1, ...;
/// columns key positions firstColumn, ... A row with no visible key is all zeros.
RowMatrix softmaxRows(const RowMatrix& scores, Mask mask, std::int64_t firstRow = 0, std::int64_t firstColumn = 0);

} // namespace rope

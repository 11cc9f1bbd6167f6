#pragma once

#include "core/base/matrix.h"

#include <optional>
#include <string>
#include <vector>

namespace rope {

/// How the rows of a projection were moved within each head.
enum class RowOrder {
    Same,          ///< not at all
    ToInterleaved, ///< from (j, j + d/2) to (2j, 2j + 1)
    ToHalfSplit,   ///< back
};

/// Rows of one projection in two files. Shapes (heads * headDim, some columns).
struct ProjectionRows {
    std::string name; ///< `q_proj`
    RowMatrixF first;
    RowMatrixF second;
};

/// What was done to the rows of one projection.
struct RowFinding {
    std::string name;
    RowOrder order = RowOrder::Same;
    int headDim = 0;               ///< rows that were moved among themselves; 0: not told where they are the same
    double residual = 1.0;         ///< |second - moved first| / |first|
    double nextResidual = 1.0;     ///< of the next best reading
    std::vector<int> wrongHeads{}; ///< heads that do not follow, where their size is known
    std::vector<int> wrongRows{};  ///< rows that do not follow, where rows are in the same order
};

/// Rows of two files compared.
struct WeightDiagnosis {
    std::string verdict;
    bool consistent = false;         ///< queries and keys were moved alike, every head
    std::vector<std::string> faults; ///< `rows_differ`, `query_key_differ`, `key_heads`, `head_wrong`
    std::vector<RowFinding> rows;
};

/// The order of rows with the smallest residual. Requires equal shapes.
RowFinding findRowOrder(const ProjectionRows& rows);

/// All projections of a layer.
WeightDiagnosis diagnoseWeights(const std::vector<ProjectionRows>& projections);

} // namespace rope

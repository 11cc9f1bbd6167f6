#pragma once

#include "core/rotation/multi_axis.h"
#include "core/schemes/scheme.h"
#include "core/state/state.h"

#include <span>
#include <vector>

namespace rope {

/// Each row of a (T, headDim) block turned to its position on every axis, positions[axis][r]: the axes are those of
/// axisNames(rotary). Otherwise as below. Requires a model with axes and as many lists of T positions as it has axes.
RowMatrix rotatedRows(const RowMatrix& x, std::span<const AxisPositions> positions, const RotarySettings& rotary,
                      const Schedule& schedule);

/// Each row of a (T, headDim) block turned to positions[r] as this kind of layer does it: which channels turn, which
/// way, how they pair. A layer without positions returns the block as it is. Requires x.cols() == rotary.headDim.
RowMatrix rotatedRows(const RowMatrix& x, std::span<const std::int64_t> positions, const RotarySettings& rotary,
                      const Schedule& schedule);

/// first, first + 1, ..., `count` of them.
std::vector<std::int64_t> consecutivePositions(std::int64_t first, std::int64_t count);

/// The (T, d) block in an .npy file with d = headDim and every number finite, or a refusal that names file and cell.
Result<RowMatrix> readRows(const std::string& path, int headDim);

} // namespace rope

#pragma once

#include "core/captures/tensors/tensor.h"
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

/// A (T, d) array of floats in a file with d = headDim, of which no number is read yet. `source` is a path, with
/// `::NAME` behind it where the file holds several arrays (dump.safetensors::layers.0.q).
Result<Tensor> rowsTensor(const std::string& source, int headDim);

/// Some rows of it, every number finite and at most 1e150; refused with file and cell.
Result<RowMatrix> readRows(const Tensor& tensor, Slice rows);

} // namespace rope

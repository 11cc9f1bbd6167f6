#include "app/rotary_rows.h"

#include "core/npy.h"
#include "core/state/derived.h"

#include <numeric>

namespace rope {

RowMatrix rotatedRows(const RowMatrix& x, std::span<const std::int64_t> positions, const RotarySettings& rotary,
                      const Schedule& schedule)
{
    if (!rotary.rotates)
        return x;
    const Eigen::VectorXd angles = signedFrequencies(rotary, schedule);
    const Eigen::Index turning = 2 * angles.size();
    const Eigen::Index first = rotary.rotatesTail ? x.cols() - turning : 0;
    RowMatrix rotated = x;
    rotated.middleCols(first, turning) =
        rotateRows(x.middleCols(first, turning), positions, angles, rotary.pairing, schedule.attentionFactor);
    return rotated;
}

std::vector<std::int64_t> consecutivePositions(std::int64_t first, std::int64_t count)
{
    std::vector<std::int64_t> positions(static_cast<std::size_t>(count));
    std::iota(positions.begin(), positions.end(), first);
    return positions;
}

Result<RowMatrix> readRows(const std::string& path, int headDim)
{
    const Result<NpyArray> array = readNpy(path);
    if (!array)
        return tl::unexpected(array.error());
    Result<RowMatrix> rows = matrixOf(*array, path);
    if (rows && rows->cols() != headDim)
        return refuse(path, "rows have " + std::to_string(rows->cols()) + " channels; model.head_dim is " +
                                std::to_string(headDim) + ", so the shape must be (T, " + std::to_string(headDim) +
                                ")");
    return rows;
}

} // namespace rope

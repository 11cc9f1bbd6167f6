#include "app/files/rotary_rows.h"

#include "core/base/npy.h"
#include "core/state/axes.h"
#include "core/state/derived.h"

#include <numeric>

namespace rope {

namespace {

/// x with `turn` done to its rotary channels.
template <class Turn> RowMatrix turnedWhereItRotates(const RowMatrix& x, const RotarySettings& rotary, Turn turn)
{
    if (!rotary.rotates)
        return x;
    const Eigen::Index turning = rotary.rotaryDim;
    const Eigen::Index first = rotary.rotatesTail ? x.cols() - turning : 0;
    RowMatrix rotated = x;
    rotated.middleCols(first, turning) = turn(RowMatrix(x.middleCols(first, turning)));
    return rotated;
}

} // namespace

RowMatrix rotatedRows(const RowMatrix& x, std::span<const AxisPositions> positions, const RotarySettings& rotary,
                      const Schedule& schedule)
{
    const std::vector<int> axes = axisIndexOfPair(rotary);
    return turnedWhereItRotates(x, rotary, [&](const RowMatrix& rows) {
        return rotateAxesRows(rows, positions, axes, signedFrequencies(rotary, schedule), rotary.pairing,
                              schedule.attentionFactor);
    });
}

RowMatrix rotatedRows(const RowMatrix& x, std::span<const std::int64_t> positions, const RotarySettings& rotary,
                      const Schedule& schedule)
{
    return turnedWhereItRotates(x, rotary, [&](const RowMatrix& rows) {
        return rotateRows(rows, positions, signedFrequencies(rotary, schedule), rotary.pairing,
                          schedule.attentionFactor);
    });
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

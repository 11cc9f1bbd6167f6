#include "app/files/rotary_rows.h"

#include "core/base/npy.h"
#include "core/captures/tensors/tensor_files.h"
#include "core/state/axes.h"
#include "core/state/derived.h"

#include <algorithm>
#include <cmath>
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

namespace {

constexpr double largestValue = 1e150; ///< products of two rows of such values stay finite

/// The one array that `source` names.
Result<Tensor> namedTensor(const std::string& source)
{
    const std::size_t colons = source.rfind("::");
    const std::string path = source.substr(0, colons);
    const Result<std::vector<Tensor>> tensors = openTensors(path);
    if (!tensors)
        return tl::unexpected(tensors.error());
    if (colons == std::string::npos && tensors->size() == 1)
        return tensors->front();
    std::string names;
    for (const Tensor& tensor : *tensors) {
        if (colons != std::string::npos && tensor.name == source.substr(colons + 2))
            return tensor;
        if (names.size() < 200)
            names += (names.empty() ? "" : ", ") + tensor.name;
    }
    return refuse(path, (colons == std::string::npos
                             ? "holds several arrays; write which one behind its name, " + path + "::NAME, of "
                             : "holds no array of this name; it holds ") +
                            names);
}

} // namespace

Result<Tensor> rowsTensor(const std::string& source, int headDim)
{
    Result<Tensor> tensor = namedTensor(source);
    if (!tensor)
        return tensor;
    tensor->name = source;
    const std::vector<std::int64_t> shape = readShape(*tensor);
    if (shape.size() != 2 || shape[0] == 0 || shape[1] == 0)
        return refuse(source, "its shape is " + shapeText(shape) + "; a (T, d) array with T, d >= 1 is needed");
    if (isInteger(tensor->type))
        return refuse(source, "its values are integers; floats are needed");
    if (shape[1] != headDim)
        return refuse(source, "rows have " + std::to_string(shape[1]) + " channels; model.head_dim is " +
                                  std::to_string(headDim) + ", so the shape must be (T, " + std::to_string(headDim) +
                                  ")");
    return tensor;
}

Result<RowMatrix> readRows(const Tensor& tensor, Slice rows)
{
    const Result<TensorValues> values = readTensor(tensor, {rows, {0, tensor.shape[1]}});
    if (!values)
        return tl::unexpected(values.error());
    const std::int64_t channels = readShape(tensor)[1];
    return std::visit(
        [&](const auto& list) -> Result<RowMatrix> {
            const auto broken = std::ranges::find_if(
                list, [](auto value) { return !(std::abs(static_cast<double>(value)) <= largestValue); });
            if (broken != list.end())
                return refuse(tensor.name,
                              "value " + std::to_string(rows.first * channels + (broken - list.begin())) + " is " +
                                  (std::isfinite(*broken) ? "beyond 1e150, too large for a score" : "not finite"));
            using Number = typename std::decay_t<decltype(list)>::value_type;
            using Matrix = Eigen::Matrix<Number, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
            return RowMatrix(Eigen::Map<const Matrix>(list.data(), rows.count, channels).template cast<double>());
        },
        *values);
}

} // namespace rope

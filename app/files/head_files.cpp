#include "app/files/head_files.h"

#include "core/base/npy.h"
#include "core/captures/tensors/tensor_files.h"

#include <algorithm>
#include <cmath>

namespace rope {

namespace {

constexpr std::uint64_t maximumBytes = std::uint64_t{4} << 30U;

Result<NamedTensor> checked(NamedTensor tensor)
{
    const bool finite = std::visit(
        [](const auto& list) { return std::ranges::all_of(list, [](auto value) { return std::abs(value) <= 1e30; }); },
        tensor.values);
    if (!finite)
        return refuse(tensor.name, "holds values that are not finite or beyond 1e30");
    return tensor;
}

std::string usualAxes(std::size_t count)
{
    constexpr const char* names[] = {"", "", "td", "thd", "bthd", "lbthd"};
    return count < std::size(names) ? names[count] : "";
}

bool areAxes(const std::string& axes)
{
    return axes.find('t') != std::string::npos && axes.find('d') != std::string::npos &&
           std::ranges::all_of(axes, [&](char axis) {
               return std::string_view("blthd").find(axis) != std::string_view::npos &&
                      std::ranges::count(axes, axis) == 1;
           });
}

/// Values in the order t, then the other axes but d in theirs, then d.
template <class Value>
std::vector<Value> reordered(const std::vector<Value>& values, const std::vector<std::int64_t>& shape,
                             const std::string& axes)
{
    std::vector<std::size_t> order = {axes.find('t')};
    for (std::size_t axis = 0; axis < axes.size(); ++axis)
        if (axes[axis] != 't' && axes[axis] != 'd')
            order.push_back(axis);
    order.push_back(axes.find('d'));
    std::vector<std::size_t> strides(shape.size(), 1);
    for (std::size_t axis = shape.size() - 1; axis > 0; --axis)
        strides[axis - 1] = strides[axis] * static_cast<std::size_t>(shape[axis]);
    std::vector<std::size_t> at(shape.size(), 0);
    std::vector<Value> moved;
    moved.reserve(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
        std::size_t index = 0;
        for (std::size_t axis = 0; axis < order.size(); ++axis)
            index += at[axis] * strides[order[axis]];
        moved.push_back(values[index]);
        for (std::size_t axis = order.size(); axis-- > 0;) {
            if (++at[axis] < static_cast<std::size_t>(shape[order[axis]]))
                break;
            at[axis] = 0;
        }
    }
    return moved;
}

} // namespace

Result<std::vector<NamedTensor>> readTensors(const std::string& path)
{
    const Result<std::vector<Tensor>> found = openTensors(path);
    if (!found)
        return tl::unexpected(found.error());
    std::vector<NamedTensor> tensors;
    std::uint64_t left = maximumBytes;
    for (const Tensor& each : *found) {
        const std::int64_t count = countOf(each.shape).value_or(0);
        if (isInteger(each.type) || each.shape.size() < 2 || count == 0)
            continue;
        Result<TensorValues> values = readTensor(each, wholeOf(each), left);
        if (!values)
            return tl::unexpected(values.error());
        left -= std::visit([](const auto& list) { return list.size() * sizeof(list[0]); }, *values);
        Result<NamedTensor> tensor = checked({each.name, readShape(each), *std::move(values)});
        if (!tensor)
            return refuse(path, describe(tensor.error()));
        tensors.push_back(*std::move(tensor));
    }
    if (tensors.empty())
        return refuse(path, "holds no array of floats with two or more axes");
    return tensors;
}

Result<HeadRows> headRowsOf(NamedTensor tensor, const std::optional<std::string>& axes)
{
    const std::string names = axes.value_or(usualAxes(tensor.shape.size()));
    if (!areAxes(names) || names.size() != tensor.shape.size())
        return refuse(axes ? "--axes" : tensor.name,
                      "an array of shape " + shapeText(tensor.shape) + " needs " + std::to_string(tensor.shape.size()) +
                          " different letters of b, l, t, h and d, t and d among them, such as " +
                          (usualAxes(tensor.shape.size()).empty() ? "bthd" : usualAxes(tensor.shape.size())));
    const std::int64_t tokens = tensor.shape[names.find('t')];
    const std::int64_t headDim = tensor.shape[names.find('d')];
    std::int64_t heads = 1;
    for (std::size_t axis = 0; axis < names.size(); ++axis)
        if (names[axis] != 't' && names[axis] != 'd')
            heads *= tensor.shape[axis];
    const bool inOrder = names == "td" || names == "thd" || (names == "bthd" && tensor.shape[0] == 1);
    if (!inOrder)
        tensor.values = std::visit(
            [&](const auto& list) -> HeadRows::Values { return reordered(list, tensor.shape, names); }, tensor.values);
    return HeadRows(std::move(tensor.name), std::move(tensor.values), tokens, heads, headDim);
}

} // namespace rope

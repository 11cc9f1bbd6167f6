#include "app/files/head_files.h"

#include "app/files/safetensors.h"
#include "core/base/npy.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>

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

Result<std::vector<NamedTensor>> readNpyTensor(const std::string& path)
{
    Result<NpyArray> array = readNpy(path);
    if (!array)
        return tl::unexpected(array.error());
    if (array->isInteger())
        return refuse(path, "its values are integers; floats are needed");
    HeadRows::Values values;
    if (auto* floats = std::get_if<std::vector<float>>(&array->values))
        values = std::move(*floats);
    else
        values = std::get<std::vector<double>>(std::move(array->values));
    Result<NamedTensor> tensor = checked({path, array->shape, std::move(values)});
    if (!tensor)
        return tl::unexpected(tensor.error());
    return std::vector{*std::move(tensor)};
}

Result<std::vector<NamedTensor>> readSafetensors(const std::string& path)
{
    Result<SafetensorsFile> file = SafetensorsFile::open(path);
    if (!file)
        return tl::unexpected(file.error());
    std::vector<NamedTensor> tensors;
    std::uint64_t taken = 0;
    for (const SafetensorsEntry& entry : file->entries()) {
        taken += entry.size;
        if (taken > maximumBytes)
            return refuse(path, "holds more than 4 GiB of arrays; write those of one layer into a file of its own");
        const Result<std::string> bytes = file->read(entry.first, entry.size);
        if (!bytes)
            return tl::unexpected(bytes.error());
        HeadRows::Values values;
        if (entry.type == "F64") {
            std::vector<double> wide(entry.size / 8);
            std::memcpy(wide.data(), bytes->data(), bytes->size());
            values = std::move(wide);
        } else {
            values = SafetensorsFile::decoded(entry.type, *bytes);
        }
        Result<NamedTensor> tensor = checked({entry.name, entry.shape, std::move(values)});
        if (!tensor)
            return refuse(path, describe(tensor.error()));
        tensors.push_back(*std::move(tensor));
    }
    return tensors;
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
    const std::string ending = std::filesystem::path(path).extension().string();
    if (ending == ".npy")
        return readNpyTensor(path);
    if (ending == ".safetensors")
        return readSafetensors(path);
    return refuse(path, "is read by its ending, and " + (ending.empty() ? "it has none" : ending + " is not known") +
                            "; .npy and .safetensors are");
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

#include "app/files/head_files.h"

#include "core/base/files.h"
#include "core/base/json_text.h"
#include "core/base/npy.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

namespace rope {

namespace {

constexpr std::uint64_t maximumBytes = std::uint64_t{4} << 30U;
constexpr std::uint64_t maximumHeaderBytes = 16U << 20U;

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

/// One entry of a safetensors header.
struct Entry {
    std::string name;
    std::string type;
    std::vector<std::int64_t> shape;
    std::uint64_t first = 0;
    std::uint64_t last = 0;
    std::uint64_t count = 1;
};

std::uint64_t widthOf(const std::string& type)
{
    return type == "F64" ? 8 : type == "F32" ? 4 : type == "F16" || type == "BF16" ? 2 : 0;
}

/// The entry, or nothing where it holds no array of floats; refused where its numbers do not fit one another.
Result<std::optional<Entry>> entryOf(const std::string& name, const nlohmann::json& value, std::uint64_t dataSize)
{
    const auto wrong = [&] {
        return refuse(name.substr(0, 120), "its shape and data_offsets do not fit one another and the file");
    };
    if (!value.is_object() || !value.contains("dtype") || !value["dtype"].is_string() || !value.contains("shape") ||
        !value["shape"].is_array() || !value.contains("data_offsets") || value["data_offsets"].size() != 2 ||
        !value["data_offsets"][0].is_number_unsigned() || !value["data_offsets"][1].is_number_unsigned())
        return wrong();
    Entry entry;
    entry.name = name;
    entry.type = value["dtype"].get<std::string>();
    entry.first = value["data_offsets"][0].get<std::uint64_t>();
    entry.last = value["data_offsets"][1].get<std::uint64_t>();
    for (const nlohmann::json& length : value["shape"]) {
        if (!length.is_number_unsigned() || length.get<std::uint64_t>() > dataSize)
            return wrong();
        entry.shape.push_back(length.get<std::int64_t>());
        if (entry.count > 0 && length.get<std::uint64_t>() > dataSize / entry.count)
            return wrong();
        entry.count *= length.get<std::uint64_t>();
    }
    const std::uint64_t width = widthOf(entry.type);
    if (width == 0 || entry.shape.size() < 2 || entry.count == 0)
        return std::optional<Entry>();
    if (entry.first > entry.last || entry.last > dataSize || entry.last - entry.first != entry.count * width)
        return wrong();
    return std::optional(entry);
}

HeadRows::Values decoded(const Entry& entry, const std::string& bytes)
{
    const auto count = static_cast<std::size_t>(entry.count);
    if (entry.type == "F64") {
        std::vector<double> values(count);
        std::memcpy(values.data(), bytes.data(), bytes.size());
        return values;
    }
    std::vector<float> values(count);
    if (entry.type == "F32") {
        std::memcpy(values.data(), bytes.data(), bytes.size());
        return values;
    }
    for (std::size_t i = 0; i < count; ++i) {
        std::uint16_t raw = 0;
        std::memcpy(&raw, bytes.data() + 2 * i, 2);
        values[i] = entry.type == "BF16" ? std::bit_cast<float>(static_cast<std::uint32_t>(raw) << 16U)
                                         : static_cast<float>(Eigen::numext::bit_cast<Eigen::half>(raw));
    }
    return values;
}

Result<std::string> readPiece(std::ifstream& file, const std::string& path, std::uint64_t first, std::uint64_t size)
{
    std::string bytes(size, '\0');
    file.seekg(static_cast<std::streamoff>(first));
    file.read(bytes.data(), static_cast<std::streamsize>(size));
    if (static_cast<std::uint64_t>(file.gcount()) != size)
        return failMachine(path, "cannot be read to its end");
    return bytes;
}

Result<std::vector<NamedTensor>> readSafetensors(const std::string& path)
{
    static_assert(std::endian::native == std::endian::little);
    const Result<std::uint64_t> size = ordinaryFileSize(path, "a .safetensors file");
    if (!size)
        return tl::unexpected(size.error());
    std::ifstream file(path, std::ios::binary);
    if (!file)
        return refuse(path, "cannot be opened; is it yours to read?");
    if (*size < 8)
        return refuse(path, "is shorter than the 8 bytes a .safetensors file begins with");
    const Result<std::string> start = readPiece(file, path, 0, 8);
    if (!start)
        return tl::unexpected(start.error());
    std::uint64_t headerSize = 0;
    std::memcpy(&headerSize, start->data(), 8);
    if (headerSize > maximumHeaderBytes || headerSize > *size - 8)
        return refuse(path,
                      "claims a header of " + std::to_string(headerSize) + " bytes, more than the file or 16 MiB");
    const Result<std::string> text = readPiece(file, path, 8, headerSize);
    if (!text)
        return tl::unexpected(text.error());
    const Result<nlohmann::json> header = parseJson(*text);
    if (!header || !header->is_object())
        return refuse(path, "its header is no JSON object" + (header ? "" : ": " + header.error().message));
    std::vector<NamedTensor> tensors;
    std::uint64_t taken = 0;
    for (const auto& [name, value] : header->items()) {
        if (name == "__metadata__")
            continue;
        const Result<std::optional<Entry>> entry = entryOf(name, value, *size - 8 - headerSize);
        if (!entry)
            return refuse(path, describe(entry.error()));
        if (!*entry)
            continue;
        taken += (*entry)->last - (*entry)->first;
        if (taken > maximumBytes)
            return refuse(path, "holds more than 4 GiB of arrays; write those of one layer into a file of its own");
        const Result<std::string> bytes =
            readPiece(file, path, 8 + headerSize + (*entry)->first, (*entry)->last - (*entry)->first);
        if (!bytes)
            return tl::unexpected(bytes.error());
        Result<NamedTensor> tensor = checked({name, (*entry)->shape, decoded(**entry, *bytes)});
        if (!tensor)
            return refuse(path, describe(tensor.error()));
        tensors.push_back(*std::move(tensor));
    }
    if (tensors.empty())
        return refuse(path, "holds no array of floats with two or more axes");
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

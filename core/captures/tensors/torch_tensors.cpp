#include "core/captures/tensors/torch_tensors.h"

#include "core/captures/tensors/pickle.h"

#include <algorithm>
#include <iterator>

namespace rope {

namespace {

constexpr std::string_view pickleName = "/data.pkl";
constexpr std::uint64_t mostPickle = (std::uint64_t{64} << 20U) + 1;

struct TypeName {
    std::string_view name;
    NumberType type;
};
constexpr TypeName typeNames[] = {
    {"DoubleStorage", NumberType::Float64},
    {"FloatStorage", NumberType::Float32},
    {"HalfStorage", NumberType::Float16},
    {"BFloat16Storage", NumberType::BFloat16},
    {"LongStorage", NumberType::Int64},
    {"IntStorage", NumberType::Int32},
    {"ShortStorage", NumberType::Int16},
    {"CharStorage", NumberType::Int8},
    {"ByteStorage", NumberType::UInt8},
    {"BoolStorage", NumberType::Bool},
    {"ComplexFloatStorage", NumberType::Complex64},
    {"ComplexDoubleStorage", NumberType::Complex128},
    {"float64", NumberType::Float64},
    {"float32", NumberType::Float32},
    {"float16", NumberType::Float16},
    {"bfloat16", NumberType::BFloat16},
    {"float8_e4m3fn", NumberType::Float8E4M3},
    {"float8_e5m2", NumberType::Float8E5M2},
};

const ZipMember* memberWithEnd(const std::vector<ZipMember>& members, std::string_view end)
{
    const auto found = std::ranges::find_if(members, [&](const ZipMember& each) { return each.name.ends_with(end); });
    return found == members.end() ? nullptr : &*found;
}

/// The archive says so since PyTorch 2.0; before, it was the byte order of the machine, which is little as good as
/// always.
Result<bool> isBigEndian(const std::vector<ZipMember>& members, const std::string& root)
{
    const auto found = std::ranges::find(members, root + "/byteorder", &ZipMember::name);
    if (found == members.end())
        return false;
    return bytesOf(*found->bytes, 0, 16).map([](const std::string& order) { return order.starts_with("big"); });
}

} // namespace

bool isTorchArchive(const std::vector<ZipMember>& members)
{
    return memberWithEnd(members, pickleName) != nullptr;
}

Result<std::vector<Tensor>> torchTensors(const std::vector<ZipMember>& members, const std::string& path)
{
    const ZipMember* pickle = memberWithEnd(members, pickleName);
    if (pickle == nullptr)
        return refuse(path, "has no data.pkl, so torch.save did not write it");
    const std::string root = pickle->name.substr(0, pickle->name.size() - pickleName.size());
    const Result<std::string> bytes = bytesOf(*pickle->bytes, 0, mostPickle);
    if (!bytes)
        return tl::unexpected(bytes.error());
    const Result<std::vector<PickledTensor>> pickled = pickledTensors(*bytes, path);
    if (!pickled)
        return tl::unexpected(pickled.error());
    const Result<bool> bigEndian = isBigEndian(members, root);
    if (!bigEndian)
        return tl::unexpected(bigEndian.error());
    std::vector<Tensor> tensors;
    for (const PickledTensor& each : *pickled) {
        const auto type = std::ranges::find(typeNames, each.storageType, &TypeName::name);
        const auto storage = std::ranges::find(members, root + "/data/" + each.storageKey, &ZipMember::name);
        if (type == std::end(typeNames))
            return refuse(path, each.name + ": its numbers are of the type " + each.storageType.substr(0, 40) +
                                    ", which is not read");
        if (storage == members.end())
            return refuse(path, each.name + ": its numbers are not in the archive");
        const std::uint64_t width = widthOf(type->type);
        if (static_cast<std::uint64_t>(each.offset) > storage->bytes->size() / width)
            return refuse(path, each.name + ": begins behind the end of its storage");
        tensors.push_back({each.name, type->type, *bigEndian, each.shape, each.strides, storage->bytes,
                           static_cast<std::uint64_t>(each.offset) * width});
        if (const Result<void> within = requireWithin(tensors.back()); !within)
            return refuse(path, describe(within.error()));
    }
    return tensors;
}

} // namespace rope

#include "core/captures/tensors/safetensors.h"

#include "core/base/json_text.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

namespace rope {

namespace {

constexpr std::uint64_t maximumHeaderBytes = 16U << 20U;
constexpr std::size_t maximumAxes = 8;
constexpr std::size_t shownName = 120;

struct TypeName {
    std::string_view name;
    NumberType type;
};
constexpr TypeName typeNames[] = {
    {"F64", NumberType::Float64},
    {"F32", NumberType::Float32},
    {"F16", NumberType::Float16},
    {"BF16", NumberType::BFloat16},
    {"F8_E4M3", NumberType::Float8E4M3},
    {"F8_E5M2", NumberType::Float8E5M2},
    {"C64", NumberType::Complex64},
    {"I64", NumberType::Int64},
    {"I32", NumberType::Int32},
    {"I16", NumberType::Int16},
    {"I8", NumberType::Int8},
    {"U8", NumberType::UInt8},
    {"BOOL", NumberType::Bool},
};

/// Where an entry lies in the data, whatever its type.
struct Place {
    std::string name;
    std::uint64_t first = 0;
    std::uint64_t last = 0;
};

std::optional<Place> placeOf(const std::string& name, const nlohmann::json& value, std::uint64_t dataSize)
{
    if (!value.is_object() || !value.contains("dtype") || !value["dtype"].is_string() || !value.contains("shape") ||
        !value["shape"].is_array() || value["shape"].size() > maximumAxes || !value.contains("data_offsets"))
        return std::nullopt;
    const nlohmann::json& offsets = value["data_offsets"];
    if (!offsets.is_array() || offsets.size() != 2 || !offsets[0].is_number_unsigned() ||
        !offsets[1].is_number_unsigned())
        return std::nullopt;
    Place place{name.substr(0, shownName), offsets[0].get<std::uint64_t>(), offsets[1].get<std::uint64_t>()};
    return place.first <= place.last && place.last <= dataSize ? std::optional(std::move(place)) : std::nullopt;
}

std::optional<std::vector<std::int64_t>> shapeOf(const nlohmann::json& lengths)
{
    std::vector<std::int64_t> shape;
    for (const nlohmann::json& length : lengths) {
        if (!length.is_number_unsigned() || length.get<std::uint64_t>() > (std::uint64_t{1} << 48U))
            return std::nullopt;
        shape.push_back(length.get<std::int64_t>());
    }
    return shape;
}

Result<void> requireApart(std::vector<Place> places, const std::string& path)
{
    std::ranges::sort(places, {}, &Place::first);
    for (std::size_t i = 1; i < places.size(); ++i)
        if (places[i].first < places[i - 1].last)
            return refuse(path, places[i].name + " overlaps " + places[i - 1].name);
    return {};
}

} // namespace

Result<std::vector<Tensor>> safetensorsTensors(const std::shared_ptr<ByteSource>& source, const std::string& path)
{
    if (source->size() < 8)
        return refuse(path, "is shorter than the 8 bytes a .safetensors file begins with");
    const Result<std::string> start = bytesOf(*source, 0, 8);
    if (!start)
        return tl::unexpected(start.error());
    std::uint64_t headerSize = 0;
    for (std::size_t i = 8; i-- > 0;)
        headerSize = headerSize << 8U | static_cast<unsigned char>((*start)[i]);
    if (headerSize > maximumHeaderBytes || headerSize > source->size() - 8)
        return refuse(path,
                      "claims a header of " + std::to_string(headerSize) + " bytes, more than the file or 16 MiB");
    const Result<std::string> text = bytesOf(*source, 8, headerSize);
    if (!text)
        return tl::unexpected(text.error());
    const Result<nlohmann::json> header = parseJson(*text);
    if (!header || !header->is_object())
        return refuse(path, "its header is no JSON object" + (header ? "" : ": " + header.error().message));
    const std::uint64_t data = 8 + headerSize;
    std::vector<Tensor> tensors;
    std::vector<Place> places;
    for (const auto& [name, value] : header->items()) {
        if (name == "__metadata__")
            continue;
        const std::optional<Place> place = placeOf(name, value, source->size() - data);
        const std::optional<std::vector<std::int64_t>> shape = place ? shapeOf(value["shape"]) : std::nullopt;
        const auto type = shape ? std::ranges::find(typeNames, value["dtype"].get<std::string>(), &TypeName::name)
                                : std::end(typeNames);
        const std::optional<std::int64_t> count = shape ? countOf(*shape) : std::nullopt;
        if (!count || (type != std::end(typeNames) &&
                       static_cast<std::uint64_t>(*count) * widthOf(type->type) != place->last - place->first))
            return refuse(path, name.substr(0, shownName) +
                                    ": its shape and data_offsets do not fit one another and the file");
        places.push_back(*place);
        if (type != std::end(typeNames))
            tensors.push_back({name, type->type, false, *shape, cStrides(*shape), source, data + place->first});
    }
    if (const Result<void> apart = requireApart(std::move(places), path); !apart)
        return tl::unexpected(apart.error());
    return tensors;
}

} // namespace rope

#include "app/files/safetensors.h"

#include "core/base/files.h"
#include "core/base/json_text.h"

#include <Eigen/Core>
#include <algorithm>
#include <bit>
#include <cstring>
#include <nlohmann/json.hpp>
#include <optional>

namespace rope {

namespace {

static_assert(std::endian::native == std::endian::little, "values are read as they lie in the file");

constexpr std::uint64_t maximumHeaderBytes = 16U << 20U;
constexpr std::size_t maximumAxes = 8;

/// The entry with offsets from the start of the data; refused where its numbers do not fit one another.
Result<std::optional<SafetensorsEntry>> entryOf(const std::string& name, const nlohmann::json& value,
                                                std::uint64_t dataSize)
{
    const auto wrong = [&] {
        return refuse(name.substr(0, 120), "its shape and data_offsets do not fit one another and the file");
    };
    if (!value.is_object() || !value.contains("dtype") || !value["dtype"].is_string() || !value.contains("shape") ||
        !value["shape"].is_array() || value["shape"].size() > maximumAxes || !value.contains("data_offsets") ||
        !value["data_offsets"].is_array() || value["data_offsets"].size() != 2 ||
        !value["data_offsets"][0].is_number_unsigned() || !value["data_offsets"][1].is_number_unsigned())
        return wrong();
    SafetensorsEntry entry;
    entry.name = name;
    entry.type = value["dtype"].get<std::string>();
    entry.first = value["data_offsets"][0].get<std::uint64_t>();
    const auto last = value["data_offsets"][1].get<std::uint64_t>();
    if (entry.first > last || last > dataSize)
        return wrong();
    entry.size = last - entry.first;
    std::uint64_t count = 1;
    for (const nlohmann::json& length : value["shape"]) {
        if (!length.is_number_unsigned() || length.get<std::uint64_t>() > dataSize ||
            (count > 0 && length.get<std::uint64_t>() > dataSize / count))
            return wrong();
        entry.shape.push_back(length.get<std::int64_t>());
        count *= length.get<std::uint64_t>();
    }
    const std::uint64_t width = safetensorsWidth(entry.type);
    if (width != 0 && entry.size != count * width)
        return wrong();
    const bool wanted = width != 0 && entry.shape.size() >= 2 && count > 0;
    return wanted ? std::optional(std::move(entry)) : std::nullopt;
}

Result<void> requireApart(std::vector<SafetensorsEntry> entries)
{
    std::ranges::sort(entries, {}, &SafetensorsEntry::first);
    for (std::size_t i = 1; i < entries.size(); ++i)
        if (entries[i].first < entries[i - 1].first + entries[i - 1].size)
            return refuse(entries[i].name.substr(0, 120), "overlaps " + entries[i - 1].name.substr(0, 120));
    return {};
}

} // namespace

std::uint64_t safetensorsWidth(const std::string& type)
{
    return type == "F64" ? 8 : type == "F32" ? 4 : type == "F16" || type == "BF16" ? 2 : 0;
}

Result<SafetensorsFile> SafetensorsFile::open(const std::string& path)
{
    const Result<std::uint64_t> size = ordinaryFileSize(path, "a .safetensors file");
    if (!size)
        return tl::unexpected(size.error());
    SafetensorsFile opened;
    opened.path_ = path;
    opened.file_.open(path, std::ios::binary);
    if (!opened.file_)
        return refuse(path, "cannot be opened; is it yours to read?");
    if (*size < 8)
        return refuse(path, "is shorter than the 8 bytes a .safetensors file begins with");
    const Result<std::string> start = opened.read(0, 8);
    if (!start)
        return tl::unexpected(start.error());
    std::uint64_t headerSize = 0;
    std::memcpy(&headerSize, start->data(), 8);
    if (headerSize > maximumHeaderBytes || headerSize > *size - 8)
        return refuse(path,
                      "claims a header of " + std::to_string(headerSize) + " bytes, more than the file or 16 MiB");
    const Result<std::string> text = opened.read(8, headerSize);
    if (!text)
        return tl::unexpected(text.error());
    const Result<nlohmann::json> header = parseJson(*text);
    if (!header || !header->is_object())
        return refuse(path, "its header is no JSON object" + (header ? "" : ": " + header.error().message));
    for (const auto& [name, value] : header->items()) {
        if (name == "__metadata__")
            continue;
        Result<std::optional<SafetensorsEntry>> entry = entryOf(name, value, *size - 8 - headerSize);
        if (!entry)
            return refuse(path, describe(entry.error()));
        if (*entry)
            opened.entries_.push_back(**std::move(entry));
    }
    if (opened.entries_.empty())
        return refuse(path, "holds no array of floats with two or more axes");
    if (const Result<void> apart = requireApart(opened.entries_); !apart)
        return refuse(path, describe(apart.error()));
    for (SafetensorsEntry& entry : opened.entries_)
        entry.first += 8 + headerSize;
    return opened;
}

Result<std::string> SafetensorsFile::read(std::uint64_t first, std::uint64_t size)
{
    std::string bytes(size, '\0');
    file_.seekg(static_cast<std::streamoff>(first));
    file_.read(bytes.data(), static_cast<std::streamsize>(size));
    if (static_cast<std::uint64_t>(file_.gcount()) != size)
        return failMachine(path_, "cannot be read to its end");
    return bytes;
}

std::vector<float> SafetensorsFile::decoded(const std::string& type, const std::string& bytes)
{
    const std::uint64_t width = safetensorsWidth(type);
    std::vector<float> values(bytes.size() / width);
    if (type == "F32") {
        std::memcpy(values.data(), bytes.data(), bytes.size());
        return values;
    }
    for (std::size_t i = 0; i < values.size(); ++i) {
        const char* at = bytes.data() + i * width;
        double wide = 0.0;
        std::uint16_t raw = 0;
        if (type == "F64")
            std::memcpy(&wide, at, sizeof wide);
        else
            std::memcpy(&raw, at, sizeof raw);
        values[i] = type == "F64"    ? static_cast<float>(wide)
                    : type == "BF16" ? std::bit_cast<float>(static_cast<std::uint32_t>(raw) << 16U)
                                     : static_cast<float>(Eigen::numext::bit_cast<Eigen::half>(raw));
    }
    return values;
}

} // namespace rope

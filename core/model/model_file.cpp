#include "core/model/model_file.h"

#include "core/base/files.h"
#include "core/base/json_text.h"
#include "core/base/plain_text.h"
#include "core/model/config/config_json.h"
#include "core/model/gguf/gguf.h"

#include <algorithm>
#include <array>
#include <fstream>

namespace rope {
namespace {

namespace fs = std::filesystem;

/// At most `size` bytes from `first` on; fewer where the file ends.
std::string readBytes(std::ifstream& file, std::uint64_t first, std::uint64_t size)
{
    std::string bytes(size, '\0');
    file.clear();
    file.seekg(static_cast<std::streamoff>(first));
    file.read(bytes.data(), static_cast<std::streamsize>(size));
    bytes.resize(static_cast<std::size_t>(std::max<std::streamsize>(file.gcount(), 0)));
    return bytes;
}

Result<std::uint64_t> checkedSize(const fs::path& path)
{
    const Result<std::uint64_t> size = ordinaryFileSize(path, "a config.json or a .gguf file");
    if (!size)
        return refuse("", size.error().message);
    if (*size == 0)
        return refuse("", "is empty; it must be a config.json or a .gguf file");
    return size;
}

/// Reads as much as the header needs: the first megabyte mostly, the whole bound at worst.
Result<GgufHeader> readHeader(std::ifstream& file, std::uint64_t size)
{
    constexpr std::array<std::uint64_t, 3> attempts = {1U << 20U, 16U << 20U, maximumGgufHeaderBytes};
    Result<GgufHeader> header;
    for (const std::uint64_t bytes : attempts) {
        header = parseGgufHeader(readBytes(file, 0, std::min(bytes, size)));
        if (header || !isCutOff(header.error()) || bytes >= size)
            break;
    }
    return header;
}

Result<ModelFile> readGgufFile(std::ifstream& file, std::uint64_t size, const std::string& name)
{
    const auto header = readHeader(file, size);
    if (!header)
        return tl::unexpected(header.error());
    return readGgufHeader(*header, name, [&](const GgufTensor& tensor) -> Result<std::vector<double>> {
        const auto range = floatRange(*header, tensor, size);
        if (!range)
            return tl::unexpected(range.error());
        return decodeFloats(readBytes(file, range->first, range->size), header->bigEndian);
    });
}

Result<ModelFile> readOpened(const fs::path& path, const std::string& name)
{
    const auto size = checkedSize(path);
    if (!size)
        return tl::unexpected(size.error());
    std::ifstream file(path, std::ios::binary);
    const std::string magic = readBytes(file, 0, 4);
    if (magic.empty())
        return refuse("", "cannot be read; is it yours to read?");
    if (looksLikeGguf(magic))
        return readGgufFile(file, *size, name);
    if (*size > JsonLimits{}.bytes)
        return refuse(
            "", "is neither a .gguf file nor a config.json: it is larger than 16 MiB and does not begin with GGUF");
    return readConfigJson(readBytes(file, 0, *size), name);
}

/// The file that describes the model: of a folder its config.json or params.json, of weights the one beside them.
fs::path configOf(const fs::path& path)
{
    std::error_code error;
    const bool folder = fs::is_directory(path, error);
    if (!folder && path.extension() != ".safetensors")
        return path;
    for (const char* name : {"config.json", "params.json", "mlc-chat-config.json"}) {
        const fs::path candidate = (folder ? path : path.parent_path()) / name;
        if (fs::is_regular_file(candidate, error))
            return candidate;
    }
    return path;
}

} // namespace

Result<ModelFile> readModelFile(const std::filesystem::path& asked)
{
    const fs::path path = configOf(asked);
    const std::string name = printable(path.filename().string());
    return readOpened(path, name)
        .map([&](ModelFile file) {
            file.model.source = path.string();
            return file;
        })
        .map_error([&](Error error) {
            const std::string shown = name.empty() ? printable(path.string()) : name;
            error.field = error.field.empty() || shown.empty() ? shown + error.field : shown + ": " + error.field;
            return error;
        });
}

} // namespace rope

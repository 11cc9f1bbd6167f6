#include "tests/core/captures/tensors/samples.h"

#include <atomic>
#include <fstream>
#include <iterator>
#include <unistd.h>
#include <zip.h>

namespace rope::test {

namespace fs = std::filesystem;

ScratchFolder::ScratchFolder()
{
    static std::atomic<int> number = 0;
    folder_ = fs::temp_directory_path() / ("rope-tensors-" + std::to_string(getpid()) + "-" + std::to_string(number++));
    fs::create_directories(folder_);
}

ScratchFolder::~ScratchFolder()
{
    fs::remove_all(folder_);
}

std::string ScratchFolder::write(const std::string& name, const std::string& bytes) const
{
    std::ofstream(path(name), std::ios::binary) << bytes;
    return path(name);
}

std::string readBytes(const std::string& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::string npyFile(const std::string& type, const std::string& shape, const std::string& data, bool fortran)
{
    std::string header =
        "{'descr': '" + type + "', 'fortran_order': " + (fortran ? "True" : "False") + ", 'shape': " + shape + ", }";
    header += std::string(64 - (10 + header.size() + 1) % 64, ' ') + "\n";
    const char length[] = {static_cast<char>(header.size() % 256), static_cast<char>(header.size() / 256)};
    return std::string("\x93NUMPY\x01\x00", 8) + std::string(length, 2) + header + data;
}

std::string safetensorsFile(const std::string& header, const std::string& data)
{
    const std::uint64_t length = header.size();
    return bytesOf(std::vector<std::uint64_t>{length}) + header + data;
}

std::string zipFile(const ScratchFolder& folder, const std::vector<std::pair<std::string, std::string>>& members,
                    bool compressed)
{
    const std::string path = folder.path("made.zip");
    fs::remove(path);
    zip_t* archive = zip_open(path.c_str(), ZIP_CREATE, nullptr);
    for (const auto& [name, bytes] : members) {
        zip_source_t* source = zip_source_buffer(archive, bytes.data(), bytes.size(), 0);
        const zip_int64_t index = zip_file_add(archive, name.c_str(), source, 0);
        zip_set_file_compression(archive, static_cast<zip_uint64_t>(index), compressed ? ZIP_CM_DEFLATE : ZIP_CM_STORE,
                                 0);
        zip_file_set_mtime(archive, static_cast<zip_uint64_t>(index), 1'000'000'000, 0);
    }
    zip_close(archive);
    return readBytes(path);
}

namespace pickled {

std::string text(const std::string& word)
{
    return "X" + bytesOf(std::vector<std::uint32_t>{static_cast<std::uint32_t>(word.size())}) + word;
}

std::string integer(std::uint32_t value)
{
    return "J" + bytesOf(std::vector<std::uint32_t>{value});
}

std::string tuple(const std::vector<std::string>& members)
{
    std::string bytes = "(";
    for (const std::string& member : members)
        bytes += member;
    return bytes + "t";
}

std::string dictionary(const std::vector<std::pair<std::string, std::string>>& entries)
{
    std::string bytes = "}(";
    for (const auto& [key, value] : entries)
        bytes += text(key) + value;
    return bytes + "u";
}

std::string global(const std::string& module, const std::string& name)
{
    return "c" + module + "\n" + name + "\n";
}

std::string tensor(const std::string& storageType, const std::string& key, std::uint32_t offset,
                   const std::vector<std::uint32_t>& shape, const std::vector<std::uint32_t>& strides)
{
    const auto list = [](const std::vector<std::uint32_t>& numbers) {
        std::vector<std::string> members;
        for (const std::uint32_t number : numbers)
            members.push_back(integer(number));
        return tuple(members);
    };
    const std::string storage =
        tuple({text("storage"), global("torch", storageType), text(key), text("cpu"), integer(1)}) + "Q";
    return global("torch._utils", "_rebuild_tensor_v2") +
           tuple({storage, integer(offset), list(shape), list(strides), "\x89",
                  global("collections", "OrderedDict") + ")R"}) +
           "R";
}

std::string file(const std::string& value)
{
    return "\x80\x02" + value + ".";
}

} // namespace pickled

} // namespace rope::test

#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace rope::test {

/// A folder of one test, gone afterwards.
class ScratchFolder {
public:
    ScratchFolder();
    ~ScratchFolder();
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;

    std::string path(const std::string& name) const { return (folder_ / name).string(); }
    std::string write(const std::string& name, const std::string& bytes) const; ///< returns its path

private:
    std::filesystem::path folder_;
};

std::string readBytes(const std::string& path);

/// A .npy file: `type` as NumPy writes it ("<f4"), `shape` as Python does ("(2, 3)").
std::string npyFile(const std::string& type, const std::string& shape, const std::string& data, bool fortran = false);

/// A .safetensors file of a header and the data behind it.
std::string safetensorsFile(const std::string& header, const std::string& data);

/// A zip archive of names and bytes, made by libzip.
std::string zipFile(const ScratchFolder& folder, const std::vector<std::pair<std::string, std::string>>& members,
                    bool compressed);

/// Pieces of a pickle of protocol 2.
namespace pickled {
std::string text(const std::string& word);
std::string integer(std::uint32_t value);
std::string tuple(const std::vector<std::string>& members);
std::string dictionary(const std::vector<std::pair<std::string, std::string>>& entries);
std::string global(const std::string& module, const std::string& name);
/// A call of torch._utils._rebuild_tensor_v2, as torch.save writes it.
std::string tensor(const std::string& storageType, const std::string& key, std::uint32_t offset,
                   const std::vector<std::uint32_t>& shape, const std::vector<std::uint32_t>& strides);
std::string file(const std::string& value);
} // namespace pickled

/// The bytes of numbers as they lie in memory.
template <class Number> std::string bytesOf(const std::vector<Number>& numbers)
{
    return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(Number)};
}

} // namespace rope::test

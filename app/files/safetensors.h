#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

namespace rope {

/// An array of floats in a .safetensors file.
struct SafetensorsEntry {
    std::string name;
    std::string type; ///< F64, F32, F16 or BF16
    std::vector<std::int64_t> shape;
    std::uint64_t first = 0; ///< byte of the file
    std::uint64_t size = 0;  ///< bytes
};

/// A .safetensors file whose header is read and checked; values are read piece by piece.
class SafetensorsFile {
public:
    /// Refuses a header beyond 16 MiB or the file, arrays that overlap or leave the file, sizes that do not fit their
    /// shape, and a file without an array of floats that has two or more axes.
    static Result<SafetensorsFile> open(const std::string& path);

    /// Arrays of floats with two or more axes, by name.
    const std::vector<SafetensorsEntry>& entries() const { return entries_; }

    Result<std::string> read(std::uint64_t first, std::uint64_t size);

    /// Little-endian values as float32. Requires whole values of a type of SafetensorsEntry.
    static std::vector<float> decoded(const std::string& type, const std::string& bytes);

private:
    std::string path_;
    std::ifstream file_;
    std::vector<SafetensorsEntry> entries_;
};

/// Bytes of one value of a type; 0 for one that is not read.
std::uint64_t safetensorsWidth(const std::string& type);

} // namespace rope

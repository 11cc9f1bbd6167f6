#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace rope {

/// What the header of a .npy file says.
struct NpyHeader {
    char kind = 'f';  ///< 'f', 'c' (complex), 'i', 'u' or 'b' (bool)
    int itemSize = 4; ///< bytes per value: 1 to 16
    bool bigEndian = false;
    bool fortranOrder = false;
    std::vector<std::int64_t> shape;
    std::size_t dataStart = 0; ///< byte at which the values begin
    std::int64_t count = 0;    ///< product of the shape
};

/// No header reaches further into a file.
inline constexpr std::size_t maximumNpyHeaderEnd = 12 + 65536;

/// Parses and checks the header against the size of the file, taking no memory that the file's own bytes do not
/// justify. `bytes` is the file's beginning: all of it, or maximumNpyHeaderEnd bytes.
Result<NpyHeader> parseNpyHeader(std::string_view bytes, std::uint64_t fileSize, const std::string& name);

} // namespace rope

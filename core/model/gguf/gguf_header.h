#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace rope {

inline constexpr std::size_t maximumGgufHeaderBytes = 64U << 20U;

/// A metadata value that can matter here: a number (integers, floats and booleans), a text, or a short list of numbers.
/// Longer lists and lists of texts are passed over: what remains of them is an empty list.
using GgufValue = std::variant<double, std::string, std::vector<double>>;

/// A tensor by name; its data are not part of the header.
struct GgufTensor {
    std::string name;
    std::vector<std::uint64_t> shape = {};
    std::uint32_t type = 0;   ///< ggml's number; 0 is float32
    std::uint64_t offset = 0; ///< bytes from the start of the data
};

/// The header of a GGUF file.
struct GgufHeader {
    int version = 3;
    bool bigEndian = false;
    std::map<std::string, GgufValue, std::less<>> values;
    std::vector<GgufTensor> ropeTensors; ///< those whose name begins with `rope_`
    std::vector<GgufTensor> projections; ///< those whose name ends with `attn_q.weight` or `attn_k.weight`
    std::uint64_t dataOffset = 0;        ///< bytes from the start of the file to the tensors' data
};

/// Whether bytes begin as a GGUF file does.
bool looksLikeGguf(std::string_view bytes);

/// The header at the start of `bytes`; tensor data are never looked at. Versions 2 and 3, both byte orders.
/// Refuses, with the byte, what is cut off or claims more than `bytes` or the bounds hold.
Result<GgufHeader> parseGgufHeader(std::string_view bytes);

/// Whether a refusal of parseGgufHeader means that the header goes on beyond the given bytes.
bool isCutOff(const Error& error);

/// Bytes of a file.
struct ByteRange {
    std::uint64_t first;
    std::uint64_t size;
};

/// Where the numbers of a small one-dimensional float32 tensor lie. Refuses other tensors and ranges beyond the file.
Result<ByteRange> floatRange(const GgufHeader& header, const GgufTensor& tensor, std::uint64_t fileSize);

/// float32 numbers in the file's byte order.
std::vector<double> decodeFloats(std::string_view bytes, bool bigEndian);

} // namespace rope

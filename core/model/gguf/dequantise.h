#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace rope {

/// How a ggml type lies in a file: so many values in so many bytes.
struct GgmlBlock {
    std::string_view name;
    std::uint64_t values;
    std::uint64_t bytes;
};

/// The block of a type by ggml's number: F32, F16, BF16, F64, Q8_0, Q4_0, Q4_K, Q5_K and Q6_K; nothing for others.
/// (ggml.h, enum ggml_type; ggml-common.h, the block structs)
std::optional<GgmlBlock> ggmlBlock(std::uint32_t type);

/// Values of whole blocks, little endian, as ggml's dequantize_row functions give them (ggml-quants.c). Requires a type
/// with a block and a multiple of its bytes.
std::vector<float> dequantised(std::uint32_t type, std::string_view bytes);

} // namespace rope

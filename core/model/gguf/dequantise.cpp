#include "core/model/gguf/dequantise.h"

#include <Eigen/Core>
#include <bit>
#include <cassert>
#include <cstring>

namespace rope {

namespace {

enum Type : std::uint32_t {
    F32 = 0,
    F16 = 1,
    Q4_0 = 2,
    Q8_0 = 8,
    Q4_K = 12,
    Q5_K = 13,
    Q6_K = 14,
    F64 = 28,
    BF16 = 30
};

constexpr int superBlock = 256; ///< values of a block of the K kinds

std::uint8_t byteAt(const char* bytes, int place)
{
    return static_cast<std::uint8_t>(bytes[place]);
}

int signedAt(const char* bytes, int place)
{
    return static_cast<std::int8_t>(bytes[place]);
}

float halfAt(const char* bytes)
{
    std::uint16_t raw = 0;
    std::memcpy(&raw, bytes, sizeof raw);
    return static_cast<float>(Eigen::numext::bit_cast<Eigen::half>(raw));
}

float brainAt(const char* bytes)
{
    std::uint16_t raw = 0;
    std::memcpy(&raw, bytes, sizeof raw);
    return std::bit_cast<float>(static_cast<std::uint32_t>(raw) << 16U);
}

template <class Number> float numberAt(const char* bytes)
{
    Number value = 0;
    std::memcpy(&value, bytes, sizeof value);
    return static_cast<float>(value);
}

void fourBits(const char* block, float* out)
{
    const float scale = halfAt(block);
    for (int i = 0; i < 16; ++i) {
        out[i] = scale * static_cast<float>((byteAt(block, 2 + i) & 15) - 8);
        out[i + 16] = scale * static_cast<float>((byteAt(block, 2 + i) >> 4) - 8);
    }
}

void eightBits(const char* block, float* out)
{
    const float scale = halfAt(block);
    for (int i = 0; i < 32; ++i)
        out[i] = scale * static_cast<float>(signedAt(block, 2 + i));
}

/// Scale and minimum of one of the eight parts of a block, six bits each.
struct PartScale {
    float scale;
    float minimum;
};
PartScale partScale(const char* scales, int part)
{
    const auto at = [&](int place) {
        return static_cast<int>(byteAt(scales, place));
    };
    if (part < 4)
        return {static_cast<float>(at(part) & 63), static_cast<float>(at(part + 4) & 63)};
    return {static_cast<float>((at(part + 4) & 15) | ((at(part - 4) >> 6) << 4)),
            static_cast<float>((at(part + 4) >> 4) | ((at(part) >> 6) << 4))};
}

/// Q4_K and, where `high` points to the fifth bits, Q5_K.
void kBits(const char* block, const char* high, const char* low, float* out)
{
    const float scale = halfAt(block);
    const float minimum = halfAt(block + 2);
    for (int part = 0; part < 8; ++part) {
        const PartScale own = partScale(block + 4, part);
        for (int i = 0; i < 32; ++i) {
            const int packed = byteAt(low, 32 * (part / 2) + i);
            const int nibble = part % 2 == 0 ? packed & 15 : packed >> 4;
            const int fifth = high != nullptr ? ((byteAt(high, i) >> part) & 1) << 4 : 0;
            *out++ = scale * own.scale * static_cast<float>(nibble + fifth) - minimum * own.minimum;
        }
    }
}

void sixBits(const char* block, float* out)
{
    const float scale = halfAt(block + 208);
    for (int i = 0; i < superBlock; ++i) {
        const int half = i / 128;
        const int quarter = i % 128 / 32;
        const int place = i % 32;
        const int packed = byteAt(block, 64 * half + 32 * (quarter % 2) + place);
        const int low = quarter < 2 ? packed & 15 : packed >> 4;
        const int high = (byteAt(block, 128 + 32 * half + place) >> (2 * quarter)) & 3;
        const int own = signedAt(block, 192 + i / 16);
        out[i] = scale * static_cast<float>(own) * static_cast<float>((low | (high << 4)) - 32);
    }
}

void decodeBlock(std::uint32_t type, const char* block, float* out)
{
    switch (type) {
    case F32:
        *out = numberAt<float>(block);
        return;
    case F64:
        *out = numberAt<double>(block);
        return;
    case F16:
        *out = halfAt(block);
        return;
    case BF16:
        *out = brainAt(block);
        return;
    case Q4_0:
        return fourBits(block, out);
    case Q8_0:
        return eightBits(block, out);
    case Q4_K:
        return kBits(block, nullptr, block + 16, out);
    case Q5_K:
        return kBits(block, block + 16, block + 48, out);
    case Q6_K:
        return sixBits(block, out);
    default:
        assert(false);
    }
}

} // namespace

std::optional<GgmlBlock> ggmlBlock(std::uint32_t type)
{
    switch (type) {
    case F32:
        return GgmlBlock{"F32", 1, 4};
    case F16:
        return GgmlBlock{"F16", 1, 2};
    case BF16:
        return GgmlBlock{"BF16", 1, 2};
    case F64:
        return GgmlBlock{"F64", 1, 8};
    case Q4_0:
        return GgmlBlock{"Q4_0", 32, 18};
    case Q8_0:
        return GgmlBlock{"Q8_0", 32, 34};
    case Q4_K:
        return GgmlBlock{"Q4_K", superBlock, 144};
    case Q5_K:
        return GgmlBlock{"Q5_K", superBlock, 176};
    case Q6_K:
        return GgmlBlock{"Q6_K", superBlock, 210};
    default:
        return std::nullopt;
    }
}

std::vector<float> dequantised(std::uint32_t type, std::string_view bytes)
{
    const std::optional<GgmlBlock> block = ggmlBlock(type);
    assert(block && bytes.size() % block->bytes == 0);
    const std::size_t blocks = bytes.size() / block->bytes;
    std::vector<float> values(blocks * block->values);
    for (std::size_t i = 0; i < blocks; ++i)
        decodeBlock(type, bytes.data() + i * block->bytes, values.data() + i * block->values);
    return values;
}

} // namespace rope

#include "core/model/gguf/dequantise.h"

#include <Eigen/Core>
#include <array>
#include <functional>
#include <gtest/gtest.h>
#include <random>

namespace rope {
namespace {

/// A float16 as two bytes.
std::string half(float value)
{
    const auto raw = Eigen::numext::bit_cast<std::uint16_t>(Eigen::half(value));
    return {static_cast<char>(raw & 255), static_cast<char>(raw >> 8)};
}

std::vector<int> randomNumbers(std::size_t count, int low, int high)
{
    std::mt19937 random(7);
    std::uniform_int_distribution<int> pick(low, high);
    std::vector<int> numbers(count);
    for (int& number : numbers)
        number = pick(random);
    return numbers;
}

void put(std::string& bytes, std::size_t place, int bits)
{
    bytes[place] = static_cast<char>(static_cast<unsigned char>(bytes[place]) | bits);
}

/// Six-bit scales and minima of eight parts, as ggml packs them into twelve bytes.
std::string packedScales(const std::vector<int>& scales, const std::vector<int>& minima)
{
    std::string bytes(12, '\0');
    for (std::size_t part = 0; part < 8; ++part)
        if (part < 4) {
            put(bytes, part, scales[part]);
            put(bytes, part + 4, minima[part]);
        } else {
            put(bytes, part + 4, (scales[part] & 15) | ((minima[part] & 15) << 4));
            put(bytes, part - 4, (scales[part] >> 4) << 6);
            put(bytes, part, (minima[part] >> 4) << 6);
        }
    return bytes;
}

void expectValues(std::uint32_t type, const std::string& bytes, const std::function<float(std::size_t)>& wanted)
{
    const std::vector<float> values = dequantised(type, bytes);
    ASSERT_EQ(values.size(), bytes.size() / ggmlBlock(type)->bytes * ggmlBlock(type)->values);
    for (std::size_t i = 0; i < values.size(); ++i)
        EXPECT_FLOAT_EQ(values[i], wanted(i)) << i;
}

TEST(Dequantise, EightBits)
{
    const std::vector<int> numbers = randomNumbers(32, -127, 127);
    std::string block = half(0.5F);
    for (const int number : numbers)
        block += static_cast<char>(number);
    expectValues(8, block, [&](std::size_t i) { return 0.5F * static_cast<float>(numbers[i]); });
}

TEST(Dequantise, FourBits)
{
    const std::vector<int> numbers = randomNumbers(32, 0, 15);
    std::string block = half(-0.25F);
    for (std::size_t i = 0; i < 16; ++i)
        block += static_cast<char>(numbers[i] | (numbers[i + 16] << 4));
    expectValues(2, block, [&](std::size_t i) { return -0.25F * static_cast<float>(numbers[i] - 8); });
}

TEST(Dequantise, FourAndFiveBitsOfTheKKinds)
{
    const std::vector<int> scales = randomNumbers(8, 0, 63);
    const std::vector<int> minima = randomNumbers(8, 3, 63);
    for (const bool five : {false, true}) {
        const std::vector<int> numbers = randomNumbers(256, 0, five ? 31 : 15);
        std::string low(128, '\0');
        std::string high(32, '\0');
        for (std::size_t i = 0; i < 256; ++i) {
            const std::size_t part = i / 32;
            put(low, 32 * (part / 2) + i % 32, (numbers[i] & 15) << (4 * (part % 2)));
            put(high, i % 32, (numbers[i] >> 4) << part);
        }
        const std::string block =
            half(0.5F) + half(0.125F) + packedScales(scales, minima) + (five ? high : std::string()) + low;
        expectValues(five ? 13 : 12, block, [&](std::size_t i) {
            return 0.5F * static_cast<float>(scales[i / 32] * numbers[i]) - 0.125F * static_cast<float>(minima[i / 32]);
        });
    }
}

TEST(Dequantise, SixBits)
{
    const std::vector<int> numbers = randomNumbers(256, -32, 31);
    const std::vector<int> scales = randomNumbers(16, -127, 127);
    std::string low(128, '\0');
    std::string high(64, '\0');
    for (std::size_t i = 0; i < 256; ++i) {
        const int stored = numbers[i] + 32;
        const std::size_t quarter = i % 128 / 32;
        put(low, 64 * (i / 128) + 32 * (quarter % 2) + i % 32, (stored & 15) << (quarter < 2 ? 0 : 4));
        put(high, 32 * (i / 128) + i % 32, (stored >> 4) << (2 * quarter));
    }
    std::string block = low + high;
    for (const int scale : scales)
        block += static_cast<char>(scale);
    block += half(0.25F);
    expectValues(14, block, [&](std::size_t i) { return 0.25F * static_cast<float>(scales[i / 16] * numbers[i]); });
}

TEST(Dequantise, PlainNumbers)
{
    expectValues(1, half(1.5F) + half(-2.0F), [](std::size_t i) { return i == 0 ? 1.5F : -2.0F; });
    expectValues(30, std::string("\x80\x3f\x00\xc0", 4), [](std::size_t i) { return i == 0 ? 1.0F : -2.0F; });
    expectValues(0, std::string("\x00\x00\x80\x3f", 4), [](std::size_t) { return 1.0F; });
}

TEST(Dequantise, KnowsNoOtherTypes)
{
    for (const std::uint32_t type : {3U, 10U, 16U, 31U, 1000U})
        EXPECT_FALSE(ggmlBlock(type)) << type;
}

} // namespace
} // namespace rope

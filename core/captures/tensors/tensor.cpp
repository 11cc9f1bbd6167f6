#include "core/captures/tensors/tensor.h"

#include "core/base/npy.h"

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cmath>
#include <cstring>
#include <limits>

namespace rope {

namespace {

constexpr std::int64_t mostNumbers = std::int64_t{1} << 48U;
constexpr std::uint64_t pieceBytes = std::uint64_t{1} << 20U; ///< read at a time

struct TypeFacts {
    NumberType type;
    std::string_view name;
    std::uint64_t width;
};

constexpr TypeFacts types[] = {
    {NumberType::Float64, "float64", 8},
    {NumberType::Float32, "float32", 4},
    {NumberType::Float16, "float16", 2},
    {NumberType::BFloat16, "bfloat16", 2},
    {NumberType::Float8E4M3, "float8_e4m3", 1},
    {NumberType::Float8E5M2, "float8_e5m2", 1},
    {NumberType::Complex64, "complex64", 8},
    {NumberType::Complex128, "complex128", 16},
    {NumberType::Int64, "int64", 8},
    {NumberType::Int32, "int32", 4},
    {NumberType::Int16, "int16", 2},
    {NumberType::Int8, "int8", 1},
    {NumberType::UInt8, "uint8", 1},
    {NumberType::Bool, "bool", 1},
};

/// A small float: sign, exponent, mantissa, from its bits.
float smallFloat(unsigned bits, int mantissaBits, int bias, bool hasInfinity)
{
    const int exponentBits = 7 - mantissaBits;
    const unsigned mantissa = bits & ((1U << static_cast<unsigned>(mantissaBits)) - 1U);
    const int exponent = static_cast<int>((bits >> static_cast<unsigned>(mantissaBits)) &
                                          ((1U << static_cast<unsigned>(exponentBits)) - 1U));
    const int last = (1 << exponentBits) - 1;
    const float sign = (bits & 0x80U) != 0 ? -1.0F : 1.0F;
    if (hasInfinity && exponent == last)
        return mantissa == 0 ? sign * std::numeric_limits<float>::infinity() : std::numeric_limits<float>::quiet_NaN();
    if (!hasInfinity && exponent == last && mantissa == (1U << static_cast<unsigned>(mantissaBits)) - 1U)
        return std::numeric_limits<float>::quiet_NaN();
    const auto fraction = static_cast<float>(mantissa);
    return exponent == 0
               ? sign * std::ldexp(fraction, 1 - bias - mantissaBits)
               : sign * std::ldexp(fraction + static_cast<float>(1 << mantissaBits), exponent - bias - mantissaBits);
}

template <class Number> Number numberAt(const char* bytes, bool bigEndian)
{
    std::array<char, sizeof(Number)> copy;
    std::memcpy(copy.data(), bytes, sizeof(Number));
    if (bigEndian != (std::endian::native == std::endian::big))
        std::ranges::reverse(copy);
    return std::bit_cast<Number>(copy);
}

/// `count` stored numbers as `Number`s.
template <class Stored, class Number, class Convert>
void decodeAs(const char* bytes, std::int64_t count, bool bigEndian, Number* out, const Convert& convert)
{
    for (std::int64_t i = 0; i < count; ++i)
        out[i] = static_cast<Number>(convert(numberAt<Stored>(bytes + i * std::int64_t{sizeof(Stored)}, bigEndian)));
}

/// `count` real numbers of an array, real and imaginary part of a complex one each counted.
template <class Number> void decode(const char* bytes, std::int64_t count, NumberType type, bool bigEndian, Number* out)
{
    const auto same = [](auto number) {
        return number;
    };
    switch (type) {
    case NumberType::Float64:
    case NumberType::Complex128:
        return decodeAs<double>(bytes, count, bigEndian, out, same);
    case NumberType::Float32:
    case NumberType::Complex64:
        return decodeAs<float>(bytes, count, bigEndian, out, same);
    case NumberType::Float16:
        return decodeAs<std::uint16_t>(bytes, count, bigEndian, out, [](std::uint16_t bits) {
            return static_cast<float>(Eigen::numext::bit_cast<Eigen::half>(bits));
        });
    case NumberType::BFloat16:
        return decodeAs<std::uint16_t>(bytes, count, bigEndian, out, [](std::uint16_t bits) {
            return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16U);
        });
    case NumberType::Float8E4M3:
        return decodeAs<unsigned char>(bytes, count, bigEndian, out,
                                       [](unsigned char bits) { return smallFloat(bits, 3, 7, false); });
    case NumberType::Float8E5M2:
        return decodeAs<unsigned char>(bytes, count, bigEndian, out,
                                       [](unsigned char bits) { return smallFloat(bits, 2, 15, true); });
    case NumberType::Int64:
        return decodeAs<std::int64_t>(bytes, count, bigEndian, out, same);
    case NumberType::Int32:
        return decodeAs<std::int32_t>(bytes, count, bigEndian, out, same);
    case NumberType::Int16:
        return decodeAs<std::int16_t>(bytes, count, bigEndian, out, same);
    case NumberType::Int8:
        return decodeAs<signed char>(bytes, count, bigEndian, out, same);
    case NumberType::UInt8:
    case NumberType::Bool:
        return decodeAs<unsigned char>(bytes, count, bigEndian, out, same);
    }
}

/// A source seen through one piece of it that is in memory.
class Pieces {
public:
    explicit Pieces(ByteSource& source)
        : source_(source)
    {}

    /// `count` bytes from `first` on; valid until the next call.
    Result<const char*> at(std::uint64_t first, std::uint64_t count, std::uint64_t ahead)
    {
        if (first < begin_ || first + count > begin_ + piece_.size()) {
            begin_ = first;
            const std::uint64_t wanted = std::max(count, std::min(ahead, pieceBytes));
            piece_.resize(std::min(wanted, source_.size() - first));
            if (const Result<void> done = source_.read(first, piece_); !done)
                return tl::unexpected(done.error());
        }
        return piece_.data() + (first - begin_);
    }

private:
    ByteSource& source_;
    std::string piece_;
    std::uint64_t begin_ = 0;
};

/// An axis of what is read: how far its neighbours lie apart in the file and in the result.
struct Walk {
    std::int64_t count;
    std::int64_t fileStride;
    std::int64_t resultStride;
};

/// Calls put(index in the result, bytes, count) for all numbers of the slices, in the order in which they lie in the
/// file and as many at once as lie side by side in both.
template <class Put> Result<void> forEachRun(const Tensor& tensor, const std::vector<Slice>& slices, const Put& put)
{
    std::vector<Walk> axes;
    std::int64_t numbers = 1;
    std::int64_t place = 0;
    for (std::size_t axis = slices.size(); axis-- > 0;) {
        axes.push_back({slices[axis].count, tensor.strides[axis], numbers});
        numbers *= slices[axis].count;
        place += slices[axis].first * tensor.strides[axis];
    }
    if (numbers == 0)
        return {};
    std::ranges::stable_sort(axes, std::ranges::greater{}, &Walk::fileStride);
    const std::uint64_t width = widthOf(tensor.type);
    // How far the file goes without a gap from a number on: so much may be read at once.
    std::int64_t gapless = 1;
    for (std::size_t axis = axes.size(); axis-- > 0 && axes[axis].fileStride <= gapless;)
        gapless += axes[axis].fileStride * (axes[axis].count - 1);
    std::int64_t run = 1;
    if (!axes.empty() && axes.back().fileStride == 1 && axes.back().resultStride == 1) {
        run = axes.back().count;
        axes.pop_back();
    }
    const auto mostAtOnce = static_cast<std::int64_t>(pieceBytes / width);
    Pieces pieces(*tensor.source);
    std::vector<std::int64_t> at(axes.size(), 0);
    std::int64_t result = 0;
    for (std::int64_t done = 0; done < numbers; done += run) {
        for (std::int64_t part = 0; part < run; part += mostAtOnce) {
            const std::int64_t count = std::min(run - part, mostAtOnce);
            const Result<const char*> bytes =
                pieces.at(tensor.first + static_cast<std::uint64_t>(place + part) * width,
                          static_cast<std::uint64_t>(count) * width, static_cast<std::uint64_t>(gapless) * width);
            if (!bytes)
                return tl::unexpected(bytes.error());
            put(result + part, *bytes, count);
        }
        for (std::size_t axis = axes.size(); axis-- > 0;) {
            place += axes[axis].fileStride;
            result += axes[axis].resultStride;
            if (++at[axis] < axes[axis].count)
                break;
            at[axis] = 0;
            place -= axes[axis].fileStride * axes[axis].count;
            result -= axes[axis].resultStride * axes[axis].count;
        }
    }
    return {};
}

std::int64_t numbersIn(const std::vector<Slice>& slices)
{
    std::int64_t count = 1;
    for (const Slice& slice : slices)
        count *= slice.count;
    return count;
}

template <class Number> Result<std::vector<Number>> readAs(const Tensor& tensor, const std::vector<Slice>& slices)
{
    const std::int64_t parts = isComplex(tensor.type) ? 2 : 1;
    std::vector<Number> values(static_cast<std::size_t>(numbersIn(slices) * parts));
    const Result<void> done =
        forEachRun(tensor, slices, [&](std::int64_t index, const char* bytes, std::int64_t count) {
            decode(bytes, count * parts, tensor.type, tensor.bigEndian, values.data() + index * parts);
        });
    if (!done)
        return tl::unexpected(done.error());
    return values;
}

Result<void> requireMemory(const Tensor& tensor, std::int64_t numbers, std::uint64_t width, std::uint64_t most)
{
    if (static_cast<std::uint64_t>(numbers) <= most / width)
        return {};
    return refuse(tensor.name, std::to_string(numbers) + " numbers of shape " + shapeText(tensor.shape) + " take " +
                                   std::to_string(static_cast<std::uint64_t>(numbers) * width >> 20U) +
                                   " MiB of memory, more than the " + std::to_string(most >> 20U) +
                                   " MiB allowed; ask for a part of it");
}

} // namespace

std::uint64_t widthOf(NumberType type)
{
    return types[static_cast<std::size_t>(type)].width;
}

std::string_view nameOf(NumberType type)
{
    return types[static_cast<std::size_t>(type)].name;
}

bool isInteger(NumberType type)
{
    return type >= NumberType::Int64;
}

bool isComplex(NumberType type)
{
    return type == NumberType::Complex64 || type == NumberType::Complex128;
}

std::vector<std::int64_t> cStrides(const std::vector<std::int64_t>& shape)
{
    std::vector<std::int64_t> strides(shape.size(), 1);
    for (std::size_t axis = shape.size(); axis-- > 1;)
        strides[axis - 1] = strides[axis] * std::max<std::int64_t>(1, shape[axis]);
    return strides;
}

std::vector<std::int64_t> fortranStrides(const std::vector<std::int64_t>& shape)
{
    std::vector<std::int64_t> strides(shape.size(), 1);
    for (std::size_t axis = 1; axis < shape.size(); ++axis)
        strides[axis] = strides[axis - 1] * std::max<std::int64_t>(1, shape[axis - 1]);
    return strides;
}

std::optional<std::int64_t> countOf(const std::vector<std::int64_t>& shape)
{
    std::int64_t count = 1;
    for (const std::int64_t length : shape)
        if (length == 0)
            return 0;
    for (const std::int64_t length : shape) {
        if (length < 0 || length > mostNumbers / count)
            return std::nullopt;
        count *= length;
    }
    return count;
}

Result<void> requireWithin(const Tensor& tensor)
{
    const auto wrong = [&] {
        return refuse(tensor.name, "its shape " + shapeText(tensor.shape) + " of " + std::string(nameOf(tensor.type)) +
                                       " does not fit into what the file holds");
    };
    const std::optional<std::int64_t> count = countOf(tensor.shape);
    if (!count || tensor.strides.size() != tensor.shape.size())
        return wrong();
    if (*count == 0)
        return {};
    std::int64_t last = 0;
    for (std::size_t axis = 0; axis < tensor.shape.size(); ++axis) {
        const std::int64_t steps = tensor.shape[axis] - 1;
        if (tensor.strides[axis] < 0 || (steps > 0 && tensor.strides[axis] > (mostNumbers - last) / steps))
            return wrong();
        last += steps * tensor.strides[axis];
    }
    const std::uint64_t width = widthOf(tensor.type);
    if (tensor.first > tensor.source->size() ||
        static_cast<std::uint64_t>(last + 1) > (tensor.source->size() - tensor.first) / width)
        return wrong();
    return {};
}

std::vector<Slice> wholeOf(const Tensor& tensor)
{
    std::vector<Slice> slices;
    for (const std::int64_t length : tensor.shape)
        slices.push_back({0, length});
    return slices;
}

std::vector<std::int64_t> readShape(const Tensor& tensor)
{
    std::vector<std::int64_t> shape = tensor.shape;
    if (isComplex(tensor.type) && !shape.empty())
        shape.back() *= 2;
    return shape;
}

Result<TensorValues> readTensor(const Tensor& tensor, const std::vector<Slice>& slices, std::uint64_t most)
{
    assert(slices.size() == tensor.shape.size());
    const bool wide =
        tensor.type == NumberType::Float64 || tensor.type == NumberType::Complex128 || isInteger(tensor.type);
    const std::uint64_t width = (wide ? 8U : 4U) * (isComplex(tensor.type) ? 2U : 1U);
    if (const Result<void> fits = requireMemory(tensor, numbersIn(slices), width, most); !fits)
        return tl::unexpected(fits.error());
    const auto kept = [](auto values) {
        return TensorValues(std::move(values));
    };
    return wide ? readAs<double>(tensor, slices).map(kept) : readAs<float>(tensor, slices).map(kept);
}

Result<std::vector<std::int64_t>> readIntegers(const Tensor& tensor, std::uint64_t most)
{
    const std::vector<Slice> slices = wholeOf(tensor);
    if (const Result<void> fits = requireMemory(tensor, numbersIn(slices), 8, most); !fits)
        return tl::unexpected(fits.error());
    return readAs<std::int64_t>(tensor, slices);
}

} // namespace rope

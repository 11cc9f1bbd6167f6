#pragma once

#include "core/captures/tensors/byte_source.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace rope {

/// How the numbers of an array are kept in a file.
enum class NumberType {
    Float64,
    Float32,
    Float16,
    BFloat16,
    Float8E4M3, ///< 4 bits of exponent, no infinity (OCP FP8)
    Float8E5M2, ///< 5 bits of exponent
    Complex64,  ///< two float32
    Complex128, ///< two float64
    Int64,
    Int32,
    Int16,
    Int8,
    UInt8,
    Bool,
};

/// Bytes of one number.
std::uint64_t widthOf(NumberType type);
/// `float32`, as NumPy calls it.
std::string_view nameOf(NumberType type);
bool isInteger(NumberType type);
bool isComplex(NumberType type);

/// An array of a file: where it lies, not what it holds.
struct Tensor {
    std::string name; ///< in the file; of a file with one array, the file's own name
    NumberType type = NumberType::Float32;
    bool bigEndian = false;
    std::vector<std::int64_t> shape;
    std::vector<std::int64_t> strides; ///< numbers between neighbours on each axis, >= 0
    std::shared_ptr<ByteSource> source;
    std::uint64_t first = 0; ///< byte of the source at which it begins
};

/// Strides of a shape in C order, the last axis fastest; or in Fortran's, the first axis fastest.
std::vector<std::int64_t> cStrides(const std::vector<std::int64_t>& shape);
std::vector<std::int64_t> fortranStrides(const std::vector<std::int64_t>& shape);

/// How many numbers a shape has; nothing when that is more than 2^48.
std::optional<std::int64_t> countOf(const std::vector<std::int64_t>& shape);

/// Nothing when every number of the array lies within its source; else a refusal that names the array.
Result<void> requireWithin(const Tensor& tensor);

/// Part of an axis: indices first ... first + count - 1.
struct Slice {
    std::int64_t first = 0;
    std::int64_t count = 0;
};

/// All of every axis.
std::vector<Slice> wholeOf(const Tensor& tensor);

/// Numbers in C order of the slices: float64 and complex128 as doubles, what is narrower as floats. Complex numbers are
/// two numbers each, real and imaginary part, so that the last axis counts twice as many.
using TensorValues = std::variant<std::vector<float>, std::vector<double>>;

/// The shape of what readTensor makes of the whole array: that of the file, with complex numbers as two on the last
/// axis.
std::vector<std::int64_t> readShape(const Tensor& tensor);

/// Most bytes of values that are taken into memory unless asked.
inline constexpr std::uint64_t usualMemory = std::uint64_t{1} << 30U;

/// Reads what the slices (one per axis) pick, and no more of the file than the pieces it lies in. Refuses when the
/// values would take more than `most` bytes, and says how to ask for a part. Integers come as doubles.
Result<TensorValues> readTensor(const Tensor& tensor, const std::vector<Slice>& slices,
                                std::uint64_t most = usualMemory);

/// The same for whole numbers. Requires isInteger(tensor.type).
Result<std::vector<std::int64_t>> readIntegers(const Tensor& tensor, std::uint64_t most = usualMemory);

} // namespace rope

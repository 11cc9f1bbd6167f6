#pragma once

#include "core/base/matrix.h"
#include "core/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace rope {

/// An array of numbers as NumPy's .npy files hold it, in C order (the last axis runs fastest) and native byte order.
/// float16 files are widened to float32 on reading.
struct NpyArray {
    std::vector<std::int64_t> shape; ///< one to four axes; an axis may be empty
    std::variant<std::vector<float>, std::vector<double>, std::vector<std::int32_t>, std::vector<std::int64_t>> values;

    std::int64_t count() const; ///< product of the shape
    bool isInteger() const { return values.index() >= 2; }

    /// Every value as a double, in C order.
    std::vector<double> asDoubles() const;

    bool operator==(const NpyArray&) const = default;
};

/// Reads a .npy file's bytes: versions 1 to 3; float16, float32, float64, int32, int64; both byte orders; C or Fortran
/// order (put into C order). Anything else is refused and says at which byte and why: the header is bounded, the
/// shape's product is checked for overflow, and the file's size must be the one that the shape asks for, before memory
/// is taken. `name` is the file's name, for messages.
Result<NpyArray> parseNpy(std::string_view bytes, const std::string& name);

/// parseNpy on a file. An unreadable file is refused.
Result<NpyArray> readNpy(const std::string& path);

/// What npyBytes puts before the values, for files written piece by piece: shape and kind of the values count, not
/// how many values there are.
std::string npyHeader(const NpyArray& array);

/// The bytes of a version 1.0 file, little endian, C order. Requires count() values.
std::string npyBytes(const NpyArray& array);

/// A (rows, columns) matrix as float64 or float32.
std::string npyBytes(const RowMatrix& matrix);
std::string npyBytes(const RowMatrixF& matrix);

/// A two-dimensional array of floats as a matrix; refused when it has another number of axes, no rows or columns, or a
/// value that is not finite or beyond 1e150, where scores overflow. `name` is for messages.
Result<RowMatrix> matrixOf(const NpyArray& array, const std::string& name);

/// An array of whole numbers, of any shape, in C order; refused otherwise. `name` is for messages.
Result<std::vector<std::int64_t>> integersOf(const NpyArray& array, const std::string& name);

/// `(3, 128)`, as NumPy writes a shape.
std::string shapeText(const std::vector<std::int64_t>& shape);

} // namespace rope

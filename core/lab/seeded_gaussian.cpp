#include "core/lab/seeded_gaussian.h"

#include <cmath>
#include <numbers>

namespace rope {

std::uint64_t SeededGaussian::bits()
{
    state_ += 0x9E3779B97F4A7C15U;
    std::uint64_t mixed = state_;
    mixed = (mixed ^ (mixed >> 30U)) * 0xBF58476D1CE4E5B9U;
    mixed = (mixed ^ (mixed >> 27U)) * 0x94D049BB133111EBU;
    return mixed ^ (mixed >> 31U);
}

double SeededGaussian::uniform()
{
    return static_cast<double>((bits() >> 11U) + 1U) * 0x1.0p-53;
}

double SeededGaussian::next()
{
    const double radius = std::sqrt(-2.0 * std::log(uniform()));
    return radius * std::cos(2.0 * std::numbers::pi * uniform());
}

RowMatrix gaussianMatrix(Eigen::Index rows, Eigen::Index columns, double scale, std::uint64_t seed)
{
    SeededGaussian source(seed);
    RowMatrix matrix(rows, columns);
    for (Eigen::Index r = 0; r < rows; ++r)
        for (Eigen::Index c = 0; c < columns; ++c)
            matrix(r, c) = scale * source.next();
    return matrix;
}

std::uint64_t seedOf(std::string_view text, std::uint64_t seed)
{
    std::uint64_t hash = 0xCBF29CE484222325U;
    for (const char character : text)
        hash = (hash ^ static_cast<unsigned char>(character)) * 0x100000001B3U;
    return hash ^ SeededGaussian(seed).bits();
}

} // namespace rope

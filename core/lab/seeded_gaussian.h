#pragma once

#include "core/rotation.h"

#include <cstdint>
#include <string_view>

namespace rope {

/// Standard normal numbers from a seed, the same on every machine: SplitMix64 (Steele et al. 2014) and Box-Muller.
class SeededGaussian {
public:
    explicit SeededGaussian(std::uint64_t seed)
        : state_(seed)
    {}

    double next();

    /// The next 64 random bits.
    std::uint64_t bits();

private:
    double uniform(); ///< in (0, 1]

    std::uint64_t state_;
};

/// Standard normal entries times `scale`, filled row by row.
RowMatrix gaussianMatrix(Eigen::Index rows, Eigen::Index columns, double scale, std::uint64_t seed);

/// A seed from a text and a seed: 64-bit FNV-1a of the text, mixed with the seed.
std::uint64_t seedOf(std::string_view text, std::uint64_t seed);

} // namespace rope

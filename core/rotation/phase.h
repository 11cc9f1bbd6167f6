#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <numbers>
#include <span>
#include <vector>

namespace rope {

/// theta / 2 pi as a 128-bit binary fraction of a turn: multiplied by an integer it wraps by itself, so that the phase
/// position * theta is exact at any position a double or an int64 can name, with no large product to reduce.
class TurnFraction {
public:
    /// theta in radians per token. Requires |inverseFrequency| < 2^53.
    explicit TurnFraction(double inverseFrequency);

    /// multiple * theta in radians, reduced to (-pi, pi]; relative error about 2^-52 even where it is tiny.
    double phase(std::int64_t multiple) const;

    /// The same to 1e-18 rad however tiny the phase is: quicker, and all that a cosine or sine can tell.
    double nearPhase(std::int64_t multiple) const
    {
        constexpr double radiansPerUnit = 0x1p-64 * 2.0 * std::numbers::pi; // of the upper 64 bits
        const Bits product = turns_ * static_cast<Bits>(multiple);
        return static_cast<double>(static_cast<std::int64_t>(product >> 64)) * radiansPerUnit;
    }

    /// theta, first reduced to (-pi, pi], over `parts`: what fractional offsets (the centres of blocks and pixels) are
    /// whole multiples of. Requires parts >= 1.
    TurnFraction dividedBy(std::int64_t parts) const;

private:
    __extension__ typedef unsigned __int128 Bits;
    explicit TurnFraction(Bits turns)
        : turns_(turns)
    {}

    Bits turns_;
};

/// One per pair. Requires |theta_j| < 2^53.
std::vector<TurnFraction> turnFractions(const Eigen::VectorXd& inverseFrequency);

/// cos and sin of (first + i step) theta for i = 0, 1, ..., cosine.size() - 1, by angle addition from about
/// 2 sqrt(size) exact phases; error below 1e-15. Requires cosine.size() == sine.size().
void fillCosSin(const TurnFraction& turn, std::int64_t first, std::int64_t step, std::span<double> cosine,
                std::span<double> sine);

/// cos and sin of a run of equally spaced positions for every pair. Shape of both: (count, pairs), row by row.
struct CosSinTable {
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> cosine;
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> sine;
};

/// Row i belongs to position first + i step; each entry as fillCosSin. Requires count >= 0.
CosSinTable cosSinTable(std::span<const TurnFraction> turns, std::int64_t first, std::int64_t step, Eigen::Index count);

/// The same from log2(count) + 1 exact phases per pair: the first half of the rows turned on makes the second half.
/// Quick; each doubling adds about 2e-16 to the error.
CosSinTable doubledCosSin(std::span<const TurnFraction> turns, std::int64_t first, std::int64_t step,
                          Eigen::Index count);

} // namespace rope

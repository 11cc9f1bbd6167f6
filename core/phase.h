#pragma once

#include <cstdint>
#include <span>

namespace rope {

/// theta / 2 pi as a 128-bit binary fraction of a turn: multiplied by an integer it wraps by itself, so that the phase
/// position * theta is exact at any position a double or an int64 can name, with no large product to reduce.
class TurnFraction {
public:
    /// theta in radians per token. Requires |inverseFrequency| < 2^53.
    explicit TurnFraction(double inverseFrequency);

    /// multiple * theta in radians, reduced to (-pi, pi]; relative error about 2^-52 even where it is tiny.
    double phase(std::int64_t multiple) const;

    /// Half of theta reduced to (-pi, pi]: what half-integer offsets (block centres) are multiples of.
    TurnFraction half() const;

private:
    __extension__ typedef unsigned __int128 Bits;
    explicit TurnFraction(Bits turns)
        : turns_(turns)
    {}

    Bits turns_;
};

/// cos and sin of (first + i step) theta for i = 0, 1, ..., cosine.size() - 1, by angle addition from about
/// 2 sqrt(size) exact phases; error below 1e-15. Requires cosine.size() == sine.size().
void fillCosSin(const TurnFraction& turn, std::int64_t first, std::int64_t step, std::span<double> cosine,
                std::span<double> sine);

} // namespace rope

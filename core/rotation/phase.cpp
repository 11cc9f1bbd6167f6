#include "core/rotation/phase.h"

#include "core/rotation/cos_sin.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <numbers>

namespace rope {

namespace {

__extension__ typedef unsigned __int128 Wide;
__extension__ typedef __int128 SignedWide;

/// The first 192 binary places of 1 / (2 pi), least significant word first.
constexpr std::array<std::uint64_t, 3> inverseTwoPi{0x36d8a5664f10e410, 0x7f09d5f47d4d3770, 0x28be60db9391054a};

/// 1/(2 pi) * mantissa as a 256-bit integer of unit 2^-192, least significant word first.
std::array<std::uint64_t, 4> turnsOf(std::uint64_t mantissa)
{
    std::array<std::uint64_t, 4> words{};
    Wide carry = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        carry += Wide{inverseTwoPi[i]} * mantissa;
        words[i] = static_cast<std::uint64_t>(carry);
        carry >>= 64;
    }
    words[3] = static_cast<std::uint64_t>(carry);
    return words;
}

/// The 128 bits that begin at bit `shift` of a 256-bit integer.
Wide bitsFrom(const std::array<std::uint64_t, 4>& words, int shift)
{
    const auto word = [&](int i) {
        return i < 4 ? words[static_cast<std::size_t>(i)] : std::uint64_t{0};
    };
    const int first = shift / 64;
    const int bit = shift % 64;
    const Wide low = (Wide{word(first + 1)} << 64) | word(first);
    return bit == 0 ? low : (low >> bit) | (Wide{word(first + 2)} << (128 - bit));
}

} // namespace

TurnFraction::TurnFraction(double inverseFrequency)
    : turns_(0)
{
    assert(std::abs(inverseFrequency) < 0x1p53);
    int exponent = 0;
    const double fraction = std::frexp(std::abs(inverseFrequency), &exponent);
    const auto mantissa = static_cast<std::uint64_t>(std::ldexp(fraction, 53));
    const int shift = 64 - (exponent - 53); // theta = mantissa * 2^(exponent - 53); unit 2^-192 becomes 2^-128
    if (shift < 256)
        turns_ = bitsFrom(turnsOf(mantissa), shift);
    if (inverseFrequency < 0.0)
        turns_ = ~turns_ + 1;
}

double TurnFraction::phase(std::int64_t multiple) const
{
    const Bits product = turns_ * static_cast<Bits>(multiple);
    const double turns = static_cast<double>(static_cast<SignedWide>(product)) * 0x1p-128;
    return turns == -0.5 ? std::numbers::pi : turns * (2.0 * std::numbers::pi);
}

TurnFraction TurnFraction::dividedBy(std::int64_t parts) const
{
    assert(parts >= 1);
    return TurnFraction(static_cast<Bits>(static_cast<SignedWide>(turns_) / parts));
}

std::vector<TurnFraction> turnFractions(const Eigen::VectorXd& inverseFrequency)
{
    return {inverseFrequency.begin(), inverseFrequency.end()};
}

void fillCosSin(const TurnFraction& turn, std::int64_t first, std::int64_t step, std::span<double> cosine,
                std::span<double> sine)
{
    assert(cosine.size() == sine.size());
    const std::size_t count = cosine.size();
    const auto inner = static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(count))));
    const std::size_t outer = inner > 0 ? (count + inner - 1) / inner : 0;
    std::vector<double> phases(inner + outer);
    for (std::size_t v = 0; v < inner; ++v)
        phases[v] = turn.nearPhase(static_cast<std::int64_t>(v) * step);
    for (std::size_t u = 0; u < outer; ++u)
        phases[inner + u] = turn.nearPhase(first + static_cast<std::int64_t>(u * inner) * step);
    std::vector<double> exactCosine(phases.size());
    std::vector<double> exactSine(phases.size());
    cosSin(phases, exactCosine, exactSine);
    for (std::size_t start = 0; start < count; start += inner) {
        const double outerCosine = exactCosine[inner + start / inner];
        const double outerSine = exactSine[inner + start / inner];
        const std::size_t length = std::min(inner, count - start);
        for (std::size_t v = 0; v < length; ++v) {
            cosine[start + v] = outerCosine * exactCosine[v] - outerSine * exactSine[v];
            sine[start + v] = outerSine * exactCosine[v] + outerCosine * exactSine[v];
        }
    }
}

CosSinTable cosSinTable(std::span<const TurnFraction> turns, std::int64_t first, std::int64_t step, Eigen::Index count)
{
    const auto pairs = static_cast<Eigen::Index>(turns.size());
    CosSinTable table;
    table.cosine.resize(count, pairs);
    table.sine.resize(count, pairs);
    std::vector<double> cosine(static_cast<std::size_t>(count));
    std::vector<double> sine(cosine.size());
    for (Eigen::Index j = 0; j < pairs; ++j) {
        fillCosSin(turns[static_cast<std::size_t>(j)], first, step, cosine, sine);
        table.cosine.col(j) = Eigen::VectorXd::Map(cosine.data(), count);
        table.sine.col(j) = Eigen::VectorXd::Map(sine.data(), count);
    }
    return table;
}

CosSinTable doubledCosSin(std::span<const TurnFraction> turns, std::int64_t first, std::int64_t step,
                          Eigen::Index count)
{
    const auto pairs = static_cast<Eigen::Index>(turns.size());
    CosSinTable table;
    table.cosine.resize(count, pairs);
    table.sine.resize(count, pairs);
    std::vector<double> phases(turns.size());
    Eigen::ArrayXd cosine(pairs);
    Eigen::ArrayXd sine(pairs);
    const auto findExact = [&](std::int64_t position) {
        for (std::size_t j = 0; j < turns.size(); ++j)
            phases[j] = turns[j].nearPhase(position);
        cosSin(phases, {cosine.data(), phases.size()}, {sine.data(), phases.size()});
    };
    if (count > 0) {
        findExact(first);
        table.cosine.row(0) = cosine.matrix().transpose();
        table.sine.row(0) = sine.matrix().transpose();
    }
    for (Eigen::Index done = 1; done < count; done *= 2) {
        findExact(done * step);
        for (Eigen::Index row = 0; row < std::min(done, count - done); ++row) {
            const auto c = table.cosine.row(row).transpose().array();
            const auto s = table.sine.row(row).transpose().array();
            table.cosine.row(done + row) = (c * cosine - s * sine).matrix().transpose();
            table.sine.row(done + row) = (s * cosine + c * sine).matrix().transpose();
        }
    }
    return table;
}

} // namespace rope

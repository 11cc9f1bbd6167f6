#include "core/rotation/cos_sin.h"

#include <cassert>
#include <cstddef>

namespace rope {

namespace {

/// Compiled twice, for the baseline and for AVX2, hence always inlined and without calls or branches. The phase is
/// brought to [-pi/4, pi/4] by whole quarter turns; the polynomials are those of fdlibm's k_sin.c and k_cos.c
/// (Sun Microsystems 1993).
[[gnu::always_inline]] inline void cosSinLoop(const double* __restrict phases, double* __restrict cosine,
                                              double* __restrict sine, std::size_t count)
{
    constexpr double quartersPerRadian = 6.36619772367581382433e-01;
    constexpr double quarterHigh = 1.57079632679489655800e+00; // pi/2 as a double
    constexpr double quarterLow = 6.12323399573676603587e-17;  // and the rest
    constexpr double rounder = 0x1.8p52;                       // added and taken away: rounds to a whole number
    for (std::size_t i = 0; i < count; ++i) {
        const double x = phases[i];
        const double quarters = (x * quartersPerRadian + rounder) - rounder;
        const double r = (x - quarters * quarterHigh) - quarters * quarterLow;
        const double z = r * r;
        const double sinTail =
            8.33333333332248946124e-03 +
            z * (-1.98412698298579493134e-04 +
                 z * (2.75573137070700676789e-06 + z * (-2.50507602534068634195e-08 + z * 1.58969099521155010221e-10)));
        const double sinR = r + z * r * (-1.66666666666666324348e-01 + z * sinTail);
        const double cosTail = 4.16666666666666019037e-02 +
                               z * (-1.38888888888741095749e-03 +
                                    z * (2.48015872894767294178e-05 +
                                         z * (-2.75573143513906633035e-07 +
                                              z * (2.08757232129817482790e-09 + z * -1.13596475577881948265e-11))));
        const double cosR = 1.0 - (0.5 * z - z * z * cosTail);
        // quarters is -2, -1, 0, 1 or 2: odd swaps the two, +-2 turns both over.
        const double square = quarters * quarters;
        const double odd = square * (4.0 - square) * (1.0 / 3.0);
        const double even = (1.0 - odd) * (1.0 - 0.5 * square);
        cosine[i] = even * cosR - odd * quarters * sinR;
        sine[i] = even * sinR + odd * quarters * cosR;
    }
}

#if defined(__x86_64__)

[[gnu::target("avx2,fma")]] void cosSinWide(const double* phases, double* cosine, double* sine, std::size_t count)
{
    cosSinLoop(phases, cosine, sine, count);
}

bool machineIsWide()
{
    static const bool wide = __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0;
    return wide;
}

#endif

} // namespace

void cosSin(std::span<const double> phases, std::span<double> cosine, std::span<double> sine)
{
    assert(phases.size() == cosine.size() && phases.size() == sine.size());
#if defined(__x86_64__)
    if (machineIsWide())
        return cosSinWide(phases.data(), cosine.data(), sine.data(), phases.size());
#endif
    cosSinLoop(phases.data(), cosine.data(), sine.data(), phases.size());
}

} // namespace rope

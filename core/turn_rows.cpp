#include "core/turn_rows.h"

namespace rope {

namespace {

/// The loops below are compiled twice, for the baseline and for AVX2 with FMA, which is why they are always inlined and
/// why there are no calls in them.
[[gnu::always_inline]] inline void turnFactored(const TurnedRows& rows, const FactoredAngles& angles)
{
    const Eigen::Index pairs = rows.pairs;
    const double* const outerCosine = angles.outerCosine;
    const double* const outerSine = angles.outerSine;
    for (Eigen::Index r = 0; r < rows.count; ++r) {
        const double* const innerCosine = angles.innerCosine + r * pairs;
        const double* const innerSine = angles.innerSine + r * pairs;
        float* const row = rows.rows + r * rows.stride;
        const bool half = rows.layout == PairLayout::HalfSplit;
        float* const __restrict first = row;
        float* const __restrict second = row + pairs;
        if (half)
            for (Eigen::Index j = 0; j < pairs; ++j) {
                const auto c = static_cast<float>(outerCosine[j] * innerCosine[j] - outerSine[j] * innerSine[j]);
                const auto s = static_cast<float>(outerSine[j] * innerCosine[j] + outerCosine[j] * innerSine[j]);
                const float a = first[j];
                const float b = second[j];
                first[j] = a * c - b * s;
                second[j] = a * s + b * c;
            }
        else
            for (Eigen::Index j = 0; j < pairs; ++j) {
                const auto c = static_cast<float>(outerCosine[j] * innerCosine[j] - outerSine[j] * innerSine[j]);
                const auto s = static_cast<float>(outerSine[j] * innerCosine[j] + outerCosine[j] * innerSine[j]);
                const float a = row[2 * j];
                const float b = row[2 * j + 1];
                row[2 * j] = a * c - b * s;
                row[2 * j + 1] = a * s + b * c;
            }
    }
}

[[gnu::always_inline]] inline void turnReady(const TurnedRows& rows, const float* cosine, const float* sine)
{
    const Eigen::Index pairs = rows.pairs;
    for (Eigen::Index r = 0; r < rows.count; ++r) {
        const float* const c = cosine + r * pairs;
        const float* const s = sine + r * pairs;
        float* const row = rows.rows + r * rows.stride;
        float* const __restrict first = row;
        float* const __restrict second = row + pairs;
        if (rows.layout == PairLayout::HalfSplit)
            for (Eigen::Index j = 0; j < pairs; ++j) {
                const float a = first[j];
                const float b = second[j];
                first[j] = a * c[j] - b * s[j];
                second[j] = a * s[j] + b * c[j];
            }
        else
            for (Eigen::Index j = 0; j < pairs; ++j) {
                const float a = row[2 * j];
                const float b = row[2 * j + 1];
                row[2 * j] = a * c[j] - b * s[j];
                row[2 * j + 1] = a * s[j] + b * c[j];
            }
    }
}

#if defined(__x86_64__)

[[gnu::target("avx2,fma")]] void turnFactoredWide(const TurnedRows& rows, const FactoredAngles& angles)
{
    turnFactored(rows, angles);
}

[[gnu::target("avx2,fma")]] void turnReadyWide(const TurnedRows& rows, const float* cosine, const float* sine)
{
    turnReady(rows, cosine, sine);
}

bool machineIsWide()
{
    static const bool wide = __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0;
    return wide;
}

#endif

} // namespace

void turnRows(const TurnedRows& rows, const FactoredAngles& angles)
{
#if defined(__x86_64__)
    if (machineIsWide())
        return turnFactoredWide(rows, angles);
#endif
    turnFactored(rows, angles);
}

void turnRows(const TurnedRows& rows, const float* cosine, const float* sine)
{
#if defined(__x86_64__)
    if (machineIsWide())
        return turnReadyWide(rows, cosine, sine);
#endif
    turnReady(rows, cosine, sine);
}

} // namespace rope

#include "core/rotation/turn_rows.h"

#include <cassert>
#include <cstdint>
#include <vector>

namespace rope {

namespace {

/// The loops below are compiled twice, for the baseline and for AVX2 with FMA, which is why they are always inlined and
/// why there are no calls in them.
template <PairLayout layout>
[[gnu::always_inline]] inline void turnTwo(float* __restrict up, float* __restrict down, Eigen::Index pairs,
                                           const double* __restrict outerCosine, const double* __restrict outerSine,
                                           const double* __restrict innerCosine, const double* __restrict innerSine)
{
    constexpr bool half = layout == PairLayout::HalfSplit;
    for (Eigen::Index j = 0; j < pairs; ++j) {
        const double cosines = outerCosine[j] * innerCosine[j];
        const double sines = outerSine[j] * innerSine[j];
        const double mixed = outerSine[j] * innerCosine[j];
        const double other = outerCosine[j] * innerSine[j];
        const auto upCosine = static_cast<float>(cosines - sines);
        const auto upSine = static_cast<float>(mixed + other);
        const auto downCosine = static_cast<float>(cosines + sines);
        const auto downSine = static_cast<float>(mixed - other);
        const Eigen::Index first = half ? j : 2 * j;
        const Eigen::Index second = half ? j + pairs : 2 * j + 1;
        const float a = up[first];
        const float b = up[second];
        const float c = down[first];
        const float d = down[second];
        up[first] = a * upCosine - b * upSine;
        up[second] = a * upSine + b * upCosine;
        down[first] = c * downCosine - d * downSine;
        down[second] = c * downSine + d * downCosine;
    }
}

/// The row at `index`, or a spare one past the end.
[[gnu::always_inline]] inline float* rowOr(const TurnedRows& rows, Eigen::Index index, float* spare)
{
    return index < rows.count ? rows.rows + index * rows.stride : spare;
}

/// Asks for two rows of the next block: what lies behind a block's middle is no stream that the machine foresees, and
/// long sequences then wait for memory. Past the end it asks in vain, and harmlessly.
[[gnu::always_inline]] inline void fetchAhead(const TurnedRows& rows, Eigen::Index row)
{
    constexpr Eigen::Index line = 16; // floats
    const auto start =
        reinterpret_cast<std::uintptr_t>(rows.rows) + static_cast<std::uintptr_t>(row * rows.stride) * sizeof(float);
    for (Eigen::Index c = 0; c < 2 * rows.stride; c += line)
        __builtin_prefetch(reinterpret_cast<const void*>(start + static_cast<std::uintptr_t>(c) * sizeof(float)), 1);
}

template <PairLayout layout>
[[gnu::always_inline]] inline void turnMirrored(const TurnedRows& rows, const MirroredAngles& angles, float* spare)
{
    const Eigen::Index pairs = rows.pairs;
    for (Eigen::Index w = 0; w < angles.half; ++w) {
        const Eigen::Index down = angles.half - 1 - w;
        fetchAhead(rows, 2 * (angles.half + w));
        if (down < rows.count)
            turnTwo<layout>(rowOr(rows, angles.half + w, spare), rows.rows + down * rows.stride, pairs,
                            angles.outerCosine, angles.outerSine, angles.innerCosine + w * pairs,
                            angles.innerSine + w * pairs);
    }
}

[[gnu::always_inline]] inline void turnMirrored(const TurnedRows& rows, const MirroredAngles& angles, float* spare)
{
    if (rows.layout == PairLayout::HalfSplit)
        turnMirrored<PairLayout::HalfSplit>(rows, angles, spare);
    else
        turnMirrored<PairLayout::Interleaved>(rows, angles, spare);
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

[[gnu::target("avx2,fma")]] void turnMirroredWide(const TurnedRows& rows, const MirroredAngles& angles, float* spare)
{
    turnMirrored(rows, angles, spare);
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

void turnRows(const TurnedRows& rows, const MirroredAngles& angles)
{
    assert(rows.count <= 2 * angles.half);
    std::vector<float> spare(rows.count < 2 * angles.half ? static_cast<std::size_t>(2 * rows.pairs) : 0U);
#if defined(__x86_64__)
    if (machineIsWide())
        return turnMirroredWide(rows, angles, spare.data());
#endif
    turnMirrored(rows, angles, spare.data());
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

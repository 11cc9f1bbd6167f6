#pragma once

#include "core/views/precision_setup.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace rope {

/// What number formats do at one position. Infinite where a number overflows its format.
struct PrecisionErrors {
    std::int64_t position = 0;
    double phase = 0.0;     ///< of the worst pair: |computed - exact phase| before reduction, rad
    double pairPhase = 0.0; ///< the same of the highlighted pair
    double table = 0.0;     ///< worst error of cos and sin
    double toeplitz = 0.0;  ///< toeplitzWitness() from here on
};

/// The numbers of the figure `precision`.
struct PrecisionNumbers {
    PrecisionSetup setup;
    int pair = 0;                           ///< highlighted
    std::vector<PrecisionErrors> errors{};  ///< at sampled positions, ascending
    std::vector<PrecisionErrors> largest{}; ///< entry i: the largest of each error at the sampled positions up to i,
                                            ///< which a lucky position does not hide; toeplitz as in `errors`
    std::optional<std::int64_t> collapse{}; ///< first position that the highlighted pair takes for the next one
};

inline constexpr int witnessPositions = 6; ///< positions of one Toeplitz witness

/// Positions whose errors are told in words; every one of them is sampled.
inline constexpr std::int64_t toldPositions[] = {256, 4095, 131'071, 1'048'575};

/// At least up to 2^20 tokens, further where the sequence is longer. Requires a validated state.
PrecisionNumbers precisionNumbers(const ExplorerState& state);

/// At any position >= 0.
PrecisionErrors precisionErrors(const ExplorerState& state, std::int64_t position);

/// `bfloat16`
const char* formatName(NumberFormat format);

} // namespace rope

#pragma once

#include "core/state/state.h"
#include "core/studies/decay.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace rope {

/// The curves at one distance |n - m|, each over its value at 0; of a Gaussian key the mean, which is 0.
struct DecayAt {
    std::int64_t distance = 0; ///< tokens
    double ones = 0.0;         ///< g, the mean cosine
    double aligned = 0.0;      ///< a key along the query
    double gaussian = 0.0;     ///< a key independent of the query
    double bound = 0.0;        ///< RoFormer's, which bounds |score| and is none
};

/// The numbers of the figure `decay`.
struct DecayNumbers {
    bool logarithmic = false; ///< distances are spread over a logarithmic axis
    std::int64_t limit = 1;   ///< last distance on the axis, tokens
    std::vector<DecayAt> curves{};
    std::optional<std::int64_t> firstNegative{}; ///< smallest distance with g < 0; g may be positive again beyond it
    std::int64_t searched = 1;                   ///< distances below this one were looked at for it

    double lowest() const; ///< lowest value of all curves, at most 0
};

/// Distances whose values are told in words.
inline constexpr std::int64_t toldDistances[] = {1, 10, 100, 1000};

/// Up to 1.25 times the training context, or as far as the profile goes. Requires a validated state.
DecayNumbers decayNumbers(const ExplorerState& state);

/// At one distance >= 0.
DecayAt decayAt(const ExplorerState& state, std::int64_t distance);

} // namespace rope

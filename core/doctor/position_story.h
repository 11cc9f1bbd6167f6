#pragma once

#include "core/doctor/turn_fit.h"

namespace rope {

/// How positions run along the tokens.
struct PositionStory {
    std::string fault{};                                  ///< id, or empty where they run as they should
    std::string sentence{};                               ///< what happens and at which token; empty without a fault
    std::optional<Eigen::Index> firstWrong{};             ///< token
    std::int64_t first = 0;                               ///< position of token 0, as far as it can be read
    std::vector<std::optional<std::int64_t>> positions{}; ///< of each token; empty where none fits
};

/// Reads the position of every token. Requires a straight fit with an offset.
PositionStory positionStory(const TurnFit& fit);

} // namespace rope

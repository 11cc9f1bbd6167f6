#pragma once

#include "core/doctor/turn_fit.h"
#include "core/state/state.h"

namespace rope {

/// How pairs are dealt to the axes of a position, read from turns of tokens whose axes differ.
struct SectionStory {
    bool asExpected = false;
    bool visible = true;                 ///< false where all axes stand at equal positions, so that nothing can be seen
    std::string sentence{};              ///< what is exchanged; empty as expected
    std::optional<std::int64_t> first{}; ///< position of token 0
    Eigen::VectorXd inverseFrequency{};  ///< of the expected model, which the turns follow
};

/// Compares the dealing of pairs with that of an expected model with several axes. Within each axis all pairs must
/// agree on one position per token; which axis is height and which is width follows from how often they change, row by
/// row. Nothing when no dealing of the model's sections fits, or the model has one axis.
std::optional<SectionStory> sectionStory(const TurnFit& fit, const RotarySettings& expected);

} // namespace rope

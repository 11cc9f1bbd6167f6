#pragma once

#include "ui/figures/scores/score_source.h"

namespace rope {

/// One part of what a source shows (core/scores/score_parts.h), the source itself for ScorePart::Whole. Colours cover
/// the whole and both parts, so that parts can be compared. A cell has a value where it is one pixel of the last
/// picture. `isPositional`: the offset alone decides, so that the whole is its positional part.
std::shared_ptr<const ScoreSource> partOf(std::shared_ptr<const ScoreSource> whole, ScorePart part, bool isPositional);

} // namespace rope

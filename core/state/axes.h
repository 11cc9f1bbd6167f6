#pragma once

#include "core/base/result.h"
#include "core/schemes/scheme.h"
#include "core/state/state.h"

#include <span>
#include <string>
#include <vector>

namespace rope {

/// Whether a rule deals positions in a grid (height, width) and not in time, height and width.
bool isGrid(AxisRule rule);

/// Nothing when the sections fit the rule and the rotary dimension, else what is wrong; the field is
/// model.axis_sections or model.axes. A rule without sections, none or a grid, needs an empty list.
Result<void> requireAxesFit(const RotarySettings& rotary);

/// One position per token where the axes do not fit any more: after a change of the rotary dimension.
void dropUnfitAxes(RotarySettings& rotary);

/// The axis of each pair: timeAxis, heightAxis or widthAxis of core/rotation/multi_axis.h, or further ones where a
/// model has more sections; empty when a token has one position. Shape: pairs. Requires axes that fit.
std::vector<int> axisOfPair(const RotarySettings& rotary);

/// What the axes of a position are called, in the order of the rows of a file of positions: `t, h, w` or `h, w`;
/// empty when a token has one position. Requires axes that fit.
std::vector<std::string> axisNames(const RotarySettings& rotary);

/// Which of axisNames each pair turns by. Shape: pairs; empty when a token has one position. Requires axes that fit.
std::vector<int> axisIndexOfPair(const RotarySettings& rotary);

/// The scheme's frequencies dealt to the pairs as the rule of the axes has it: a grid has one ladder per half, or the
/// even and the odd steps of one. Errors: those of the scheme
/// and of usableSchedule.
/// `sections`: pairs per axis, where each axis has a ladder of its own.
Result<Schedule> dealtSchedule(const Scheme& scheme, ScheduleInput input, AxisRule rule, std::span<const int> sections);

} // namespace rope

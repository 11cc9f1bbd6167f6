#pragma once

#include "core/base/result.h"
#include "core/schemes/scheme.h"
#include "core/scores/score.h"
#include "core/state/state.h"

namespace rope {

/// What the scheme of one layer works from; sequenceLength is state.sequence.length.
ScheduleInput scheduleInput(const RotarySettings& rotary, double sequenceLength);

/// Frequencies of one layer at a sequence length. A layer that does not rotate has all-zero frequencies.
Result<Schedule> scheduleOf(const RotarySettings& rotary, double sequenceLength);

/// Frequencies of the active layer at the state's length. Requires a validated state.
Schedule activeSchedule(const ExplorerState& state);

/// theta_j with the sign of the turn: negative where the layer turns by -m theta. What rotations and scores take.
Eigen::VectorXd signedFrequencies(const RotarySettings& rotary, const Schedule& schedule);

/// The head with its rotary channels first, as core/rotation/rotation.h expects: moved to the front where they are the
/// last. Shape (headDim).
Eigen::VectorXd rotaryFirst(const Eigen::VectorXd& head, const RotarySettings& rotary);

/// q and k of identical content before rotation, shape (headDim): each pair's length and angle placed in the channels
/// of the active layout; channels that do not rotate are 0.
Eigen::VectorXd queryVector(const ExplorerState& state);
Eigen::VectorXd keyVector(const ExplorerState& state);

/// 1 for the raw product; softmaxScaleFactor / sqrt(headDim) for scores and attention.
double scoreScale(const ExplorerState& state, const Schedule& schedule);

/// The relative score of identical content in the active layer.
RelativeScore activeScore(const ExplorerState& state);

} // namespace rope

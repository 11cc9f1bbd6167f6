#pragma once

#include "ui/figures/rotation/rotation_plane.h"

#include <QString>
#include <QStringList>

namespace rope {

// What the rotation figure says. Lists are wordings of the same line, the longest first; `_` lowers as in drawRichText.

/// `R_m q`.
QString arrowName(PlaneArrow arrow);
/// `3 turns + 83.2°`.
QString phaseWords(const PhaseArc& arc);
/// Lengths before and after, and the attention factor where it is not 1.
QStringList normWords(const TurnedPair& pair);
/// `angle between = (n − m)θ + const = ...`.
QStringList betweenWords(const TurnedPair& pair);
/// Pair, frequency and positions.
QStringList placeWords(const TurnedPair& pair);

/// One arrow for the readout: components, length, angle in degrees and radians.
QString vectorWords(const TurnedPair& pair, PlaneArrow arrow);
/// One arc for the readout: the whole phase in radians, and as turns and degrees.
QString arcWords(const TurnedPair& pair, const PhaseArc& arc, bool ofKey);

} // namespace rope

#pragma once

#include "ui/figures/kit/turned_pair.h"
#include "ui/paint/style.h"

#include <QPointF>
#include <QRectF>
#include <array>
#include <optional>

namespace rope {

/// Where the rotation figure puts one pair's plane, and how vectors become points of it.
struct RotationPlane {
    QRectF plane;   ///< the square with the circles, and the room around it for labels
    QRectF caption; ///< the lines of numbers, below or, where the area is wide, beside
    QPointF centre;
    double radius; ///< of the outer circle, logical units
    double outer;  ///< the length that the outer circle stands for
    std::size_t captionLines;
    bool fullProof = false; ///< caption has room for the proof's equations

    QPointF toScreen(const PlaneVector& vector) const;
    PlaneVector fromScreen(QPointF point) const;
};
RotationPlane rotationPlane(const QRectF& area, const PaintStyle& style, const TurnedPair& pair,
                            bool withProof = false);

/// The four arrows of the figure.
enum class PlaneArrow { Query, Key, TurnedQuery, TurnedKey };
inline constexpr std::array planeArrows{PlaneArrow::TurnedQuery, PlaneArrow::TurnedKey, PlaneArrow::Query,
                                        PlaneArrow::Key};
const PlaneVector& vectorOf(const TurnedPair& pair, PlaneArrow arrow);

/// The arrow under a point: the nearest one within reach, tips before shafts.
std::optional<PlaneArrow> arrowAt(const RotationPlane& plane, const TurnedPair& pair, QPointF point, double reach);

/// One of the arcs m theta and n theta: a plain arc, a spiral of a few turns, or the rest after many whole turns.
struct PhaseArc {
    double radius; ///< where it begins, logical units
    double growth; ///< of the radius per turn; 0: no spiral
    double start;  ///< radians
    double sweep;  ///< radians, with its sign
    WholeTurns turns;
    bool restOnly; ///< whole turns are not drawn: the text counts them
};
PhaseArc phaseArc(const RotationPlane& plane, const TurnedPair& pair, bool ofKey);

/// True when the point is on the arc, within reach.
bool isOnArc(const RotationPlane& plane, const PhaseArc& arc, QPointF point, double reach);

/// The content of the pair after an arrow was dragged from `press` to `current`: the arrow's tip follows the pointer;
/// a turned arrow moves the content under it by the inverse rotation.
struct ArrowDrag {
    QPointF press;
    QPointF current;
    bool keepLength;
    bool snapAngle; ///< to 15 degrees
};
PairContent draggedContent(const RotationPlane& plane, const TurnedPair& pair, PlaneArrow arrow, const ArrowDrag& drag);

} // namespace rope

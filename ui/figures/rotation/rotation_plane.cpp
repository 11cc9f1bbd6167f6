#include "ui/figures/rotation/rotation_plane.h"

#include "ui/figures/kit/figure_text.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace rope {

namespace {

constexpr double turn = 2.0 * std::numbers::pi;
constexpr double snapStep = std::numbers::pi / 12.0;
constexpr QSizeF smallestProof{23.0, 13.0}; ///< of the equations, in font sizes
constexpr double tallestPlane = 1.1;        ///< against its width
constexpr double smallestPlane = 16.0;      ///< of the plane beside or above them
constexpr std::int64_t turnsDrawn = 3;      ///< more of them are counted in words

/// The next of 1, 1.25, 1.5, 2, ... times a power of ten that holds `length`: it changes rarely while dragging.
double roundUp(double length)
{
    if (!(length > 0.0))
        return 1.0;
    const double decade = std::pow(10.0, std::floor(std::log10(length)));
    for (const double step : {1.0, 1.25, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0})
        if (length <= step * decade * (1.0 + 1e-9))
            return step * decade;
    return 10.0 * decade;
}

double distanceToSegment(QPointF point, QPointF from, QPointF to)
{
    const QPointF along = to - from;
    const double squared = QPointF::dotProduct(along, along);
    const double share = squared > 0.0 ? std::clamp(QPointF::dotProduct(point - from, along) / squared, 0.0, 1.0) : 0.0;
    const QPointF off = point - (from + along * share);
    return std::hypot(off.x(), off.y());
}

double distance(QPointF a, QPointF b)
{
    return std::hypot(a.x() - b.x(), a.y() - b.y());
}

std::optional<PlaneArrow> nearest(const std::array<double, planeArrows.size()>& distances, double reach)
{
    const auto least = std::min_element(distances.begin(), distances.end());
    if (*least > reach)
        return std::nullopt;
    return planeArrows[static_cast<std::size_t>(least - distances.begin())];
}

std::size_t linesThatFit(double heightInLines)
{
    return heightInLines > 12.0 ? 3 : heightInLines > 9.0 ? 2 : heightInLines > 6.0 ? 1 : 0;
}

/// The lines of numbers below the plane or, where the area is wide, beside it.
void placeCaption(RotationPlane& result, const QRectF& inner, const PaintStyle& style, bool withProof)
{
    const double caption =
        captionHeight(result.captionLines, style, style.fontSize) + (withProof ? 0.6 * style.fontSize : 0.0);
    const double beside = inner.width() - 1.25 * inner.height();
    if (!withProof && beside > 24.0 * style.fontSize) {
        result.plane = QRectF(inner.left(), inner.top(), 1.25 * inner.height(), inner.height());
        result.caption = QRectF(result.plane.right(), inner.center().y() - caption / 2.0, beside, caption);
    } else {
        const double room = std::max(0.0, inner.height() - caption - style.margin);
        const double height = std::min(room, tallestPlane * inner.width()); // the rest of a tall area goes around
        const double top = inner.top() + 0.5 * (room - height);
        result.plane = QRectF(inner.left(), top, inner.width(), height);
        result.caption = QRectF(inner.left(), result.plane.bottom() + style.margin, inner.width(), caption);
    }
}

/// Room for the proof's equations beside the plane or below it; false where there is none.
bool placeProof(RotationPlane& result, const QRectF& inner, const PaintStyle& style)
{
    const QSizeF least = smallestProof * style.fontSize;
    const double plane = smallestPlane * style.fontSize;
    const double beside = inner.width() - plane - style.margin;
    const double below = inner.height() - plane - style.margin;
    result.fullProof = true;
    if (beside >= least.width() && inner.height() >= least.height()) {
        const double width = std::clamp(0.46 * inner.width(), least.width(), beside);
        result.caption = QRectF(inner.right() - width, inner.top(), width, inner.height());
        result.plane = QRectF(inner.topLeft(), QPointF(result.caption.left() - style.margin, inner.bottom()));
    } else if (below >= least.height() && inner.width() >= least.width()) {
        const double height = std::clamp(0.4 * inner.height(), least.height(), below);
        result.caption = QRectF(inner.left(), inner.bottom() - height, inner.width(), height);
        result.plane = QRectF(inner.topLeft(), QPointF(inner.right(), result.caption.top() - style.margin));
    } else {
        result.fullProof = false;
    }
    return result.fullProof;
}

} // namespace

QPointF RotationPlane::toScreen(const PlaneVector& vector) const
{
    const double scale = radius / outer;
    return centre + QPointF(scale * vector.first(), -scale * vector.second());
}

PlaneVector RotationPlane::fromScreen(QPointF point) const
{
    const QPointF off = point - centre;
    return {std::hypot(off.x(), off.y()) * outer / radius, std::atan2(-off.y(), off.x())};
}

RotationPlane rotationPlane(const QRectF& area, const PaintStyle& style, const TurnedPair& pair, bool withProof)
{
    RotationPlane result;
    const QRectF inner = area.adjusted(style.margin, style.margin, -style.margin, -style.margin);
    result.captionLines = linesThatFit(area.height() / captionHeight(1, style, style.fontSize));
    if (!withProof || !placeProof(result, inner, style))
        placeCaption(result, inner, style, withProof);
    result.centre = result.plane.center();
    const double room =
        std::min(result.plane.width() / 2.0 - 3.2 * style.fontSize, result.plane.height() / 2.0 - 1.7 * style.fontSize);
    result.radius = std::max(8.0, room);
    result.outer =
        roundUp(std::max({pair.query.length, pair.key.length, pair.turnedQuery.length, pair.turnedKey.length}));
    return result;
}

const PlaneVector& vectorOf(const TurnedPair& pair, PlaneArrow arrow)
{
    switch (arrow) {
    case PlaneArrow::Query:
        return pair.query;
    case PlaneArrow::Key:
        return pair.key;
    case PlaneArrow::TurnedQuery:
        return pair.turnedQuery;
    case PlaneArrow::TurnedKey:
        break;
    }
    return pair.turnedKey;
}

std::optional<PlaneArrow> arrowAt(const RotationPlane& plane, const TurnedPair& pair, QPointF point, double reach)
{
    std::array<double, planeArrows.size()> tips;
    std::array<double, planeArrows.size()> shafts;
    for (std::size_t i = 0; i < planeArrows.size(); ++i) {
        const QPointF tip = plane.toScreen(vectorOf(pair, planeArrows[i]));
        tips[i] = distance(point, tip);
        shafts[i] = distanceToSegment(point, plane.centre + (tip - plane.centre) * 0.25, tip);
    }
    const std::optional<PlaneArrow> tip = nearest(tips, reach);
    return tip ? tip : nearest(shafts, 0.6 * reach);
}

PhaseArc phaseArc(const RotationPlane& plane, const TurnedPair& pair, bool ofKey)
{
    const std::int64_t position = ofKey ? pair.keyPosition : pair.queryPosition;
    const WholeTurns turns = wholeTurns(position, pair.inverseFrequency);
    const bool restOnly = turns.turns > turnsDrawn;
    const double sign = position < 0 ? -pair.direction : pair.direction;
    const double total = turns.rest + (restOnly ? 0.0 : turn * static_cast<double>(turns.turns));
    const bool spiral = !restOnly && turns.turns > 0;
    PhaseArc arc;
    arc.radius = plane.radius * (ofKey ? 0.55 : 0.34);
    arc.growth = spiral ? plane.radius * 0.13 / (total / turn) : 0.0;
    arc.start = ofKey ? pair.key.angle : pair.query.angle;
    arc.sweep = sign * total;
    arc.turns = turns;
    arc.restOnly = restOnly;
    return arc;
}

bool isOnArc(const RotationPlane& plane, const PhaseArc& arc, QPointF point, double reach)
{
    const double radius = distance(point, plane.centre);
    const double angle = plane.fromScreen(point).angle;
    const double sign = arc.sweep < 0.0 ? -1.0 : 1.0;
    double along = std::fmod(sign * (angle - arc.start), turn);
    along += along < 0.0 ? turn : 0.0;
    for (; along <= std::abs(arc.sweep); along += turn)
        if (std::abs(radius - arc.radius - arc.growth * along / turn) <= reach)
            return true;
    return false;
}

PairContent draggedContent(const RotationPlane& plane, const TurnedPair& pair, PlaneArrow arrow, const ArrowDrag& drag)
{
    PairContent content{pair.query.length, pair.query.angle, pair.key.length, pair.key.angle};
    if (drag.current == drag.press && !drag.snapAngle)
        return content;
    const PlaneVector before = vectorOf(pair, arrow);
    PlaneVector after = plane.fromScreen(plane.toScreen(before) + (drag.current - drag.press));
    if (after.length < 1e-9 * plane.outer)
        after.angle = before.angle;
    if (drag.snapAngle)
        after.angle = snapStep * std::round(after.angle / snapStep);
    if (drag.keepLength)
        after.length = before.length;
    const bool isTurned = arrow == PlaneArrow::TurnedQuery || arrow == PlaneArrow::TurnedKey;
    const bool isKey = arrow == PlaneArrow::Key || arrow == PlaneArrow::TurnedKey;
    const double undo = isTurned ? (isKey ? pair.keyPhase : pair.queryPhase) : 0.0;
    const double factor = isTurned && pair.attentionFactor > 0.0 ? pair.attentionFactor : 1.0;
    (isKey ? content.keyAngle : content.queryAngle) = reducedAngle(after.angle - undo);
    (isKey ? content.keyLength : content.queryLength) = after.length / factor;
    return content;
}

} // namespace rope

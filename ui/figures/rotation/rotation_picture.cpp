#include "ui/figures/rotation/rotation_picture.h"

#include "ui/figures/kit/arrow.h"
#include "ui/figures/kit/figure_text.h"
#include "ui/figures/kit/label_search.h"
#include "ui/figures/rotation/rotation_words.h"
#include "ui/paint/text.h"
#include "ui/paint/ticks.h"

#include <QPen>
#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <numbers>

namespace rope {

namespace {

constexpr double degree = std::numbers::pi / 180.0;
constexpr double wedgeShare = 0.24; ///< of the outer circle: the wedge between the turned arrows

using Picture = RotationPicture;

/// What a step of the proof speaks about.
struct Spotlight {
    bool queryArc = true;
    bool keyArc = true;
    bool between = true; ///< the wedge between the turned arrows
    bool query = true;   ///< R_m q
    bool key = true;     ///< R_n k
    bool unturned = true;
    bool differenceArc = false; ///< from mθ to nθ
    bool relativeKey = false;   ///< R_{n−m} k and its angle to q
};

Spotlight spotlightOf(const Picture& picture)
{
    static constexpr Spotlight lights[] = {
        {true, false, false, true, false, true, false, false}, // the transpose turns back
        {true, true, false, false, false, false, true, false}, // angles subtract
        {true, true, false, false, false, false, true, false}, // the product keeps the difference
        {false, false, true, true, true, true, false, true},   // one score, two ways
        {false, false, false, true, true, true, false, false}, // lengths are kept
        {false, false, true, true, true, false, false, true},  // move both: nothing moves
    };
    static_assert(std::size(lights) == lastProofStep);
    return picture.proof ? lights[picture.proof->number - 1] : Spotlight{};
}

QColor lit(const QColor& color, bool on, const PaintStyle& style)
{
    return on ? color : faded(color, style.background, 0.3);
}

void drawCircle(QPainter& painter, const RotationPlane& plane, double length, const QPen& pen)
{
    const double radius = plane.radius * length / plane.outer;
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    painter.drawEllipse(plane.centre, radius, radius);
}

void drawAxes(QPainter& painter, const Picture& picture, const PaintStyle& style, LabelSearch& labels)
{
    const RotationPlane& plane = picture.plane;
    const double reach = plane.radius + 0.6 * style.fontSize;
    painter.setPen(QPen(style.grid, style.hairline));
    painter.drawLine(plane.centre - QPointF(reach, 0), plane.centre + QPointF(reach, 0));
    painter.drawLine(plane.centre - QPointF(0, reach), plane.centre + QPointF(0, reach));
    const double size = 0.85 * style.fontSize;
    const auto name = [&](int channel, QPointF end, QPointF direction) {
        const Label label{{QStringLiteral("x_{%1}").arg(channel), style.mutedText}};
        if (const auto box = labels.place(labelSize(label, style, size), end, direction, 2.0))
            drawLabel(painter, label, style, size, *box);
    };
    name(picture.channels.first, plane.centre + QPointF(reach, 0), {1, 0});
    name(picture.channels.second, plane.centre - QPointF(0, reach), {0, -1});
}

void drawCircles(QPainter& painter, const Picture& picture, const PaintStyle& style)
{
    const QPen pen(faded(style.axis, style.background, 0.45), style.hairline);
    drawCircle(painter, picture.plane, picture.pair.query.length, pen);
    if (std::abs(picture.pair.key.length - picture.pair.query.length) > 1e-9)
        drawCircle(painter, picture.plane, picture.pair.key.length, pen);
    if (picture.pair.attentionFactor == 1.0)
        return;
    const QPen dashed(pen.color(), style.hairline, Qt::DashLine);
    drawCircle(painter, picture.plane, picture.pair.turnedQuery.length, dashed);
    drawCircle(painter, picture.plane, picture.pair.turnedKey.length, dashed);
}

void drawWedge(QPainter& painter, const Picture& picture, double start, double sweep, const PaintStyle& style)
{
    const double radius = wedgeShare * picture.plane.radius;
    const QRectF box(picture.plane.centre - QPointF(radius, radius), QSizeF(2 * radius, 2 * radius));
    painter.setPen(QPen(faded(style.highlight, style.background, 0.6), style.hairline));
    painter.setBrush(faded(style.highlight, style.background, 0.18));
    painter.drawPie(box, static_cast<int>(std::lround(start / degree * 16)),
                    static_cast<int>(std::lround(sweep / degree * 16)));
    painter.setBrush(Qt::NoBrush);
}

void drawPhaseArc(QPainter& painter, const RotationPlane& plane, const PhaseArc& arc, const QColor& color,
                  const PaintStyle& style)
{
    if (arc.restOnly) {
        painter.setPen(QPen(faded(color, style.background, 0.35), style.hairline, Qt::DotLine));
        painter.drawEllipse(plane.centre, arc.radius, arc.radius);
    }
    if (std::abs(arc.sweep) > 1e-3)
        drawArcArrow(painter, plane.centre, arc.radius, arc.start, arc.sweep, arc.growth, color, 0.8 * style.lineWidth);
}

QPointF arcPoint(const RotationPlane& plane, const PhaseArc& arc, double along)
{
    const double radius = arc.radius + arc.growth * along / (2.0 * std::numbers::pi);
    const double angle = arc.start + std::copysign(along, arc.sweep);
    return plane.centre + QPointF(radius * std::cos(angle), -radius * std::sin(angle));
}

void avoidArc(LabelSearch& labels, const RotationPlane& plane, const PhaseArc& arc)
{
    const double length = std::abs(arc.sweep);
    for (double along = 0.0; along < length; along += 0.1)
        labels.avoid(arcPoint(plane, arc, along), arcPoint(plane, arc, std::min(length, along + 0.1)));
}

/// The label in the first wording for which there is room.
void placeWording(QPainter& painter, LabelSearch& labels, const QStringList& variants, const QColor& color,
                  const PaintStyle& style, QPointF anchor, QPointF direction)
{
    for (const QString& variant : variants) {
        const Label label{{variant, color}};
        const auto box = labels.place(labelSize(label, style, style.fontSize), anchor, direction, 0.4 * style.fontSize);
        if (!box)
            continue;
        painter.fillRect(box->adjusted(-1, 1, 1, -1), style.background); // lines behind would cross the letters
        drawLabel(painter, label, style, style.fontSize, *box);
        return;
    }
}

void labelArc(QPainter& painter, LabelSearch& labels, const Picture& picture, const PhaseArc& arc, const QString& name,
              const QColor& color, const PaintStyle& style)
{
    if (std::abs(arc.sweep) < 1e-9)
        return;
    const double along = arc.restOnly || arc.turns.turns == 0
                             ? std::abs(arc.sweep) / 2.0
                             : std::abs(arc.sweep) - std::min(std::abs(arc.sweep), std::numbers::pi) / 2.0;
    const QPointF anchor = arcPoint(picture.plane, arc, along);
    const QPointF out = anchor - picture.plane.centre;
    const QPointF direction = out / std::max(1e-9, std::hypot(out.x(), out.y()));
    const QString sign = picture.pair.direction < 0 ? QStringLiteral("−") : QString();
    placeWording(painter, labels, {sign + name + " = " + sign + phaseWords(arc), sign + name}, color, style, anchor,
                 direction);
}

/// The angle of a wedge, beside it.
void labelWedge(QPainter& painter, LabelSearch& labels, const Picture& picture, double start, const PaintStyle& style)
{
    if (std::abs(picture.pair.between) < 0.5 * degree)
        return;
    const double middle = start + picture.pair.between / 2.0;
    const QPointF direction(std::cos(middle), -std::sin(middle));
    placeWording(painter, labels, {degreesText(picture.pair.between)}, style.highlight, style,
                 picture.plane.centre + direction * wedgeShare * picture.plane.radius, direction);
}

QColor arrowColor(PlaneArrow arrow, const PaintStyle& style)
{
    return arrow == PlaneArrow::Query || arrow == PlaneArrow::TurnedQuery ? style.query : style.key;
}

bool isTurned(PlaneArrow arrow)
{
    return arrow == PlaneArrow::TurnedQuery || arrow == PlaneArrow::TurnedKey;
}

constexpr std::array drawOrder{PlaneArrow::Query, PlaneArrow::Key, PlaneArrow::TurnedQuery, PlaneArrow::TurnedKey};

double apart(const Picture& picture, PlaneArrow a, PlaneArrow b)
{
    const QPointF off =
        picture.plane.toScreen(vectorOf(picture.pair, a)) - picture.plane.toScreen(vectorOf(picture.pair, b));
    return std::hypot(off.x(), off.y());
}

/// Twice as wide where a later arrow lies on it, so that both colours show.
double arrowWidth(const Picture& picture, std::size_t index, const PaintStyle& style)
{
    const double width = (isTurned(drawOrder[index]) ? 1.7 : 1.3) * style.lineWidth;
    const bool isCovered =
        std::any_of(drawOrder.begin() + static_cast<std::ptrdiff_t>(index) + 1, drawOrder.end(),
                    [&](PlaneArrow later) { return apart(picture, drawOrder[index], later) < width; });
    return isCovered ? 2.1 * width : width;
}

bool isLit(PlaneArrow arrow, const Spotlight& light)
{
    switch (arrow) {
    case PlaneArrow::TurnedQuery:
        return light.query;
    case PlaneArrow::TurnedKey:
        return light.key;
    case PlaneArrow::Query:
    case PlaneArrow::Key:
        break;
    }
    return light.unturned;
}

void drawArrows(QPainter& painter, const Picture& picture, const PaintStyle& style, LabelSearch& labels)
{
    const Spotlight light = spotlightOf(picture);
    for (std::size_t i = 0; i < drawOrder.size(); ++i) {
        const PlaneArrow arrow = drawOrder[i];
        const QPointF tip = picture.plane.toScreen(vectorOf(picture.pair, arrow));
        const QColor color = lit(faded(arrowColor(arrow, style), style.background, isTurned(arrow) ? 1.0 : 0.42),
                                 isLit(arrow, light), style);
        drawArrow(painter, picture.plane.centre, tip, color, arrowWidth(picture, i, style));
        labels.avoid(picture.plane.centre, tip);
    }
}

/// One label per place: arrows that end together share one, `q = k`.
void labelArrows(QPainter& painter, const Picture& picture, const PaintStyle& style, LabelSearch& labels)
{
    std::vector<PlaneArrow> left(drawOrder.begin(), drawOrder.end());
    while (!left.empty()) {
        const PlaneArrow first = left.front();
        const QPointF tip = picture.plane.toScreen(vectorOf(picture.pair, first));
        Label label;
        std::erase_if(left, [&](PlaneArrow arrow) {
            const double distance = apart(picture, first, arrow);
            if (distance > 1.5)
                return false;
            if (!label.empty())
                label.push_back({distance < 1e-6 ? QStringLiteral(" = ") : QStringLiteral(" ≈ "), style.mutedText});
            label.push_back({arrowName(arrow), arrowColor(arrow, style)});
            return true;
        });
        const QPointF out = tip - picture.plane.centre;
        const double length = std::hypot(out.x(), out.y());
        const QPointF direction = length > 1.0 ? out / length : QPointF(1, 0);
        const double size = 1.1 * style.fontSize;
        if (const auto box = labels.place(labelSize(label, style, size), tip, direction, 0.35 * style.fontSize))
            drawLabel(painter, label, style, size, *box);
    }
}

/// The arc from mθ to nθ, from where the turned query's angle would bring the key.
PhaseArc differenceArc(const Picture& picture)
{
    PhaseArc arc = phaseArc(picture.plane, picture.pair, true);
    arc.radius = 0.76 * picture.plane.radius;
    arc.growth = 0.0;
    arc.start = picture.pair.key.angle + picture.pair.queryPhase;
    arc.sweep = picture.pair.difference;
    arc.turns = {0, std::abs(picture.pair.difference)};
    arc.restOnly = false;
    return arc;
}

void drawDifference(QPainter& painter, LabelSearch& labels, const Picture& picture, const PaintStyle& style)
{
    const PhaseArc arc = differenceArc(picture);
    drawPhaseArc(painter, picture.plane, arc, style.highlight, style);
    avoidArc(labels, picture.plane, arc);
    if (std::abs(arc.sweep) < 1e-9)
        return;
    const double middle = arc.start + arc.sweep / 2.0;
    const QPointF direction(std::cos(middle), -std::sin(middle));
    placeWording(painter, labels, {QStringLiteral("(n − m)θ = ") + degreesText(arc.sweep), QStringLiteral("(n − m)θ")},
                 style.highlight, style, picture.plane.centre + direction * arc.radius, direction);
}

/// What the unturned query meets when the key turns by the difference alone: the same angle between two arrows.
void drawRelativeKey(QPainter& painter, LabelSearch& labels, const Picture& picture, const PaintStyle& style)
{
    const double angle = picture.pair.key.angle + picture.pair.difference;
    const QPointF tip = picture.plane.toScreen({picture.pair.key.length, angle});
    drawArrow(painter, picture.plane.centre, tip, style.highlight, 1.3 * style.lineWidth);
    labels.avoid(picture.plane.centre, tip);
    const QPointF direction(std::cos(angle), -std::sin(angle));
    const Label label{{QStringLiteral("R_{n−m} k"), style.highlight}};
    const double size = 1.1 * style.fontSize;
    if (const auto box = labels.place(labelSize(label, style, size), tip, direction, 0.35 * style.fontSize))
        drawLabel(painter, label, style, size, *box);
}

void drawNumbers(QPainter& painter, const Picture& picture, const PaintStyle& style)
{
    const QColor placeColor = picture.underPointer ? style.highlight : style.mutedText;
    std::vector<Wordings> lines{{betweenWords(picture.pair), style.text},
                                {normWords(picture.pair), style.mutedText},
                                {placeWords(picture.pair), placeColor}};
    lines.resize(std::min(lines.size(), picture.plane.captionLines));
    drawCaption(painter, lines, style, style.fontSize, picture.plane.caption);
}

/// Wedges and arcs lie under the arrows.
void drawAngles(QPainter& painter, LabelSearch& labels, const Picture& picture, const PaintStyle& style)
{
    const Spotlight light = spotlightOf(picture);
    const PhaseArc queryArc = phaseArc(picture.plane, picture.pair, false);
    const PhaseArc keyArc = phaseArc(picture.plane, picture.pair, true);
    if (light.between)
        drawWedge(painter, picture, picture.pair.turnedQuery.angle, picture.pair.between, style);
    if (light.relativeKey)
        drawWedge(painter, picture, picture.pair.query.angle, picture.pair.between, style);
    drawPhaseArc(painter, picture.plane, queryArc, lit(style.query, light.queryArc, style), style);
    drawPhaseArc(painter, picture.plane, keyArc, lit(style.key, light.keyArc, style), style);
    avoidArc(labels, picture.plane, queryArc);
    avoidArc(labels, picture.plane, keyArc);
}

void labelAngles(QPainter& painter, LabelSearch& labels, const Picture& picture, const PaintStyle& style)
{
    const Spotlight light = spotlightOf(picture);
    if (light.differenceArc)
        drawDifference(painter, labels, picture, style);
    if (light.queryArc)
        labelArc(painter, labels, picture, phaseArc(picture.plane, picture.pair, false), QStringLiteral("mθ"),
                 style.query, style);
    if (light.keyArc)
        labelArc(painter, labels, picture, phaseArc(picture.plane, picture.pair, true), QStringLiteral("nθ"), style.key,
                 style);
    if (light.between)
        labelWedge(painter, labels, picture, picture.pair.turnedQuery.angle, style);
    if (light.relativeKey)
        labelWedge(painter, labels, picture, picture.pair.query.angle, style);
}

} // namespace

TurnedPair shownPair(const ExplorerState& state, const Highlight& highlight)
{
    const ShownPlace place = shownPlace(state, highlight);
    return turnedPair(state, activeSchedule(state), place.pair, place.queryPosition, place.keyPosition);
}

RotationPicture rotationPicture(const FigureContext& context)
{
    RotationPicture picture;
    const int step = context.state.view.proofStep;
    picture.pair = shownPair(context.state, context.highlight);
    picture.plane = rotationPlane(context.area, context.style, picture.pair, step > 0);
    picture.channels = headChannels(activeRotary(context.state), picture.pair.pair);
    picture.underPointer = shownPlace(context.state, context.highlight).underPointer;
    if (step > 0 && (picture.plane.fullProof || picture.plane.captionLines >= 2)) {
        const ProofScene scene = proofScene(context.state, picture.pair);
        const ProofStep said = proofStep(scene, step);
        picture.proof = ShownProof{
            scene, said, proofPanel(picture.plane.caption, picture.plane.fullProof, said, context.style), step};
    }
    return picture;
}

void paintRotation(QPainter& painter, const RotationPicture& picture, const PaintStyle& style)
{
    LabelSearch labels(picture.plane.plane);
    drawAxes(painter, picture, style, labels);
    drawCircles(painter, picture, style);
    drawAngles(painter, labels, picture, style);
    drawArrows(painter, picture, style, labels);
    if (spotlightOf(picture).relativeKey)
        drawRelativeKey(painter, labels, picture, style);
    labelArrows(painter, picture, style, labels);
    labelAngles(painter, labels, picture, style);
    if (picture.proof)
        paintProof(painter, picture.proof->panel, picture.proof->step, picture.proof->number, style);
    else
        drawNumbers(painter, picture, style);
}

} // namespace rope

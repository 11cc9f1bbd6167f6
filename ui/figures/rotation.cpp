#include "ui/figures/all.h"
#include "ui/figures/arrow.h"
#include "ui/figures/figure_text.h"
#include "ui/figures/label_search.h"
#include "ui/figures/rotation_plane.h"
#include "ui/figures/rotation_words.h"
#include "ui/paint/text.h"
#include "ui/paint/ticks.h"

#include <QPen>
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace rope {

namespace {

constexpr double degree = std::numbers::pi / 180.0;
constexpr double wedgeShare = 0.24; ///< of the outer circle: the wedge between the turned arrows

/// Everything of one picture, computed before anything is drawn.
struct Picture {
    TurnedPair pair;
    RotationPlane plane;
    PairChannels channels;
    bool underPointer;
};

TurnedPair shownPair(const ExplorerState& state, const Highlight& highlight = {})
{
    const ShownPlace place = shownPlace(state, highlight);
    return turnedPair(state, activeSchedule(state), place.pair, place.queryPosition, place.keyPosition);
}

Picture pictureOf(const FigureContext& context)
{
    Picture picture;
    picture.pair = shownPair(context.state, context.highlight);
    picture.plane = rotationPlane(context.area, context.style, picture.pair);
    picture.channels = headChannels(activeRotary(context.state), picture.pair.pair);
    picture.underPointer = shownPlace(context.state, context.highlight).underPointer;
    return picture;
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

void drawWedge(QPainter& painter, const Picture& picture, const PaintStyle& style)
{
    const double radius = wedgeShare * picture.plane.radius;
    const QRectF box(picture.plane.centre - QPointF(radius, radius), QSizeF(2 * radius, 2 * radius));
    const double start = picture.pair.turnedQuery.angle / degree;
    const double sweep = picture.pair.between / degree;
    painter.setPen(QPen(faded(style.highlight, style.background, 0.6), style.hairline));
    painter.setBrush(faded(style.highlight, style.background, 0.18));
    painter.drawPie(box, static_cast<int>(std::lround(start * 16)), static_cast<int>(std::lround(sweep * 16)));
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

/// The angle that is left between the turned arrows, beside its wedge.
void labelWedge(QPainter& painter, LabelSearch& labels, const Picture& picture, const PaintStyle& style)
{
    if (std::abs(picture.pair.between) < 0.5 * degree)
        return;
    const double middle = picture.pair.turnedQuery.angle + picture.pair.between / 2.0;
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

void drawArrows(QPainter& painter, const Picture& picture, const PaintStyle& style, LabelSearch& labels)
{
    for (std::size_t i = 0; i < drawOrder.size(); ++i) {
        const PlaneArrow arrow = drawOrder[i];
        const QPointF tip = picture.plane.toScreen(vectorOf(picture.pair, arrow));
        const QColor color = faded(arrowColor(arrow, style), style.background, isTurned(arrow) ? 1.0 : 0.42);
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

void drawNumbers(QPainter& painter, const Picture& picture, const PaintStyle& style)
{
    const QColor placeColor = picture.underPointer ? style.highlight : style.mutedText;
    std::vector<Wordings> lines{{betweenWords(picture.pair), style.text},
                                {normWords(picture.pair), style.mutedText},
                                {placeWords(picture.pair), placeColor}};
    lines.resize(std::min(lines.size(), picture.plane.captionLines));
    drawCaption(painter, lines, style, style.fontSize, picture.plane.caption);
}

double grabReach(const PaintStyle& style)
{
    return std::max(9.0, 0.9 * style.fontSize);
}

class RotationFigure final : public Figure {
public:
    QString id() const override { return QStringLiteral("rotation"); }
    QString title() const override { return QStringLiteral("Rotation"); }
    QString description() const override
    {
        return QStringLiteral(
            "One pair's plane: q and k, turned by mθ and nθ, and the angle that is left between them.");
    }
    QString subtitle(const ExplorerState& state) const override;
    QString describe(const ExplorerState& state) const override;
    void paint(QPainter& painter, const FigureContext& context) const override;
    Readout hover(const FigureContext& context, QPointF point) const override;
    std::optional<Change> drag(const FigureContext& context, const DragGesture& gesture) const override;
    std::optional<Change> step(const ExplorerState& state, int steps, bool vertical) const override;
    DataTable data(const ExplorerState& state) const override;
};

QString RotationFigure::subtitle(const ExplorerState& state) const
{
    const TurnedPair pair = shownPair(state);
    return QStringLiteral("pair %1 · %2 rad/token").arg(pair.pair).arg(readableNumber(pair.inverseFrequency, 3));
}

QString RotationFigure::describe(const ExplorerState& state) const
{
    const TurnedPair pair = shownPair(state);
    QString text = QStringLiteral("Pair %1 at theta %2 radians per token. ")
                       .arg(pair.pair)
                       .arg(readableNumber(pair.inverseFrequency));
    for (const PlaneArrow arrow : {PlaneArrow::Query, PlaneArrow::TurnedQuery, PlaneArrow::Key, PlaneArrow::TurnedKey})
        text += vectorWords(pair, arrow) + QStringLiteral(". ");
    return text + QStringLiteral("Query position %1, key position %2; the angle from the turned query to the turned "
                                 "key is %3.")
                      .arg(pair.queryPosition)
                      .arg(pair.keyPosition)
                      .arg(degreesText(pair.between));
}

void RotationFigure::paint(QPainter& painter, const FigureContext& context) const
{
    const Picture picture = pictureOf(context);
    const PaintStyle& style = context.style;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    LabelSearch labels(picture.plane.plane);
    const PhaseArc queryArc = phaseArc(picture.plane, picture.pair, false);
    const PhaseArc keyArc = phaseArc(picture.plane, picture.pair, true);
    drawAxes(painter, picture, style, labels);
    drawCircles(painter, picture, style);
    drawWedge(painter, picture, style);
    drawPhaseArc(painter, picture.plane, queryArc, style.query, style);
    drawPhaseArc(painter, picture.plane, keyArc, style.key, style);
    avoidArc(labels, picture.plane, queryArc);
    avoidArc(labels, picture.plane, keyArc);
    drawArrows(painter, picture, style, labels);
    labelArrows(painter, picture, style, labels);
    labelArc(painter, labels, picture, queryArc, QStringLiteral("mθ"), style.query, style);
    labelArc(painter, labels, picture, keyArc, QStringLiteral("nθ"), style.key, style);
    labelWedge(painter, labels, picture, style);
    drawNumbers(painter, picture, style);
    painter.restore();
}

Readout RotationFigure::hover(const FigureContext& context, QPointF point) const
{
    const Picture picture = pictureOf(context);
    const TurnedPair& pair = picture.pair;
    Highlight highlight;
    highlight.pair = pair.pair;
    if (const auto arrow = arrowAt(picture.plane, pair, point, grabReach(context.style)))
        return {vectorWords(pair, *arrow), highlight};
    for (const bool ofKey : {false, true}) {
        const PhaseArc arc = phaseArc(picture.plane, pair, ofKey);
        if (isOnArc(picture.plane, arc, point, 0.5 * grabReach(context.style)))
            return {arcWords(pair, arc, ofKey), highlight};
    }
    return {};
}

std::optional<Change> RotationFigure::drag(const FigureContext& context, const DragGesture& gesture) const
{
    const TurnedPair pair = shownPair(gesture.startState);
    const RotationPlane plane = rotationPlane(context.area, context.style, pair);
    const auto arrow = arrowAt(plane, pair, gesture.press, grabReach(context.style));
    if (!arrow)
        return std::nullopt;
    const ArrowDrag drag{gesture.press, gesture.current, gesture.keepLength, gesture.snapAngle};
    return SetPairContent{pair.pair, draggedContent(plane, pair, *arrow, drag)};
}

std::optional<Change> RotationFigure::step(const ExplorerState& state, int steps, bool vertical) const
{
    const int pair = shownPlace(state, {}).pair;
    PairContent content = pairContent(state, pair);
    double& angle = vertical ? content.keyAngle : content.queryAngle;
    angle = reducedAngle(angle + steps * degree);
    return SetPairContent{pair, content};
}

DataTable RotationFigure::data(const ExplorerState& state) const
{
    const TurnedPair pair = shownPair(state);
    const PairChannels channels = headChannels(activeRotary(state), pair.pair);
    DataTable table;
    table.columns = {{QStringLiteral("x_%1").arg(channels.first), {}, {}},
                     {QStringLiteral("x_%1").arg(channels.second), {}, {}},
                     {QStringLiteral("length"), {}, {}},
                     {QStringLiteral("angle"), QStringLiteral("rad"), {}}};
    for (const PlaneArrow arrow :
         {PlaneArrow::Query, PlaneArrow::Key, PlaneArrow::TurnedQuery, PlaneArrow::TurnedKey}) {
        const PlaneVector& vector = vectorOf(pair, arrow);
        const double row[] = {vector.first(), vector.second(), vector.length, vector.angle};
        for (std::size_t i = 0; i < table.columns.size(); ++i)
            table.columns[i].values.push_back(row[i]);
    }
    table.note = QStringLiteral("Rows: q, k, R_m q, R_n k of pair %1 at m = %2, n = %3; theta = %4 rad/token.")
                     .arg(pair.pair)
                     .arg(pair.queryPosition)
                     .arg(pair.keyPosition)
                     .arg(QString::number(pair.inverseFrequency, 'g', 17));
    return table;
}

} // namespace

const Figure& rotationFigure()
{
    static const RotationFigure figure;
    return figure;
}

} // namespace rope

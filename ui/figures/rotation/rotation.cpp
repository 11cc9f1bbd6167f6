#include "ui/figures/all.h"
#include "ui/figures/kit/figure_text.h"
#include "ui/figures/rotation/rotation_picture.h"
#include "ui/figures/rotation/rotation_words.h"
#include "ui/paint/ticks.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace rope {

namespace {

constexpr double degree = std::numbers::pi / 180.0;

double grabReach(const PaintStyle& style)
{
    return std::max(9.0, 0.9 * style.fontSize);
}

/// Both sides of the proof: four matrices, and the score by both ways.
void addProof(DataTable& table, const ProofScene& scene)
{
    const RotationProof& proof = scene.proof;
    const Eigen::Matrix2d* matrices[] = {&proof.queryRotation, &proof.keyRotation, &proof.product,
                                         &proof.offsetRotation};
    for (int row = 0; row < 2; ++row)
        for (int column = 0; column < 2; ++column) {
            DataTable::Column entries{QStringLiteral("entry_%1%2").arg(row + 1).arg(column + 1), {}, {}};
            for (const Eigen::Matrix2d* matrix : matrices)
                entries.values.push_back((*matrix)(row, column));
            table.columns.push_back(std::move(entries));
        }
    table.columns.push_back(
        {QStringLiteral("score"),
         {},
         {proof.scoreOfTurned, proof.scoreOfOffset, proof.scoreOfTurned - proof.scoreOfOffset, scene.scale()}});
}

/// A click on the proof: the step that it asks for.
std::optional<Change> pickStep(const FigureContext& context, const DragGesture& gesture)
{
    const FigureContext before{
        .state = gesture.startState, .area = context.area, .style = context.style, .highlight = {}};
    const RotationPicture picture = rotationPicture(before);
    if (!picture.proof)
        return std::nullopt;
    const auto step = stepAt(picture.proof->panel, gesture.press, picture.proof->number);
    return step ? std::optional<Change>(SetValue{"rotation.proof_step", static_cast<double>(*step)}) : std::nullopt;
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
    QString subtitle(const ShownState& state) const override;
    QString describe(const ShownState& state) const override;
    void paint(QPainter& painter, const FigureContext& context) const override;
    Readout hover(const FigureContext& context, QPointF point) const override;
    std::optional<Change> drag(const FigureContext& context, const DragGesture& gesture) const override;
    std::optional<Change> step(const ShownState& state, int steps, bool vertical) const override;
    DataTable data(const ShownState& state) const override;
};

QString RotationFigure::subtitle(const ShownState& state) const
{
    const TurnedPair pair = shownPair(state);
    return QStringLiteral("pair %1 · %2 rad/token").arg(pair.pair).arg(readableNumber(pair.inverseFrequency, 3));
}

QString RotationFigure::describe(const ShownState& state) const
{
    const TurnedPair pair = shownPair(state);
    QString text = QStringLiteral("Pair %1 at theta %2 radians per token. ")
                       .arg(pair.pair)
                       .arg(readableNumber(pair.inverseFrequency));
    for (const PlaneArrow arrow : {PlaneArrow::Query, PlaneArrow::TurnedQuery, PlaneArrow::Key, PlaneArrow::TurnedKey})
        text += vectorWords(pair, arrow) + QStringLiteral(". ");
    return text +
           QStringLiteral("Query position %1, key position %2; the angle from the turned query to the turned "
                          "key is %3.")
               .arg(pair.queryPosition)
               .arg(pair.keyPosition)
               .arg(degreesText(pair.between)) +
           (state.view.proofStep > 0 ? QLatin1Char(' ') + spokenStep(proofScene(state, pair), state.view.proofStep)
                                     : QString());
}

void RotationFigure::paint(QPainter& painter, const FigureContext& context) const
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    paintRotation(painter, rotationPicture(context), context.style);
    painter.restore();
}

Readout RotationFigure::hover(const FigureContext& context, QPointF point) const
{
    const RotationPicture picture = rotationPicture(context);
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
    if (picture.proof)
        if (const auto step = stepAt(picture.proof->panel, point, picture.proof->number))
            return {QStringLiteral("step %1 of the proof").arg(*step), highlight};
    return {};
}

std::optional<Change> RotationFigure::drag(const FigureContext& context, const DragGesture& gesture) const
{
    const TurnedPair pair = shownPair(gesture.startState);
    const RotationPlane plane = rotationPlane(context.area, context.style, pair, gesture.startState.view.proofStep > 0);
    const auto arrow = arrowAt(plane, pair, gesture.press, grabReach(context.style));
    if (!arrow)
        return pickStep(context, gesture);
    const ArrowDrag drag{gesture.press, gesture.current, gesture.keepLength, gesture.snapAngle};
    return SetPairContent{pair.pair, draggedContent(plane, pair, *arrow, drag)};
}

std::optional<Change> RotationFigure::step(const ShownState& state, int steps, bool vertical) const
{
    const int pair = shownPlace(state, {}).pair;
    PairContent content = pairContent(state, pair);
    double& angle = vertical ? content.keyAngle : content.queryAngle;
    angle = reducedAngle(angle + steps * degree);
    return SetPairContent{pair, content};
}

DataTable RotationFigure::data(const ShownState& state) const
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
    const ProofScene proof = proofScene(state, pair);
    if (state.view.proofStep > 0)
        addProof(table, proof);
    table.note = QStringLiteral("Rows: q, k, R_m q, R_n k of pair %1 at m = %2, n = %3; theta = %4 rad/token.")
                     .arg(pair.pair)
                     .arg(pair.queryPosition)
                     .arg(pair.keyPosition)
                     .arg(QString::number(pair.inverseFrequency, 'g', 17));
    if (state.view.proofStep > 0)
        table.note += QStringLiteral(" entry_11 to entry_22, row by row: R_m, R_n, R_m^T R_n, R_(n-m). score: of the "
                                     "turned arrows, from the offset, their difference, and what the products are "
                                     "multiplied by: the scheme's factor on scores, %1, over sqrt(%2).")
                          .arg(QString::number(proof.scoreFactor, 'g', 17))
                          .arg(activeRotary(state).headDim);
    return table;
}

} // namespace

const Figure& rotationFigure()
{
    static const RotationFigure figure;
    return figure;
}

} // namespace rope

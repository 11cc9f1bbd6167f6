#include "core/views/decay.h"
#include "ui/figures/all.h"
#include "ui/figures/kit/figure_text.h"
#include "ui/figures/kit/marks.h"
#include "ui/figures/kit/moves.h"
#include "ui/figures/kit/plot_parts.h"
#include "ui/paint/text.h"
#include "ui/paint/ticks.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace rope {

namespace {

enum Curve { Ones, Aligned, Gaussian, Bound };
constexpr int curveCount = 4;
constexpr double DecayAt::*valueOf[] = {&DecayAt::ones, &DecayAt::aligned, &DecayAt::gaussian, &DecayAt::bound};

QString firstNegativeWords(const DecayNumbers& decay)
{
    if (!decay.firstNegative)
        return QStringLiteral("g stays at or above 0 up to %1 tokens")
            .arg(groupedNumber(static_cast<double>(decay.searched - 1)));
    return QStringLiteral("g is first negative at %1 tokens")
        .arg(groupedNumber(static_cast<double>(*decay.firstNegative)));
}

QStringList captions(const DecayNumbers& decay)
{
    const QString negative = firstNegativeWords(decay);
    return {QStringLiteral(
                "Cosines: the expected score over that of an aligned key at offset 0, for that content; no bound "
                "on others. RoFormer's curve: a factor in an upper bound of |score|, over its value at 0; not a "
                "score. %1 of the distances are drawn. %2.")
                .arg(groupedNumber(static_cast<double>(decay.curves.size())), negative),
            QStringLiteral("Only RoFormer's curve is a bound, and no score. %1.").arg(negative),
            negative + QLatin1Char('.')};
}

QStringList curveNames()
{
    return {QStringLiteral("q = k = ones: g"), QStringLiteral("k along q"), QStringLiteral("Gaussian k: mean 0"),
            QStringLiteral("RoFormer's bound")};
}

QPen penOf(int curve, const PaintStyle& style)
{
    QPen pen(style.primary, 1.2 * style.lineWidth, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin);
    if (curve == Aligned) {
        pen.setColor(style.query);
        pen.setDashPattern({3.0, 2.0});
    } else if (curve == Gaussian) {
        pen.setColor(style.key);
        pen.setDashPattern({7.0, 2.0, 1.5, 2.0});
    } else if (curve == Bound) {
        pen.setColor(style.secondary);
        pen.setDashPattern({1.2, 1.6});
    }
    return pen;
}

struct Picture {
    DecayNumbers decay;
    FigureParts parts;
    Frame frame;
};

Frame frameOf(const DecayNumbers& decay, const QRectF& area, const PaintStyle& style)
{
    FrameSpec spec;
    spec.bottom = {.minimum = decay.logarithmic ? 1.0 : 0.0,
                   .maximum = static_cast<double>(decay.limit),
                   .logarithmic = decay.logarithmic,
                   .integers = true,
                   .title = QStringLiteral("distance |n − m| (tokens)"),
                   .ticks = {}};
    spec.left = {
        .minimum = decay.lowest() - 0.06, .maximum = 1.04, .title = QStringLiteral("over its value at 0"), .ticks = {}};
    return layoutFrame(area, spec, style);
}

Picture pictureOf(const FigureContext& context)
{
    Picture picture;
    picture.decay = decayNumbers(context.state);
    std::vector<LegendEntry> legend;
    for (int curve = 0; curve < curveCount; ++curve)
        legend.push_back({curveNames()[curve], penOf(curve, context.style), false, false});
    picture.parts = divideFigure(context.area, context.style, legend, captions(picture.decay));
    picture.frame = frameOf(picture.decay, picture.parts.body, context.style);
    return picture;
}

void markFirstNegative(QPainter& painter, const Picture& picture, const PaintStyle& style)
{
    const auto& first = picture.decay.firstNegative;
    if (!first || *first > picture.decay.limit)
        return;
    const Frame& frame = picture.frame;
    const QPointF at = frame.toPosition(static_cast<double>(*first), 0.0);
    painter.setPen(QPen(style.warning, 1.3 * style.lineWidth));
    painter.setBrush(style.background);
    painter.drawEllipse(at, 0.32 * style.fontSize, 0.32 * style.fontSize);
    painter.setBrush(Qt::NoBrush);
    const QString label = QStringLiteral("g first < 0 at %1").arg(groupedNumber(static_cast<double>(*first)));
    const QSizeF size = richTextSize(label, style, {.size = 0.9 * style.fontSize});
    LabelPlacer placer(frame.plot);
    const double above = frame.y.toPosition(0.8);
    const double left = std::clamp(at.x() - size.width() / 2, frame.plot.left() + 0.3 * style.fontSize,
                                   frame.plot.right() - size.width());
    const QRectF candidates[] = {QRectF(QPointF(left, above), size)};
    if (const auto box = placer.place(candidates)) {
        painter.setPen(QPen(style.warning, style.hairline, Qt::DotLine));
        painter.drawLine(QPointF(at.x(), box->bottom()), at - QPointF(0, 0.32 * style.fontSize));
        painter.fillRect(*box, style.background);
        drawText(painter, *box, label, style, {.size = 0.9 * style.fontSize, .colour = style.warning});
    }
}

class DecayFigure final : public Figure {
public:
    QString id() const override { return QStringLiteral("decay"); }
    QString title() const override { return QStringLiteral("Decay with distance"); }
    QString description() const override
    {
        return QStringLiteral("What becomes of scores far away: RoFormer's bound, the mean cosine, and aligned against "
                              "Gaussian keys.");
    }
    QString subtitle(const ShownState& state) const override;
    QString describe(const ShownState& state) const override;
    void paint(QPainter& painter, const FigureContext& context) const override;
    Readout hover(const FigureContext& context, QPointF point) const override;
    std::optional<Change> drag(const FigureContext& context, const DragGesture& gesture) const override;
    std::optional<Change> step(const ShownState& state, int steps, bool vertical) const override;
    DataTable data(const ShownState& state) const override;
};

QString DecayFigure::subtitle(const ShownState& state) const
{
    return firstNegativeWords(decayNumbers(state));
}

QString DecayFigure::describe(const ShownState& state) const
{
    const DecayNumbers numbers = decayNumbers(state);
    QString text = captions(numbers).first();
    for (const DecayAt& at : numbers.curves)
        if (std::ranges::count(toldDistances, at.distance) > 0)
            text += QStringLiteral(
                        " At distance %1: mean cosine %2, aligned key %3, Gaussian key 0 on average, bound %4 of its "
                        "value at 0.")
                        .arg(QString::number(at.distance), fixedText(at.ones, 4), fixedText(at.aligned, 4),
                             fixedText(at.bound, 4));
    return text;
}

void DecayFigure::paint(QPainter& painter, const FigureContext& context) const
{
    const Picture picture = pictureOf(context);
    const PaintStyle& style = context.style;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    paintGrid(painter, picture.frame, style);
    drawHorizontal(painter, picture.frame, 0.0, QPen(style.axis, style.hairline));
    markOffsets(painter, picture.frame, context, true);
    for (const int curve : {Bound, Gaussian, Ones, Aligned}) {
        std::vector<QPointF> points;
        for (const DecayAt& at : picture.decay.curves)
            points.emplace_back(static_cast<double>(at.distance), at.*valueOf[curve]);
        drawCurve(painter, picture.frame, points, penOf(curve, style));
    }
    markFirstNegative(painter, picture, style);
    paintAxes(painter, picture.frame, style);
    drawFigureParts(painter, picture.parts, style);
    painter.restore();
}

Readout DecayFigure::hover(const FigureContext& context, QPointF point) const
{
    const Picture picture = pictureOf(context);
    if (!picture.frame.plot.contains(point))
        return {};
    const auto distance = static_cast<std::int64_t>(std::llround(picture.frame.x.toValue(point.x())));
    const DecayAt at = decayAt(context.state, distance);
    Readout readout;
    readout.highlight.offset = -distance;
    readout.text = QStringLiteral("distance %1: g = %2, key along q %3, Gaussian key 0 on average, bound %4")
                       .arg(groupedNumber(static_cast<double>(distance)), fixedText(at.ones, 4),
                            fixedText(at.aligned, 4), fixedText(at.bound, 4));
    return readout;
}

std::optional<Change> DecayFigure::drag(const FigureContext& context, const DragGesture& gesture) const
{
    const Picture picture = pictureOf(context);
    const QRectF& plot = picture.frame.plot;
    if (!plot.contains(gesture.press))
        return std::nullopt;
    return pickOffset(gesture.startState,
                      -picture.frame.x.toValue(std::clamp(gesture.current.x(), plot.left(), plot.right())));
}

std::optional<Change> DecayFigure::step(const ShownState& state, int steps, bool) const
{
    return moveBy(state, "positions.key", steps);
}

DataTable DecayFigure::data(const ShownState& state) const
{
    const DecayNumbers numbers = decayNumbers(state);
    DataTable table;
    table.columns = {{QStringLiteral("distance"), QStringLiteral("tokens"), {}},
                     {QStringLiteral("mean_cosine"), {}, {}},
                     {QStringLiteral("aligned_key"), {}, {}},
                     {QStringLiteral("gaussian_key"), {}, {}},
                     {QStringLiteral("roformer_bound_over_its_value_at_0"), {}, {}}};
    for (const DecayAt& at : numbers.curves)
        addRow(table, {static_cast<double>(at.distance), at.ones, at.aligned, at.gaussian, at.bound});
    table.note = QStringLiteral("Distances |n − m| sampled along the axis. ") + captions(numbers).first();
    return table;
}

} // namespace

const Figure& decayFigure()
{
    static const DecayFigure figure;
    return figure;
}

} // namespace rope

#include "core/views/precision.h"
#include "ui/figures/all.h"
#include "ui/figures/kit/arrow.h"
#include "ui/figures/kit/figure_text.h"
#include "ui/figures/kit/marks.h"
#include "ui/figures/kit/moves.h"
#include "ui/figures/kit/plot_parts.h"
#include "ui/paint/text.h"
#include "ui/paint/ticks.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rope {

namespace {

enum View { Phase, Witness };
constexpr int viewCount = 2;
constexpr double leastError = 1e-12; ///< errors below are not drawn

QString setupWords(const PrecisionSetup& setup)
{
    return QStringLiteral("Positions %1, frequencies %2, phases %3, tables %4, q and k %5")
        .arg(formatName(setup.position), formatName(setup.inverseFrequency), formatName(setup.phase),
             formatName(setup.table), formatName(setup.vector));
}

QString collapseWords(const PrecisionNumbers& errors)
{
    if (errors.collapse)
        return QStringLiteral("pair %1 takes positions %2 and %3 for one")
            .arg(errors.pair)
            .arg(groupedNumber(static_cast<double>(*errors.collapse)),
                 groupedNumber(static_cast<double>(*errors.collapse + 1)));
    return QStringLiteral("pair %1 keeps neighbours apart").arg(errors.pair);
}

QStringList captions(const PrecisionNumbers& errors)
{
    return {
        QStringLiteral(
            "%1. Largest error so far against exact phases, at sampled positions, before reduction; 0 has no "
            "place on a logarithmic axis, nor has an overflow. First collapse: %2. Toeplitz meter: largest distance of "
            "a score from its diagonal's mean, for %3 positions m/37 apart; 0 if exact.")
            .arg(setupWords(errors.setup), collapseWords(errors))
            .arg(witnessPositions),
        QStringLiteral("%1. Largest error so far. First collapse: %2.")
            .arg(setupWords(errors.setup), collapseWords(errors)),
        QStringLiteral("Positions %1, frequencies %2; %3.")
            .arg(formatName(errors.setup.position), formatName(errors.setup.inverseFrequency), collapseWords(errors)),
        QStringLiteral("positions %1, θ %2")
            .arg(formatName(errors.setup.position), formatName(errors.setup.inverseFrequency))};
}

struct Picture {
    PrecisionNumbers errors;
    FigureParts parts;
    std::vector<Panel> panels;
};

QPen penOf(int curve, const PaintStyle& style)
{
    QPen pen(curve == 0   ? style.query
             : curve == 1 ? style.highlight
                          : style.primary,
             1.2 * style.lineWidth, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin);
    if (curve == 1)
        pen.setDashPattern({3.0, 2.0});
    if (curve == 2)
        pen.setDashPattern({7.0, 2.0, 1.5, 2.0});
    return pen;
}

Picture pictureOf(const FigureContext& context)
{
    Picture picture;
    picture.errors = precisionNumbers(context.state);
    const std::vector<LegendEntry> legend = {
        {QStringLiteral("worst pair"), penOf(0, context.style), false, false},
        {QStringLiteral("pair %1").arg(picture.errors.pair), penOf(1, context.style), false, false},
        {QStringLiteral("cos, sin (worst)"), penOf(2, context.style), false, false}};
    picture.parts = divideFigure(context.area, context.style, legend, captions(picture.errors));
    picture.panels = panelsOf(picture.parts.body, context.style, viewCount, context.state.view.panel, {24.0, 14.0});
    return picture;
}

/// What each curve shows; all but the meter as the largest so far.
constexpr double PrecisionErrors::*curves[] = {&PrecisionErrors::phase, &PrecisionErrors::pairPhase,
                                               &PrecisionErrors::table, &PrecisionErrors::toeplitz};

std::vector<QPointF> curveOf(const PrecisionNumbers& errors, int curve)
{
    std::vector<QPointF> points;
    for (const PrecisionErrors& one : errors.largest) {
        const double value = one.*curves[curve];
        const bool drawn = std::isfinite(value) && value >= leastError;
        points.emplace_back(static_cast<double>(one.position),
                            drawn ? value : std::numeric_limits<double>::quiet_NaN());
    }
    return points;
}

std::optional<std::pair<double, double>> rangeOf(const PrecisionNumbers& errors, int view)
{
    double low = std::numeric_limits<double>::infinity();
    double high = 0.0;
    const auto take = [&](int curve) {
        for (const QPointF& point : curveOf(errors, curve))
            if (std::isfinite(point.y())) {
                low = std::min(low, point.y());
                high = std::max(high, point.y());
            }
    };
    if (view == Witness)
        take(3);
    else
        for (const int curve : {0, 1, 2})
            take(curve);
    return high > 0.0 ? std::optional(std::pair{std::max(low, 1e-8 * high), high}) : std::nullopt;
}

Frame frameOf(const Picture& picture, const Panel& panel, const PaintStyle& style)
{
    const auto range = rangeOf(picture.errors, panel.index);
    FrameSpec spec;
    spec.bottom = {.minimum = 1.0,
                   .maximum = static_cast<double>(picture.errors.errors.back().position),
                   .logarithmic = true,
                   .integers = true,
                   .title = QStringLiteral("position (tokens)"),
                   .ticks = {}};
    spec.left = roomyAxis(range ? range->first : leastError, range ? range->second : 1.0,
                          panel.index == Witness ? QStringLiteral("distance") : QStringLiteral("error (rad)"), true);
    return layoutFrame(panel.plot, spec, style);
}

void paintCurves(QPainter& painter, const Picture& picture, const Panel& panel, const Frame& frame,
                 const PaintStyle& style)
{
    if (panel.index == Witness) {
        const std::vector<QPointF> points = curveOf(picture.errors, 3);
        drawCurve(painter, frame, points, penOf(0, style));
        drawDots(painter, frame, points, style.query, 1.1 * style.lineWidth);
        return;
    }
    for (const int curve : {2, 0, 1}) {
        const std::vector<QPointF> points = curveOf(picture.errors, curve);
        drawCurve(painter, frame, points, penOf(curve, style));
    }
}

void paintPanel(QPainter& painter, const Picture& picture, const Panel& panel, const FigureContext& context)
{
    const PaintStyle& style = context.style;
    const Frame frame = frameOf(picture, panel, style);
    paintGrid(painter, frame, style);
    QPen marker(style.highlight, 1.2 * style.hairline, Qt::SolidLine, Qt::FlatCap);
    marker.setDashPattern({4.0, 3.0});
    drawVertical(painter, frame, static_cast<double>(context.state.positions.query), marker);
    if (context.highlight.queryPosition)
        drawVertical(painter, frame, static_cast<double>(*context.highlight.queryPosition),
                     QPen(style.text, style.hairline));
    if (picture.errors.collapse)
        drawVertical(painter, frame, static_cast<double>(*picture.errors.collapse),
                     QPen(style.warning, 1.5 * style.hairline, Qt::DotLine, Qt::FlatCap));
    paintCurves(painter, picture, panel, frame, style);
    paintAxes(painter, frame, style);
    if (!rangeOf(picture.errors, panel.index))
        drawText(painter, frame.plot, QStringLiteral("all below 10⁻¹²"), style,
                 {.colour = style.mutedText, .alignment = Qt::AlignCenter});
    const QStringList names = {QStringLiteral("Phase error"), QStringLiteral("Toeplitz meter")};
    drawPanelTitle(painter, panel, names, picture.panels.size(), style);
}

QString errorText(double error)
{
    return std::isfinite(error) ? readableNumber(error, 3) : QStringLiteral("overflow");
}

class PrecisionFigure final : public Figure {
public:
    QString id() const override { return QStringLiteral("precision"); }
    QString title() const override { return QStringLiteral("Precision"); }
    QString description() const override
    {
        return QStringLiteral(
            "How far number formats put each phase off, where neighbouring positions become one, and what "
            "it does to the score's stripes.");
    }
    QString subtitle(const ShownState& state) const override;
    QString describe(const ShownState& state) const override;
    void paint(QPainter& painter, const FigureContext& context) const override;
    Readout hover(const FigureContext& context, QPointF point) const override;
    std::optional<Change> drag(const FigureContext& context, const DragGesture& gesture) const override;
    std::optional<Change> step(const ShownState& state, int steps, bool vertical) const override;
    DataTable data(const ShownState& state) const override;
};

QString PrecisionFigure::subtitle(const ShownState& state) const
{
    return QStringLiteral("positions %1 · frequencies %2")
        .arg(formatName(state.precision.positions), formatName(state.precision.frequencies));
}

QString PrecisionFigure::describe(const ShownState& state) const
{
    const PrecisionNumbers numbers = precisionNumbers(state);
    QString text = setupWords(numbers.setup) + QLatin1Char('.');
    for (const PrecisionErrors& errors : numbers.errors)
        if (std::ranges::count(toldPositions, errors.position) > 0)
            text += QStringLiteral(
                        " At position %1: worst phase error %2 rad, worst cos or sin error %3, Toeplitz distance %4.")
                        .arg(groupedNumber(static_cast<double>(errors.position)), errorText(errors.phase),
                             errorText(errors.table), errorText(errors.toeplitz));
    return text + QStringLiteral(" First collapse: ") + collapseWords(numbers) + QLatin1Char('.');
}

void PrecisionFigure::paint(QPainter& painter, const FigureContext& context) const
{
    const Picture picture = pictureOf(context);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    for (const Panel& panel : picture.panels)
        paintPanel(painter, picture, panel, context);
    drawFigureParts(painter, picture.parts, context.style);
    painter.restore();
}

Readout PrecisionFigure::hover(const FigureContext& context, QPointF point) const
{
    const Picture picture = pictureOf(context);
    const Panel* panel = panelAt(picture.panels, point);
    const Frame frame = panel ? frameOf(picture, *panel, context.style) : Frame{};
    if (!panel || !frame.plot.contains(point))
        return {};
    const auto position = static_cast<std::int64_t>(std::llround(frame.x.toValue(point.x())));
    const PrecisionErrors errors = precisionErrors(context.state, position);
    Readout readout;
    if (position < context.state.sequence.length)
        readout.highlight.queryPosition = position;
    readout.text =
        QStringLiteral("position %1: worst phase error %2 rad, pair %3 %4 rad, Toeplitz distance %5")
            .arg(groupedNumber(static_cast<double>(position)), errorText(errors.phase),
                 QString::number(picture.errors.pair), errorText(errors.pairPhase), errorText(errors.toeplitz));
    return readout;
}

std::optional<Change> PrecisionFigure::drag(const FigureContext& context, const DragGesture& gesture) const
{
    const Picture picture = pictureOf(context);
    const Panel* panel = panelAt(picture.panels, gesture.press);
    const Frame frame = panel ? frameOf(picture, *panel, context.style) : Frame{};
    if (!panel || !frame.plot.contains(gesture.press))
        return std::nullopt;
    const double place = std::clamp(gesture.current.x(), frame.plot.left(), frame.plot.right());
    return moveTo(gesture.startState, "positions.query", std::round(frame.x.toValue(place)));
}

std::optional<Change> PrecisionFigure::step(const ShownState& state, int steps, bool vertical) const
{
    return moveBy(state, vertical ? "positions.query" : "pair.highlighted", steps);
}

DataTable PrecisionFigure::data(const ShownState& state) const
{
    const PrecisionNumbers numbers = precisionNumbers(state);
    const QString rad = QStringLiteral("rad");
    const QString pair = QStringLiteral("pair_%1_phase_error").arg(numbers.pair);
    DataTable table;
    table.columns = {{QStringLiteral("position"), QStringLiteral("tokens"), {}},
                     {QStringLiteral("worst_phase_error"), rad, {}},
                     {pair, rad, {}},
                     {QStringLiteral("worst_cos_sin_error"), {}, {}},
                     {QStringLiteral("toeplitz_distance"), {}, {}},
                     {QStringLiteral("largest_phase_error_so_far"), rad, {}},
                     {QStringLiteral("largest_") + pair + QStringLiteral("_so_far"), rad, {}},
                     {QStringLiteral("largest_cos_sin_error_so_far"), {}, {}}};
    for (std::size_t i = 0; i < numbers.errors.size(); ++i) {
        const PrecisionErrors& here = numbers.errors[i];
        const PrecisionErrors& soFar = numbers.largest[i];
        addRow(table, {static_cast<double>(here.position), here.phase, here.pairPhase, here.table, here.toeplitz,
                       soFar.phase, soFar.pairPhase, soFar.table});
    }
    table.note = QStringLiteral("One row per sampled position: the errors there, then the largest up to there, which "
                                "are drawn; inf where a number overflows its format. ") +
                 captions(numbers).first();
    return table;
}

} // namespace

const Figure& precisionFigure()
{
    static const PrecisionFigure figure;
    return figure;
}

} // namespace rope

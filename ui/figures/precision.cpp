#include "core/state/derived.h"
#include "core/views/precision_setup.h"
#include "ui/figures/all.h"
#include "ui/figures/kit/arrow.h"
#include "ui/figures/kit/figure_text.h"
#include "ui/figures/kit/marks.h"
#include "ui/figures/kit/moves.h"
#include "ui/figures/kit/plot_parts.h"
#include "ui/figures/kit/turned_pair.h"
#include "ui/paint/text.h"
#include "ui/paint/ticks.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rope {

namespace {

enum View { Phase, Witness };
constexpr int viewCount = 2;
constexpr double leastError = 1e-12;       ///< errors below are not drawn
constexpr std::int64_t furthest = 1 << 20; ///< tokens, where the sequence is shorter
constexpr int samplesPerDecade = 8;

/// Errors at positions spread over a logarithmic axis.
struct Errors {
    PrecisionSetup setup;
    int pair = 0; ///< highlighted
    std::vector<std::int64_t> positions;
    std::vector<Eigen::VectorXd> phases; ///< one per position, each with all pairs: |computed - exact|, rad
    std::vector<double> worst;
    std::vector<double> tables; ///< worst error of cos and sin
    std::vector<double> witness;
    std::optional<std::int64_t> collapse; ///< of the highlighted pair
};

std::vector<std::int64_t> sampledPositions(std::int64_t last)
{
    std::vector<std::int64_t> positions;
    const double decades = std::log10(static_cast<double>(last));
    const int count = static_cast<int>(std::ceil(decades * samplesPerDecade));
    for (int i = 0; i <= count; ++i) {
        const auto position = static_cast<std::int64_t>(
            std::llround(std::pow(10.0, std::min(decades, static_cast<double>(i) / samplesPerDecade))));
        if (positions.empty() || position > positions.back())
            positions.push_back(position);
    }
    return positions;
}

double largestFinite(const Eigen::VectorXd& values)
{
    double largest = 0.0;
    for (const double value : values) {
        if (!std::isfinite(value))
            return std::numeric_limits<double>::infinity();
        largest = std::max(largest, value);
    }
    return largest;
}

Errors errorsOf(const ExplorerState& state)
{
    Errors errors;
    errors.setup = precisionSetup(state.precision);
    errors.pair = shownPlace(state, {}).pair;
    const Eigen::VectorXd theta = activeSchedule(state).inverseFrequency;
    errors.positions = sampledPositions(std::max(furthest, state.sequence.length));
    for (const std::int64_t position : errors.positions) {
        errors.phases.push_back(phaseErrors(errors.setup, theta, position));
        errors.worst.push_back(largestFinite(errors.phases.back()));
        errors.tables.push_back(largestFinite(cosSinErrors(errors.setup, theta, position)));
    }
    errors.witness = toeplitzWitnesses(state, errors.setup, errors.positions, 6);
    errors.collapse = collapseOf(errors.setup, theta, errors.pair);
    return errors;
}

QString formatName(NumberFormat format)
{
    switch (format) {
    case NumberFormat::Float64:
        return QStringLiteral("float64");
    case NumberFormat::Float32:
        return QStringLiteral("float32");
    case NumberFormat::BFloat16:
        return QStringLiteral("bfloat16");
    case NumberFormat::Float16:
        break;
    }
    return QStringLiteral("float16");
}

QString setupWords(const PrecisionSetup& setup)
{
    return QStringLiteral("Positions %1, frequencies %2, phases %3, tables %4, q and k %5")
        .arg(formatName(setup.position), formatName(setup.inverseFrequency), formatName(setup.phase),
             formatName(setup.table), formatName(setup.vector));
}

QString collapseWords(const Errors& errors)
{
    if (errors.collapse)
        return QStringLiteral("pair %1 takes positions %2 and %3 for one")
            .arg(errors.pair)
            .arg(groupedNumber(static_cast<double>(*errors.collapse)),
                 groupedNumber(static_cast<double>(*errors.collapse + 1)));
    return QStringLiteral("pair %1 keeps neighbours apart").arg(errors.pair);
}

QStringList captions(const Errors& errors)
{
    return {
        QStringLiteral(
            "%1. Largest error so far against exact phases, at sampled positions, before reduction; 0 has no "
            "place on a logarithmic axis. First collapse: %2. Toeplitz meter: largest distance of a score "
            "from its diagonal's mean, for 6 positions m/37 apart; 0 if exact.")
            .arg(setupWords(errors.setup), collapseWords(errors)),
        QStringLiteral("%1. Largest error so far. First collapse: %2.")
            .arg(setupWords(errors.setup), collapseWords(errors)),
        QStringLiteral("Positions %1, frequencies %2; %3.")
            .arg(formatName(errors.setup.position), formatName(errors.setup.inverseFrequency), collapseWords(errors)),
        QStringLiteral("positions %1, θ %2")
            .arg(formatName(errors.setup.position), formatName(errors.setup.inverseFrequency))};
}

struct Picture {
    Errors errors;
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
    picture.errors = errorsOf(context.state);
    const std::vector<LegendEntry> legend = {
        {QStringLiteral("worst pair"), penOf(0, context.style), false, false},
        {QStringLiteral("pair %1").arg(picture.errors.pair), penOf(1, context.style), false, false},
        {QStringLiteral("cos, sin (worst)"), penOf(2, context.style), false, false}};
    picture.parts = divideFigure(context.area, context.style, legend, captions(picture.errors));
    picture.panels = panelsOf(picture.parts.body, context.style, viewCount, context.state.view.panel, {24.0, 14.0});
    return picture;
}

/// Curves 0 to 2 show the largest error so far, which a lucky position does not hide; curve 3 the meter itself.
std::vector<QPointF> curveOf(const Errors& errors, int curve)
{
    std::vector<QPointF> points;
    double largest = 0.0;
    for (std::size_t i = 0; i < errors.positions.size(); ++i) {
        const double value = curve == 0   ? errors.worst[i]
                             : curve == 1 ? errors.phases[i][errors.pair]
                             : curve == 2 ? errors.tables[i]
                                          : errors.witness[i];
        largest = curve == 3 ? value : std::max(largest, value);
        const bool drawn = std::isfinite(largest) && largest >= leastError;
        points.emplace_back(static_cast<double>(errors.positions[i]),
                            drawn ? largest : std::numeric_limits<double>::quiet_NaN());
    }
    return points;
}

std::optional<std::pair<double, double>> rangeOf(const Errors& errors, int view)
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
                   .maximum = static_cast<double>(picture.errors.positions.back()),
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
    const PrecisionSetup setup = precisionSetup(state.precision);
    const Eigen::VectorXd theta = activeSchedule(state).inverseFrequency;
    const int pair = shownPlace(state, {}).pair;
    const auto collapse = collapseOf(setup, theta, pair);
    QString text = setupWords(setup) + QLatin1Char('.');
    for (const std::int64_t position : {256, 4095, 131'071, 1'048'575})
        text += QStringLiteral(
                    " At position %1: worst phase error %2 rad, worst cos or sin error %3, Toeplitz distance %4.")
                    .arg(groupedNumber(static_cast<double>(position)),
                         errorText(largestFinite(phaseErrors(setup, theta, position))),
                         errorText(largestFinite(cosSinErrors(setup, theta, position))),
                         errorText(toeplitzWitness(state, setup, position, 6)));
    Errors errors;
    errors.pair = pair;
    errors.collapse = collapse;
    return text + QStringLiteral(" First collapse: ") + collapseWords(errors) + QLatin1Char('.');
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
    const PrecisionSetup& setup = picture.errors.setup;
    const Eigen::VectorXd theta = activeSchedule(context.state).inverseFrequency;
    const Eigen::VectorXd phases = phaseErrors(setup, theta, position);
    Readout readout;
    if (position < context.state.sequence.length)
        readout.highlight.queryPosition = position;
    readout.text = QStringLiteral("position %1: worst phase error %2 rad, pair %3 %4 rad, Toeplitz distance %5")
                       .arg(groupedNumber(static_cast<double>(position)), errorText(largestFinite(phases)),
                            QString::number(picture.errors.pair), errorText(phases[picture.errors.pair]),
                            errorText(toeplitzWitness(context.state, setup, position, 6)));
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
    const Errors errors = errorsOf(state);
    const QString rad = QStringLiteral("rad");
    DataTable table;
    table.columns = {{QStringLiteral("position"), QStringLiteral("tokens"), {}},
                     {QStringLiteral("worst_phase_error"), rad, errors.worst},
                     {QStringLiteral("pair_%1_phase_error").arg(errors.pair), rad, {}},
                     {QStringLiteral("worst_cos_sin_error"), {}, errors.tables},
                     {QStringLiteral("toeplitz_distance"), {}, errors.witness}};
    for (std::size_t i = 0; i < errors.positions.size(); ++i) {
        table.columns[0].values.push_back(static_cast<double>(errors.positions[i]));
        table.columns[2].values.push_back(errors.phases[i][errors.pair]);
    }
    table.note = QStringLiteral("One row per sampled position. ") + captions(errors).first();
    return table;
}

} // namespace

const Figure& precisionFigure()
{
    static const PrecisionFigure figure;
    return figure;
}

} // namespace rope

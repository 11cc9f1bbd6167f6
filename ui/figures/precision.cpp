#include "core/views/precision.h"
#include "ui/figures/all.h"
#include "ui/figures/kit/figure_text.h"
#include "ui/figures/kit/marks.h"
#include "ui/figures/kit/moves.h"
#include "ui/figures/kit/plot_parts.h"
#include "ui/figures/kit/turned_pair.h"
#include "ui/paint/ticks.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rope {

namespace {

enum View { Phase, Witness };
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

ChartSeries seriesOf(const PrecisionNumbers& errors, int curve, const PaintStyle& style)
{
    const QString names[] = {QStringLiteral("worst pair"), QStringLiteral("pair %1").arg(errors.pair),
                             QStringLiteral("cos, sin (worst)"), QString()};
    const QColor colours[] = {style.query, style.highlight, style.primary, style.query};
    const QList<qreal> dashes[] = {{}, {3.0, 2.0}, {7.0, 2.0, 1.5, 2.0}, {}};
    return {.name = names[curve],
            .points = curveOf(errors, curve),
            .colour = colours[curve],
            .width = 1.2 * style.lineWidth,
            .dashes = dashes[curve],
            .markerSize = curve == 3 ? 2.2 * style.lineWidth : 0.0};
}

ChartSpec chartOf(const PrecisionNumbers& errors, int view, const FigureContext& context)
{
    const PaintStyle& style = context.style;
    const auto range = rangeOf(errors, view);
    const auto& pointedAt = context.highlight.queryPosition;
    ChartSpec chart;
    chart.frame.bottom = {.minimum = 1.0,
                          .maximum = static_cast<double>(errors.errors.back().position),
                          .logarithmic = true,
                          .integers = true,
                          .title = QStringLiteral("position (tokens)"),
                          .ticks = {}};
    chart.frame.left = roomyAxis(range ? range->first : leastError, range ? range->second : 1.0,
                                 view == Witness ? QStringLiteral("distance") : QStringLiteral("error (rad)"), true);
    addMarks(chart, static_cast<double>(context.state.positions.query),
             pointedAt ? std::optional(static_cast<double>(*pointedAt)) : std::nullopt, style);
    if (errors.collapse)
        chart.lines.push_back({Qt::Vertical,
                               static_cast<double>(*errors.collapse),
                               {},
                               style.warning,
                               Qt::DotLine,
                               1.5 * style.hairline});
    if (!range)
        chart.words = QStringLiteral("all below 10⁻¹²");
    if (view == Witness)
        chart.series = {seriesOf(errors, 3, style)};
    else
        chart.series = {seriesOf(errors, 0, style), seriesOf(errors, 1, style), seriesOf(errors, 2, style)};
    return chart;
}

QString errorText(double error)
{
    return std::isfinite(error) ? readableNumber(error, 3) : QStringLiteral("overflow");
}

Readout readPosition(const PrecisionNumbers& errors, const ExplorerState& state, const PanelPoint& point)
{
    const auto position = static_cast<std::int64_t>(std::llround(point.value.x()));
    const PrecisionErrors at = precisionErrors(state, position);
    Readout readout;
    if (position < state.sequence.length)
        readout.highlight.queryPosition = position;
    readout.text = QStringLiteral("position %1: worst phase error %2 rad, pair %3 %4 rad, Toeplitz distance %5")
                       .arg(groupedNumber(static_cast<double>(position)), errorText(at.phase),
                            QString::number(errors.pair), errorText(at.pairPhase), errorText(at.toeplitz));
    return readout;
}

std::optional<Change> pickQuery(const PanelPoint&, const PanelPoint& to, const ExplorerState& start)
{
    return moveTo(start, "positions.query", std::round(to.value.x()));
}

PanelPicture pictureOf(const FigureContext& context)
{
    const PrecisionNumbers errors = precisionNumbers(context.state);
    const auto read = [errors, &state = context.state](const PanelPoint& point) {
        return readPosition(errors, state, point);
    };
    return {.panels = {{QStringLiteral("phase"), QStringLiteral("Phase error"), chartOf(errors, Phase, context), read,
                        pickQuery},
                       {QStringLiteral("witness"), QStringLiteral("Toeplitz meter"), chartOf(errors, Witness, context),
                        read, pickQuery}},
            .captions = captions(errors),
            .smallest = {24.0, 14.0}};
}

QString subtitle(const ShownState& state)
{
    return QStringLiteral("positions %1 · frequencies %2")
        .arg(formatName(state.precision.positions), formatName(state.precision.frequencies));
}

QString describe(const ShownState& state)
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

DataTable data(const ShownState& state)
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
    static const PanelFigure figure({.head = {"precision", "Precision",
                                              "How far number formats put each phase off, where neighbouring positions "
                                              "become one, and what it does to the score's stripes."},
                                     .picture = pictureOf,
                                     .subtitle = subtitle,
                                     .describe = describe,
                                     .data = data,
                                     .steps = {.across = "pair.highlighted", .along = "positions.query"}});
    return figure;
}

} // namespace rope

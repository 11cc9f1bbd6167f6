#include "core/views/decay.h"
#include "ui/figures/all.h"
#include "ui/figures/kit/figure_text.h"
#include "ui/figures/kit/marks.h"
#include "ui/figures/kit/plot_parts.h"
#include "ui/paint/ticks.h"

#include <algorithm>
#include <cmath>

namespace rope {

namespace {

enum Curve { Ones, Aligned, Gaussian, Bound };
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

ChartSeries seriesOf(const DecayNumbers& decay, Curve curve, const PaintStyle& style)
{
    const QString names[] = {QStringLiteral("q = k = ones: g"), QStringLiteral("k along q"),
                             QStringLiteral("Gaussian k: mean 0"), QStringLiteral("RoFormer's bound")};
    const QColor colours[] = {style.primary, style.query, style.key, style.secondary};
    const QList<qreal> dashes[] = {{}, {3.0, 2.0}, {7.0, 2.0, 1.5, 2.0}, {1.2, 1.6}};
    ChartSeries series{.name = names[curve],
                       .points = {},
                       .colour = colours[curve],
                       .width = 1.2 * style.lineWidth,
                       .dashes = dashes[curve]};
    for (const DecayAt& at : decay.curves)
        series.points.emplace_back(static_cast<double>(at.distance), at.*valueOf[curve]);
    return series;
}

ChartSpec chartOf(const DecayNumbers& decay, const FigureContext& context)
{
    const PaintStyle& style = context.style;
    ChartSpec chart;
    chart.frame.bottom = {.minimum = decay.logarithmic ? 1.0 : 0.0,
                          .maximum = static_cast<double>(decay.limit),
                          .logarithmic = decay.logarithmic,
                          .integers = true,
                          .title = QStringLiteral("distance |n − m| (tokens)"),
                          .ticks = {}};
    chart.frame.left = {
        .minimum = decay.lowest() - 0.06, .maximum = 1.04, .title = QStringLiteral("over its value at 0"), .ticks = {}};
    chart.lines.push_back({Qt::Horizontal, 0.0, {}, style.axis, Qt::SolidLine, style.hairline});
    addOffsetMarks(chart, context, true);
    for (const Curve curve : {Ones, Aligned, Gaussian, Bound})
        chart.series.push_back(seriesOf(decay, curve, style));
    if (decay.firstNegative && *decay.firstNegative <= decay.limit) {
        const double first = static_cast<double>(*decay.firstNegative);
        chart.points.push_back({{first, 0.0},
                                {QStringLiteral("g first < 0 at %1").arg(groupedNumber(first))},
                                style.warning,
                                0.64 * style.fontSize});
    }
    return chart;
}

Readout readDistance(const ExplorerState& state, const PanelPoint& point)
{
    const auto distance = static_cast<std::int64_t>(std::llround(point.value.x()));
    const DecayAt at = decayAt(state, distance);
    Readout readout;
    readout.highlight.offset = -distance;
    readout.text = QStringLiteral("distance %1: g = %2, key along q %3, Gaussian key 0 on average, bound %4")
                       .arg(groupedNumber(static_cast<double>(distance)), fixedText(at.ones, 4),
                            fixedText(at.aligned, 4), fixedText(at.bound, 4));
    return readout;
}

PanelPicture pictureOf(const FigureContext& context)
{
    const DecayNumbers decay = decayNumbers(context.state);
    return {.panels = {{QStringLiteral("decay"), QStringLiteral("Decay with distance"), chartOf(decay, context),
                        [&state = context.state](const PanelPoint& point) { return readDistance(state, point); },
                        pickDistanceUnder}},
            .captions = captions(decay)};
}

QString subtitle(const ShownState& state)
{
    return firstNegativeWords(decayNumbers(state));
}

QString describe(const ShownState& state)
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

DataTable data(const ShownState& state)
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
    static const PanelFigure figure({.head = {"decay", "Decay with distance",
                                              "What becomes of scores far away: RoFormer's bound, the mean cosine, and "
                                              "aligned against Gaussian keys."},
                                     .picture = pictureOf,
                                     .subtitle = subtitle,
                                     .describe = describe,
                                     .data = data,
                                     .steps = {.across = "positions.key"}});
    return figure;
}

} // namespace rope

#include "core/views/extension.h"
#include "ui/figures/all.h"
#include "ui/figures/kit/family_words.h"
#include "ui/figures/kit/figure_text.h"
#include "ui/figures/kit/marks.h"
#include "ui/figures/kit/scheme_style.h"
#include "ui/paint/ticks.h"

#include <algorithm>
#include <cmath>

namespace rope {

namespace {

/// `factor 8`; where the active scheme's factor does not lead to the model's maximum context, that too.
QString factorWords(const ExtensionNumbers& extension)
{
    const QString factor = QStringLiteral("factor %1").arg(readableNumber(extension.family.factor));
    if (extension.family.source != SchemeFamily::Source::ActiveScheme ||
        extension.family.maximum == extension.family.length)
        return factor;
    return QStringLiteral("%1; the model claims %2").arg(factor, groupedNumber(extension.family.maximum));
}

QStringList captions(const ExtensionNumbers& extension)
{
    const QString trained = groupedNumber(extension.family.trained);
    const QString longer = groupedNumber(extension.family.length);
    return {
        QStringLiteral("Trained on %1 tokens, used on %2 (%3). Pairs that finish a turn within %1 tokens have "
                       "met every phase; the marked ones would have finished within twice as many. Compressing keeps "
                       "phases known and shrinks the step between neighbours.%4")
            .arg(trained, longer, factorWords(extension), growthWords(extension.family)),
        QStringLiteral("Trained on %1 tokens, used on %2 (%3).").arg(trained, longer, factorWords(extension)),
        QStringLiteral("Trained on %1 tokens, used on %2.").arg(trained, longer),
        QStringLiteral("%1 → %2 tokens")
            .arg(compactNumber(extension.family.trained), compactNumber(extension.family.length))};
}

ChartSpec overPairs(const ExtensionNumbers& extension, AxisSpec left, const FigureContext& context)
{
    ChartSpec chart;
    chart.frame.bottom = pairAxis(static_cast<int>(extension.plain.pairs.size()));
    chart.frame.left = std::move(left);
    addPairMarks(chart, context);
    return chart;
}

/// Of each pair's circle: what was met in training, what the longer context adds, and the rest. A strip over the pairs
/// whose wavelength lies just beyond the trained context.
ChartSpec coverageOf(const ExtensionNumbers& extension, const CoveredScheme& covered, const FigureContext& context)
{
    const PaintStyle& style = context.style;
    ChartSpec chart = overPairs(
        extension, {.minimum = 0.0, .maximum = 1.0, .title = QStringLiteral("share of the circle"), .ticks = {}},
        context);
    chart.frame.grid = false;
    ChartColumns met{.name = QStringLiteral("met in training"), .fill = blended(style.background, style.primary, 0.75)};
    ChartColumns fresh{.name = QStringLiteral("new beyond"), .fill = style.query};
    ChartColumns never{.name = QStringLiteral("never met"), .fill = style.grid};
    for (std::size_t j = 0; j < covered.pairs.size(); ++j) {
        const double x = static_cast<double>(j);
        const PairCoverage& pair = covered.pairs[j];
        const double reached = pair.trainedShare + pair.newShare;
        met.columns.push_back({x, 0.0, pair.trainedShare});
        fresh.columns.push_back({x, pair.trainedShare, reached});
        never.columns.push_back({x, reached, 1.0});
        if (extension.justBeyond(j))
            chart.strip.cells.push_back({x - 0.5, x + 0.5, style.highlight});
    }
    chart.columns = {std::move(met), std::move(fresh), std::move(never)};
    chart.strip.name = QStringLiteral("L < λ ≤ 2L");
    chart.strip.atTop = true;
    return chart;
}

ChartSpec curvesOf(const ExtensionNumbers& extension, double PairCoverage::*value, AxisSpec left,
                   const FigureContext& context)
{
    ChartSpec chart = overPairs(extension, std::move(left), context);
    for (std::size_t i = 0; i < extension.schemes.size(); ++i) {
        const CoveredScheme& covered = extension.schemes[i];
        std::vector<QPointF> points;
        for (std::size_t j = 0; j < covered.pairs.size(); ++j)
            points.emplace_back(static_cast<double>(j), covered.pairs[j].*value);
        chart.series.push_back(schemeSeries(extension.family.cases[i].scheme->id, QString::fromStdString(covered.name),
                                            std::move(points), covered.active, context.style));
    }
    return chart;
}

QString shareText(double share)
{
    return readableNumber(100.0 * share, 3) + QStringLiteral(" %");
}

/// What is left of a pair's step; a pair that never turns has none.
QString stepText(const PairCoverage& pair)
{
    return std::isfinite(pair.stepRatio) ? readableNumber(pair.stepRatio) : QStringLiteral("none");
}

/// `Within 4 096 tokens 46 of 64 pairs finish a turn.`, and how many never turn at all.
QString turnWords(const ExtensionNumbers& extension)
{
    const QString text = QStringLiteral("Within %1 tokens %2 of %3 pairs finish a turn")
                             .arg(groupedNumber(extension.family.trained))
                             .arg(extension.finished())
                             .arg(extension.plain.pairs.size());
    return extension.still() == 0 ? text + QLatin1Char('.')
                                  : text + QStringLiteral(", %1 never turn.").arg(extension.still());
}

Readout readPair(const CoveredScheme& covered, const PanelPoint& point)
{
    const int pair = pairAt(point, static_cast<int>(covered.pairs.size()));
    const PairCoverage& coverage = covered.pairs[static_cast<std::size_t>(pair)];
    Readout readout;
    readout.highlight.pair = pair;
    readout.text =
        QStringLiteral("pair %1, %2: %3 turns in training, %4 in the longer context; %5 of the circle is new; "
                       "step × %6")
            .arg(QString::number(pair), QString::fromStdString(covered.name), readableNumber(coverage.trainedTurns),
                 readableNumber(coverage.reachedTurns), shareText(coverage.newShare), stepText(coverage));
    return readout;
}

PanelPicture pictureOf(const FigureContext& context)
{
    const ExtensionNumbers extension = extensionNumbers(context.state);
    const CoveredScheme& active = extension.schemes[extension.active];
    const auto panel = [](const char* id, const QString& title, ChartSpec chart, const CoveredScheme& covered) {
        return PanelSpec{QString::fromLatin1(id), title, std::move(chart),
                         [covered](const PanelPoint& point) { return readPair(covered, point); }, pickPairUnder};
    };
    const AxisSpec steps = roomyAxis(extension.lowestStep(), 1.0, QStringLiteral("scaled / unscaled"), true);
    const AxisSpec shares{.minimum = 0.0,
                          .maximum = std::max(0.1, 1.08 * extension.highestNew()),
                          .title = QStringLiteral("new share"),
                          .ticks = {}};
    return {.panels = {panel("active", QStringLiteral("Phases with %1").arg(QString::fromStdString(active.name)),
                             coverageOf(extension, active, context), active),
                       panel("step", QStringLiteral("Step between neighbours"),
                             curvesOf(extension, &PairCoverage::stepRatio, steps, context), active),
                       panel("unscaled", QStringLiteral("Phases without scaling"),
                             coverageOf(extension, extension.plain, context), extension.plain),
                       panel("new", QStringLiteral("New phases by scheme"),
                             curvesOf(extension, &PairCoverage::newShare, shares, context), active)},
            .captions = captions(extension)};
}

QString subtitle(const ShownState& state)
{
    const ExtensionNumbers extension = extensionNumbers(state);
    return QStringLiteral("%1 → %2 tokens · %3")
        .arg(compactNumber(extension.family.trained), compactNumber(extension.family.length),
             QString::fromStdString(extension.schemes[extension.active].name));
}

QString describe(const ShownState& state)
{
    const ExtensionNumbers extension = extensionNumbers(state);
    const CoveredScheme& active = extension.schemes[extension.active];
    QString text = captions(extension).first() + QLatin1Char(' ') + turnWords(extension);
    text +=
        QStringLiteral(" Without scaling %1 pairs meet new phases (%2 of the circle on average); with %3 %4 do (%5).")
            .arg(extension.plain.pairsWithNew())
            .arg(shareText(extension.plain.meanNew()), QString::fromStdString(active.name))
            .arg(active.pairsWithNew())
            .arg(shareText(active.meanNew()));
    for (const CoveredScheme& covered : extension.schemes)
        text += QStringLiteral(" %1: first pair's step %2, last pair's %3, new phases %4.")
                    .arg(QString::fromStdString(covered.name), stepText(covered.pairs.front()),
                         stepText(covered.pairs.back()), shareText(covered.meanNew()));
    return text;
}

DataTable data(const ShownState& state)
{
    const ExtensionNumbers extension = extensionNumbers(state);
    const auto column = [](const CoveredScheme& covered, const QString& name, const QString& unit,
                           double PairCoverage::*member) {
        DataTable::Column result{name, unit, {}};
        for (const PairCoverage& pair : covered.pairs)
            result.values.push_back(pair.*member);
        return result;
    };
    const QString turns = QStringLiteral("turns");
    DataTable table;
    DataTable::Column pair{QStringLiteral("pair"), {}, {}};
    for (std::size_t j = 0; j < extension.plain.pairs.size(); ++j)
        pair.values.push_back(static_cast<double>(j));
    table.columns = {pair, column(extension.plain, QStringLiteral("trained_turns"), turns, &PairCoverage::trainedTurns),
                     column(extension.plain, QStringLiteral("trained_share"), {}, &PairCoverage::trainedShare),
                     column(extension.plain, QStringLiteral("new_share_without_scaling"), {}, &PairCoverage::newShare)};
    for (std::size_t i = 0; i < extension.schemes.size(); ++i) {
        const std::string_view name = extension.family.cases[i].scheme->id;
        const QString id = QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
        const CoveredScheme& covered = extension.schemes[i];
        table.columns.push_back(
            column(covered, id + QStringLiteral("_reached_turns"), turns, &PairCoverage::reachedTurns));
        table.columns.push_back(column(covered, id + QStringLiteral("_new_share"), {}, &PairCoverage::newShare));
        table.columns.push_back(column(covered, id + QStringLiteral("_step_ratio"), {}, &PairCoverage::stepRatio));
    }
    table.note = QStringLiteral("One row per pair; shares are parts of a full turn. ") + captions(extension).first() +
                 QLatin1Char(' ') + turnWords(extension);
    return table;
}

} // namespace

const Figure& extensionFigure()
{
    static const PanelFigure figure({.head = {"extension", "Context extension",
                                              "Which phases each pair met in training, what a longer context adds, and "
                                              "how much scaling shrinks the step between neighbours."},
                                     .picture = pictureOf,
                                     .subtitle = subtitle,
                                     .describe = describe,
                                     .data = data,
                                     .steps = {.across = "pair.highlighted"}});
    return figure;
}

} // namespace rope

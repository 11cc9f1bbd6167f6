#include "core/views/scheme_family.h"
#include "ui/figures/all.h"
#include "ui/figures/kit/family_words.h"
#include "ui/figures/kit/figure_text.h"
#include "ui/figures/kit/marks.h"
#include "ui/figures/kit/moves.h"
#include "ui/figures/kit/plot_parts.h"
#include "ui/figures/kit/scheme_style.h"
#include "ui/paint/text.h"
#include "ui/paint/ticks.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace rope {

namespace {

enum View { Frequency, Ratio, Ramp, Profile };

/// The curves of every view, one per scheme, as the panels show them.
using Curves = std::array<std::vector<ChartSeries>, 4>;

QString factorWords(const SchemeFamily& family)
{
    const QString factor = readableNumber(family.factor);
    switch (family.source) {
    case SchemeFamily::Source::ActiveScheme:
        return QStringLiteral("factor %1 (the active scheme's)").arg(factor);
    case SchemeFamily::Source::Contexts:
        return QStringLiteral("factor %1 (maximum / original context)").arg(factor);
    case SchemeFamily::Source::Example:
        break;
    }
    return QStringLiteral("factor %1 (an example: the model has none)").arg(factor);
}

QStringList captions(const SchemeFamily& family)
{
    QString longest = QStringLiteral("Same head and base, trained on %1 tokens, %2, at %3 tokens; other parameters at "
                                     "their first values, the active scheme with its own. Ratio: θ / unscaled θ. Ramp: "
                                     "share divided by the factor.")
                          .arg(groupedNumber(family.trained), factorWords(family), groupedNumber(family.length)) +
                      growthWords(family);
    for (const Scheme* scheme : family.leftOut)
        longest += QStringLiteral(" %1 is left out: no factor lists.").arg(schemeName(*scheme));
    return {longest,
            QStringLiteral("Same head and base, trained on %1 tokens; %2; at %3 tokens.")
                .arg(groupedNumber(family.trained), factorWords(family), groupedNumber(family.length)),
            QStringLiteral("All with factor %1, at %2 tokens.")
                .arg(readableNumber(family.factor), compactNumber(family.length)),
            QStringLiteral("factor %1").arg(readableNumber(family.factor))};
}

Curves curvesOf(const ExplorerState& state, const SchemeFamily& family, const PaintStyle& style)
{
    Curves curves;
    for (const SchemeCase& one : family.cases) {
        const auto add = [&](View view, std::vector<QPointF> points) {
            curves[view].push_back(
                schemeSeries(one.scheme->id, schemeName(*one.scheme), std::move(points), one.active, style));
        };
        add(Frequency, pointsOverPairs(one.schedule.inverseFrequency));
        add(Ratio, pointsOverPairs(one.schedule.inverseFrequency.cwiseQuotient(family.unscaled)));
        add(Ramp, pointsOverPairs(one.schedule.ramp));
        add(Profile, sampledProfile(scoreUnder(state, one.schedule), state.view.profileSpan));
    }
    return curves;
}

QString profileName(const ExplorerState& state)
{
    QString quantity = state.sequence.quantity == Quantity::Product ? QStringLiteral("Product against offset")
                                                                    : QStringLiteral("Score against offset");
    if (const std::int64_t step = profileStep(state.view.profileSpan); step > 1)
        quantity += QStringLiteral(", every %1th").arg(groupedNumber(static_cast<double>(step)));
    return quantity;
}

/// Lowest and highest finite value of one view; for logarithmic axes the positive ones.
std::pair<double, double> rangeOf(const std::vector<ChartSeries>& curves, bool positive)
{
    double low = 1e300;
    double high = -1e300;
    for (const ChartSeries& curve : curves)
        for (const QPointF& point : curve.points)
            if (std::isfinite(point.y()) && (!positive || point.y() > 0.0)) {
                low = std::min(low, point.y());
                high = std::max(high, point.y());
            }
    return low <= high ? std::pair{low, high} : std::pair{0.5, 1.0};
}

AxisSpec valueAxis(const std::vector<ChartSeries>& curves, View view, const ExplorerState& state)
{
    const auto range = [&](bool positive) {
        return rangeOf(curves, positive);
    };
    switch (view) {
    case Frequency:
        return roomyAxis(range(true).first, range(true).second, QStringLiteral("θ (rad/token)"), true);
    case Ratio:
        return roomyAxis(range(true).first, std::max(1.0, range(true).second), QStringLiteral("θ / unscaled"), true);
    case Ramp:
        return {.minimum = -0.04, .maximum = 1.04, .title = QStringLiteral("share divided by s"), .ticks = {}};
    default:
        break;
    }
    return roomyAxis(range(false).first, range(false).second,
                     state.sequence.quantity == Quantity::Product ? QStringLiteral("product")
                                                                  : QStringLiteral("score"));
}

ChartSpec chartOf(const std::vector<ChartSeries>& curves, View view, const FigureContext& context)
{
    const double span = static_cast<double>(context.state.view.profileSpan);
    ChartSpec chart;
    chart.frame.bottom = view == Profile ? AxisSpec{.minimum = -span,
                                                    .maximum = span,
                                                    .integers = true,
                                                    .title = QStringLiteral("offset n − m (tokens)"),
                                                    .ticks = {}}
                                         : pairAxis(pairCount(context.state));
    chart.frame.left = valueAxis(curves, view, context.state);
    if (view == Profile)
        addOffsetMarks(chart, context, false);
    else
        addPairMarks(chart, context);
    chart.series = curves;
    return chart;
}

/// The scheme whose curve passes nearest to a place, and the entry of the curve. `step`: between two entries.
struct NearestPoint {
    std::size_t scheme;
    std::size_t entry;
};
std::optional<NearestPoint> nearest(const std::vector<ChartSeries>& curves, double step, const PanelPoint& point)
{
    std::optional<NearestPoint> best;
    double least = 1e300;
    for (std::size_t scheme = 0; scheme < curves.size(); ++scheme) {
        const std::vector<QPointF>& curve = curves[scheme].points;
        if (curve.empty())
            continue;
        const double place =
            std::clamp((point.value.x() - curve.front().x()) / step, 0.0, static_cast<double>(curve.size() - 1));
        const auto entry = static_cast<std::size_t>(std::lround(place));
        const double away = std::abs(point.frame.y.toPosition(curve[entry].y()) - point.at.y());
        if (away < least || (away == least && curves[scheme].strong)) {
            least = away;
            best = NearestPoint{scheme, entry};
        }
    }
    return best;
}

Readout readOffset(const Curves& curves, double step, const PanelPoint& point)
{
    const auto found = nearest(curves[Profile], step, point);
    if (!found)
        return {};
    const ChartSeries& curve = curves[Profile][found->scheme];
    const QPointF value = curve.points[found->entry];
    Readout readout;
    readout.highlight.offset = static_cast<std::int64_t>(value.x());
    readout.text =
        QStringLiteral("%1, n − m = %2: %3").arg(curve.name, groupedNumber(value.x()), readableNumber(value.y()));
    return readout;
}

Readout readPair(const Curves& curves, View view, const PanelPoint& point)
{
    const auto found = nearest(curves[view], 1.0, point);
    if (!found)
        return {};
    const auto at = [&](View shown) {
        return readableNumber(curves[shown][found->scheme].points[found->entry].y());
    };
    Readout readout;
    readout.highlight.pair = static_cast<int>(found->entry);
    readout.text = QStringLiteral("%1, pair %2: θ = %3 rad/token, %4 of unscaled")
                       .arg(curves[view][found->scheme].name, QString::number(found->entry), at(Frequency), at(Ratio));
    if (!curves[Ramp][found->scheme].points.empty())
        readout.text += QStringLiteral(", ramp %1").arg(at(Ramp));
    return readout;
}

PanelPicture pictureOf(const FigureContext& context)
{
    const SchemeFamily family = schemeFamily(context.state);
    const auto curves = std::make_shared<const Curves>(curvesOf(context.state, family, context.style));
    const auto overPairs = [&](const QString& id, const QString& title, View view) {
        return PanelSpec{id, title, chartOf((*curves)[view], view, context),
                         [curves, view](const PanelPoint& point) { return readPair(*curves, view, point); },
                         pickPairUnder};
    };
    const auto step = static_cast<double>(profileStep(context.state.view.profileSpan));
    return {.panels = {overPairs(QStringLiteral("frequency"), QStringLiteral("Frequency"), Frequency),
                       overPairs(QStringLiteral("ratio"), QStringLiteral("Ratio to unscaled"), Ratio),
                       overPairs(QStringLiteral("ramp"), QStringLiteral("Ramp"), Ramp),
                       {QStringLiteral("profile"), profileName(context.state),
                        chartOf((*curves)[Profile], Profile, context),
                        [curves, step](const PanelPoint& point) { return readOffset(*curves, step, point); },
                        pickOffsetUnder}},
            .captions = captions(family)};
}

QString subtitle(const ShownState& state)
{
    const SchemeFamily family = schemeFamily(state);
    return QStringLiteral("%1 schemes · factor %2").arg(family.cases.size()).arg(readableNumber(family.factor));
}

QString describe(const ShownState& state)
{
    const SchemeFamily family = schemeFamily(state);
    QString text = captions(family).first() + QLatin1Char(' ');
    for (const SchemeCase& one : family.cases) {
        const Eigen::VectorXd& theta = one.schedule.inverseFrequency;
        text += QStringLiteral("%1%2: pair 0 at %3, last pair at %4 radians per token, attention factor %5. ")
                    .arg(schemeName(*one.scheme), one.active ? QStringLiteral(" (active)") : QString(),
                         readableNumber(theta[0]), readableNumber(theta[theta.size() - 1]),
                         readableNumber(one.schedule.attentionFactor));
    }
    return text.trimmed();
}

DataTable data(const ShownState& state)
{
    const SchemeFamily family = schemeFamily(state);
    const auto values = [](const Eigen::VectorXd& vector) {
        return std::vector<double>(vector.begin(), vector.end());
    };
    DataTable table;
    DataTable::Column pair{QStringLiteral("pair"), {}, {}};
    for (Eigen::Index j = 0; j < family.unscaled.size(); ++j)
        pair.values.push_back(static_cast<double>(j));
    table.columns = {pair, {QStringLiteral("unscaled"), QStringLiteral("rad/token"), values(family.unscaled)}};
    for (const SchemeCase& one : family.cases) {
        const QString id = QString::fromUtf8(one.scheme->id.data(), static_cast<qsizetype>(one.scheme->id.size()));
        const Eigen::VectorXd& theta = one.schedule.inverseFrequency;
        table.columns.push_back(
            {id + QStringLiteral("_inverse_frequency"), QStringLiteral("rad/token"), values(theta)});
        table.columns.push_back({id + QStringLiteral("_ratio"), {}, values(theta.cwiseQuotient(family.unscaled))});
        if (one.schedule.ramp.size() > 0)
            table.columns.push_back({id + QStringLiteral("_ramp"), {}, values(one.schedule.ramp)});
    }
    table.note = QStringLiteral("One row per pair. ") + captions(family).first();
    return table;
}

} // namespace

const Figure& schemesFigure()
{
    static const PanelFigure figure({.head = {"schemes", "Schemes",
                                              "What every scaling scheme makes of the same head: frequency, ratio to "
                                              "the unscaled one, ramp and score against offset."},
                                     .picture = pictureOf,
                                     .subtitle = subtitle,
                                     .describe = describe,
                                     .data = data,
                                     .steps = {.across = "pair.highlighted"}});
    return figure;
}

} // namespace rope

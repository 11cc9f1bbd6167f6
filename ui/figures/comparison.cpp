#include "core/model/compare.h"
#include "core/state/derived.h"
#include "ui/figures/all.h"
#include "ui/figures/kit/figure_text.h"
#include "ui/figures/kit/marks.h"
#include "ui/figures/kit/moves.h"
#include "ui/figures/kit/plot_parts.h"
#include "ui/paint/text.h"
#include "ui/paint/ticks.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>
#include <limits>

namespace rope {

namespace {

constexpr double leastDifference = 1e-16; ///< rad/token: below it two frequencies count as the same

/// Two models side by side.
struct Compared {
    QString first;
    QString second;
    RotaryComparison rotary;
    bool same = true; ///< no pair differs
};

QString textOf(const std::string& text)
{
    return QString::fromStdString(text);
}

/// The second model: the compared one, or the first without its scaling.
ModelSettings secondModel(const ExplorerState& state)
{
    if (state.compared)
        return *state.compared;
    ModelSettings plain;
    plain.name = "without scaling";
    plain.layers = {activeRotary(state)};
    plain.layers.front().scheme = "default";
    plain.layers.front().parameters.clear();
    return plain;
}

Compared comparedOf(const ExplorerState& state)
{
    ModelSettings first;
    first.layers = {activeRotary(state)};
    const ModelSettings second = secondModel(state);
    Compared compared;
    compared.first = textOf(state.model.name);
    compared.second = textOf(second.name);
    auto layers = compareModels(first, second, static_cast<double>(state.sequence.length));
    if (layers && !layers->empty())
        compared.rotary = std::move(layers->front().rotary);
    compared.same =
        compared.rotary.difference.size() == 0 || compared.rotary.difference.cwiseAbs().maxCoeff() <= leastDifference;
    return compared;
}

QString tokensText(double tokens)
{
    return std::isfinite(tokens) ? QStringLiteral("after %1 tokens").arg(groupedNumber(tokens, tokens < 100.0 ? 1 : 0))
                                 : QStringLiteral("never");
}

QStringList captions(const Compared& compared)
{
    if (compared.rotary.difference.size() == 0)
        return {QStringLiteral("These two have no pair in common.")};
    if (compared.same)
        return {QStringLiteral("Both have the same frequencies: choose a second model, or a scheme, to compare."),
                QStringLiteral("Both have the same frequencies.")};
    QString text = QStringLiteral("Phases of pair %1 part first: 0.1 rad %2, 1 rad %3.")
                       .arg(QString::number(compared.rotary.worstPair), tokensText(compared.rotary.tokensToTenth),
                            tokensText(compared.rotary.tokensToOne));
    QString notes;
    for (const std::string& note : compared.rotary.notes)
        notes += QLatin1Char(' ') + textOf(note);
    return {text + notes, text,
            QStringLiteral("1 rad apart %1 (pair %2)")
                .arg(tokensText(compared.rotary.tokensToOne))
                .arg(compared.rotary.worstPair)};
}

/// The pair under the pointer, else the highlighted one, among those that both have.
int shownPair(const FigureContext& context, const Compared& compared)
{
    const int last = static_cast<int>(compared.rotary.difference.size()) - 1;
    return std::clamp(context.highlight.pair.value_or(context.state.highlightedPair), 0, std::max(0, last));
}

/// A name cut to what a legend has room for.
QString shortened(const QString& name, const PaintStyle& style, double width)
{
    return QFontMetricsF(fontOf(style, 0.9 * style.fontSize)).elidedText(name, Qt::ElideRight, width);
}

/// Lowest and highest positive value of both; [0.5, 1] when there is none.
std::pair<double, double> positiveRange(const Eigen::VectorXd& first, const Eigen::VectorXd& second)
{
    double low = 1e300;
    double high = 0.0;
    for (const Eigen::VectorXd* values : {&first, &second})
        for (const double value : *values)
            if (value > leastDifference) {
                low = std::min(low, value);
                high = std::max(high, value);
            }
    return high > 0.0 ? std::pair{low, high} : std::pair{0.5, 1.0};
}

/// Distances in tokens that the third panel spans: until the worst pair is a few turns apart.
std::pair<double, double> distanceRange(const Compared& compared)
{
    const double one = std::isfinite(compared.rotary.tokensToOne) ? compared.rotary.tokensToOne : 1000.0;
    return {std::max(1.0, std::pow(10.0, std::floor(std::log10(std::max(1.0, one)) - 2.0))),
            std::max(100.0, std::pow(10.0, std::ceil(std::log10(std::max(1.0, one)) + 0.5)))};
}

ChartSeries seriesOf(const QString& name, std::vector<QPointF> points, const QColor& colour, const PaintStyle& style)
{
    return {.name = name, .points = std::move(points), .colour = colour, .width = 1.3 * style.lineWidth};
}

ChartSpec overPairs(const Compared& compared, AxisSpec left, const FigureContext& context)
{
    ChartSpec chart;
    chart.frame.bottom = pairAxis(std::max<int>(1, static_cast<int>(compared.rotary.first.size())));
    chart.frame.left = std::move(left);
    addPairMarks(chart, context);
    return chart;
}

ChartSpec ladders(const Compared& compared, const FigureContext& context)
{
    const PaintStyle& style = context.style;
    const RotaryComparison& rotary = compared.rotary;
    const auto [low, high] = positiveRange(rotary.first, rotary.second);
    ChartSpec chart = overPairs(compared, roomyAxis(low, high, QStringLiteral("θ (rad/token)"), true), context);
    const double room = std::max(4.0 * style.fontSize, context.area.width() - 6.0 * style.fontSize);
    const QString first = shortened(compared.first, style, room);
    const QString second = shortened(compared.second, style, room);
    chart.series = {seriesOf(first, pointsOverPairs(rotary.first), style.primary, style),
                    seriesOf(second == first ? second + QStringLiteral(" (second)") : second,
                             pointsOverPairs(rotary.second), style.query, style)};
    chart.series[1].dashes = {4.0, 2.0};
    if (rotary.first.size() == 1)
        chart.series[0].markerSize = 3.0 * style.lineWidth;
    return chart;
}

ChartSpec differences(const Compared& compared, const FigureContext& context)
{
    const Eigen::VectorXd size = compared.rotary.difference.cwiseAbs();
    const auto [low, high] = positiveRange(size, size);
    ChartSpec chart = overPairs(
        compared, roomyAxis(std::max(low, 1e-6 * high), high, QStringLiteral("|Δθ| (rad/token)"), true), context);
    ChartColumns most{.fill = context.style.query};
    ChartColumns others{.fill = context.style.primary};
    for (Eigen::Index j = 0; j < size.size(); ++j)
        if (size[j] > leastDifference)
            (j == compared.rotary.worstPair ? most : others)
                .columns.push_back({static_cast<double>(j), chart.frame.left.minimum, size[j]});
    chart.columns = {others, most};
    if (compared.same)
        chart.words = QStringLiteral("no difference");
    return chart;
}

/// How far two phases are apart that part at this rate.
ChartSeries apartOf(const QString& name, double rate, const AxisSpec& distance, const QColor& colour,
                    const PaintStyle& style)
{
    return seriesOf(name, {{distance.minimum, rate * distance.minimum}, {distance.maximum, rate * distance.maximum}},
                    colour, style);
}

ChartSpec distances(const Compared& compared, const FigureContext& context)
{
    const PaintStyle& style = context.style;
    const RotaryComparison& rotary = compared.rotary;
    const auto [near, far] = distanceRange(compared);
    ChartSpec chart;
    chart.frame.bottom = {.minimum = near,
                          .maximum = far,
                          .logarithmic = true,
                          .title = QStringLiteral("distance (tokens)"),
                          .ticks = {}};
    chart.frame.left = {.minimum = 0.01,
                        .maximum = 10.0,
                        .logarithmic = true,
                        .title = QStringLiteral("phase apart (rad)"),
                        .ticks = {}};
    for (const double level : {0.1, 1.0})
        chart.lines.push_back({Qt::Horizontal, level, {}, style.warning, Qt::DotLine, 1.3 * style.hairline});
    for (const double tokens : {rotary.tokensToTenth, rotary.tokensToOne})
        if (std::isfinite(tokens))
            chart.lines.push_back({Qt::Vertical, tokens, {}, style.warning, Qt::DotLine, 1.3 * style.hairline});
    addOffsetMarks(chart, context, true);
    if (compared.same) {
        chart.words = QStringLiteral("no difference");
        return chart;
    }
    const int pair = shownPair(context, compared);
    chart.series = {apartOf(QStringLiteral("pair %1: parts first").arg(rotary.worstPair),
                            std::abs(rotary.difference[rotary.worstPair]), chart.frame.bottom, style.text, style),
                    apartOf(QStringLiteral("pair %1").arg(pair), std::abs(rotary.difference[pair]), chart.frame.bottom,
                            style.highlight, style)};
    chart.series[1].dashes = {3.0, 2.0};
    return chart;
}

Readout readDistance(const RotaryComparison& rotary, const PanelPoint& point)
{
    if (rotary.difference.size() == 0)
        return {};
    const double tokens = std::round(point.value.x());
    Readout readout;
    readout.highlight.offset = -static_cast<std::int64_t>(tokens);
    readout.text = QStringLiteral("at distance %1: pair %2 is %3 rad apart")
                       .arg(groupedNumber(tokens), QString::number(rotary.worstPair),
                            readableNumber(tokens * std::abs(rotary.difference[rotary.worstPair])));
    return readout;
}

Readout readPair(const RotaryComparison& rotary, const PanelPoint& point)
{
    if (rotary.difference.size() == 0)
        return {};
    const int pair = pairAt(point, static_cast<int>(rotary.difference.size()));
    const double apart = std::abs(rotary.difference[pair]);
    Readout readout;
    readout.highlight.pair = pair;
    readout.text =
        QStringLiteral("pair %1: θ = %2 and %3 rad/token, %4 apart per token, 1 rad %5")
            .arg(QString::number(pair), readableNumber(rotary.first[pair]), readableNumber(rotary.second[pair]),
                 readableNumber(apart),
                 tokensText(apart > leastDifference ? 1.0 / apart : std::numeric_limits<double>::infinity()));
    return readout;
}

PanelPicture pictureOf(const FigureContext& context)
{
    const Compared compared = comparedOf(context.state);
    const auto pair = [rotary = compared.rotary](const PanelPoint& point) {
        return readPair(rotary, point);
    };
    const auto distance = [rotary = compared.rotary](const PanelPoint& point) {
        return readDistance(rotary, point);
    };
    return {.panels = {{QStringLiteral("frequencies"), QStringLiteral("Frequencies"), ladders(compared, context), pair,
                        pickPairUnder},
                       {QStringLiteral("difference"), QStringLiteral("Difference per token"),
                        differences(compared, context), pair, pickPairUnder},
                       {QStringLiteral("distance"), QStringLiteral("Phases apart with distance"),
                        distances(compared, context), distance, pickDistanceUnder}},
            .captions = captions(compared)};
}

QString subtitle(const ShownState& state)
{
    const Compared compared = comparedOf(state);
    return compared.same ? QStringLiteral("same frequencies")
                         : QStringLiteral("1 rad apart %1").arg(tokensText(compared.rotary.tokensToOne));
}

QString describe(const ShownState& state)
{
    const Compared compared = comparedOf(state);
    QString text = QStringLiteral("%1 against %2. %3").arg(compared.first, compared.second, captions(compared).first());
    if (compared.same)
        return text;
    const int pair = compared.rotary.worstPair;
    return text + QStringLiteral(
                      " Pair %1 has %2 in the first and %3 rad/token in the second. Attention factors differ by %4.")
                      .arg(QString::number(pair), readableNumber(compared.rotary.first[pair]),
                           readableNumber(compared.rotary.second[pair]),
                           readableNumber(compared.rotary.attentionFactorDifference));
}

DataTable data(const ShownState& state)
{
    const Compared compared = comparedOf(state);
    const RotaryComparison& rotary = compared.rotary;
    const QString unit = QStringLiteral("rad/token");
    DataTable table;
    table.columns = {{QStringLiteral("pair"), {}, {}},
                     {QStringLiteral("first_inverse_frequency"), unit, {}},
                     {QStringLiteral("second_inverse_frequency"), unit, {}},
                     {QStringLiteral("difference"), unit, {}}};
    for (Eigen::Index j = 0; j < rotary.difference.size(); ++j)
        addRow(table, {static_cast<double>(j), rotary.first[j], rotary.second[j], rotary.difference[j]});
    table.note =
        QStringLiteral("One row per pair that both have; difference is second - first. First: %1. Second: %2. %3")
            .arg(compared.first, compared.second, captions(compared).first());
    return table;
}

} // namespace

const Figure& comparisonFigure()
{
    static const PanelFigure figure({.head = {"comparison", "Two models",
                                              "Two models' frequencies, how far they part per token, and the distance "
                                              "at which phases are 0.1 and 1 rad apart."},
                                     .picture = pictureOf,
                                     .subtitle = subtitle,
                                     .describe = describe,
                                     .data = data,
                                     .steps = {.across = "pair.highlighted"}});
    return figure;
}

} // namespace rope

#include "core/captures/measured_loss.h"

#include "ui/figures/all.h"
#include "ui/figures/kit/figure_text.h"
#include "ui/figures/kit/marks.h"
#include "ui/figures/kit/scheme_style.h"
#include "ui/paint/ticks.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string_view>

namespace rope {

namespace {

constexpr std::int64_t shownLength = 1024;
constexpr std::int64_t trainedLength = 128;

/// A measured scheme, in the legend's order; `scheme` is the one of the state that it belongs to.
struct Named {
    std::string_view curve;
    const char* title;
    std::string_view scheme; ///< whose style it has; `window128` is a control, no scheme
};
constexpr Named shownCurves[] = {
    {"unscaled", "unscaled", "default"},
    {"linear", "linear", "linear"},
    {"ntk", "NTK-aware", "ntk_aware"},
    {"dynamic_ntk_factor2", "dynamic NTK", "dynamic"},
    {"yarn", "YaRN", "yarn"},
    {"llama3", "Llama 3.1", "llama3"},
    {"window128", "last 128 keys alone", "window128"},
};

/// The measurement is part of the program: it is read once and never changes.
const MeasuredLoss& measurement()
{
    static const MeasuredLoss measured = measuredLoss(shownLength).value_or(MeasuredLoss{});
    return measured;
}

QString name(const Named& named)
{
    return QString::fromUtf8(named.title);
}

/// Positions of a bucket: `128–191`.
QString bucketName(std::size_t bucket)
{
    const auto edge = [&](std::size_t index) {
        return groupedNumber(static_cast<double>(measurement().edges[index] - (index > bucket ? 1 : 0)));
    };
    return edge(bucket) + QStringLiteral("–") + edge(bucket + 1);
}

QString signedText(double value)
{
    return (value >= 0.0 ? QStringLiteral("+") : QString()) + fixedText(value, 3);
}

QStringList captions()
{
    const QString what = QString::fromStdString(measuredLossCaption());
    const QString bars = QStringLiteral("Bars: ± one standard error. ");
    return {bars +
                QStringLiteral("Change: the same tokens minus the model at its trained length; at 128–191 that "
                               "reference has at most 63 tokens of context, which flatters every scheme. Attending to "
                               "the last 128 keys alone is the fair control: no scheme beats it. ") +
                what,
            bars +
                QStringLiteral("Change: against the model at its trained length. No scheme beats attending to the last "
                               "128 keys alone. ") +
                what,
            bars +
                QStringLiteral("Change: against the same model at its trained 128 tokens. One seed of one small model "
                               "(3.3 million parameters) on held-out text, not fine-tuned: larger models may differ. "
                               "Control: unscaled attention to the last 128 keys alone."),
            bars + what,
            QStringLiteral("One seed of one small model, trained at 128 tokens, not fine-tuned; ± one s.e."),
            QStringLiteral("One small model, one seed.")};
}

/// A measured scheme as it is drawn.
struct DrawnCurve {
    const Named* named;
    LossCurve numbers;
    bool active;
    double dodge; ///< buckets to the side, so that error bars do not hide each other
};

/// What a panel shows of a curve, with its standard error.
struct Measure {
    std::vector<double> LossCurve::*value;
    std::vector<double> LossCurve::*error;
};
constexpr Measure changeOfLoss{&LossCurve::change, &LossCurve::changeError};
constexpr Measure loss{&LossCurve::loss, &LossCurve::standardError};

std::vector<DrawnCurve> drawnCurves(const ExplorerState& state)
{
    std::vector<DrawnCurve> curves;
    for (const Named& named : shownCurves)
        if (const auto numbers = curveOf(measurement(), named.curve))
            curves.push_back({&named, *numbers, activeRotary(state).scheme == named.scheme,
                              0.09 * (static_cast<double>(curves.size()) - 3.0)});
    return curves;
}

std::size_t bucketCount()
{
    return measurement().edges.size() - 1;
}

/// Bucket edges, halfway between buckets.
std::vector<Tick> edgeTicks()
{
    std::vector<Tick> ticks;
    for (std::size_t i = 0; i <= bucketCount(); ++i)
        ticks.push_back({static_cast<double>(i) - 0.5, groupedNumber(static_cast<double>(measurement().edges[i]))});
    return ticks;
}

/// Lowest and highest end of an error bar, with headroom for the words at the top.
AxisSpec valueAxis(const std::vector<DrawnCurve>& curves, const Measure& measure, std::optional<double> included)
{
    double low = included.value_or(1e300);
    double high = included.value_or(-1e300);
    for (const DrawnCurve& curve : curves)
        for (std::size_t b = 0; b < bucketCount(); ++b) {
            const double value = (curve.numbers.*measure.value)[b];
            const double error = (curve.numbers.*measure.error)[b];
            low = std::min(low, value - error);
            high = std::max(high, value + error);
        }
    return roomyAxis(low, high + 0.15 * (high - low), QStringLiteral("nats per token"));
}

/// A curve with dots, and its error bars: lines with gaps between them.
void addCurve(ChartSpec& chart, const DrawnCurve& curve, const Measure& measure, const PaintStyle& style)
{
    constexpr double gap = std::numeric_limits<double>::quiet_NaN();
    std::vector<QPointF> points;
    std::vector<QPointF> bars;
    for (std::size_t b = 0; b < bucketCount(); ++b) {
        const double x = static_cast<double>(b) + curve.dodge;
        const double value = (curve.numbers.*measure.value)[b];
        const double error = (curve.numbers.*measure.error)[b];
        points.emplace_back(x, value);
        bars.insert(bars.end(), {{x, value - error}, {x, value + error}, {gap, gap}});
    }
    ChartSeries series = schemeSeries(curve.named->scheme, name(*curve.named), std::move(points), curve.active, style);
    series.markerSize = (curve.active ? 4.0 : 2.8) * style.lineWidth;
    chart.series.push_back({.name = {}, .points = std::move(bars), .colour = series.colour, .width = style.lineWidth});
    chart.series.push_back(std::move(series));
}

/// Everything from the trained length on is a little darker.
ChartBand beyondTraining(const PaintStyle& style)
{
    const auto& edges = measurement().edges;
    const auto at = std::find(edges.begin(), edges.end(), trainedLength) - edges.begin();
    return {static_cast<double>(at) - 0.5,
            static_cast<double>(bucketCount()) - 0.5,
            {QStringLiteral("beyond the trained 128 tokens")},
            style.panel};
}

ChartSpec chartOf(const std::vector<DrawnCurve>& curves, const Measure& measure, std::optional<double> line,
                  const FigureContext& context)
{
    const PaintStyle& style = context.style;
    ChartSpec chart;
    chart.frame.bottom = {.minimum = -0.5,
                          .maximum = static_cast<double>(bucketCount()) - 0.5,
                          .title = QStringLiteral("position in the text (tokens)"),
                          .ticks = edgeTicks()};
    chart.frame.left = valueAxis(curves, measure, line);
    chart.bands = {beyondTraining(style)};
    if (line)
        chart.lines.push_back({Qt::Horizontal, *line, {}, style.axis, Qt::SolidLine, style.hairline});
    for (const DrawnCurve& curve : curves)
        addCurve(chart, curve, measure, style);
    return chart;
}

/// The measured curve nearest to a place, in its bucket.
Readout readBucket(const std::vector<DrawnCurve>& curves, const Measure& measure, const PanelPoint& point)
{
    const double last = static_cast<double>(bucketCount()) - 1.0;
    const auto bucket = static_cast<std::size_t>(std::clamp(std::round(point.value.x()), 0.0, last));
    const auto away = [&](const DrawnCurve& curve) {
        const QPointF gap =
            point.frame.toPosition(static_cast<double>(bucket) + curve.dodge, (curve.numbers.*measure.value)[bucket]) -
            point.at;
        return std::hypot(gap.x(), gap.y());
    };
    const DrawnCurve& nearest = *std::ranges::min_element(curves, {}, away);
    const LossCurve& numbers = nearest.numbers;
    return {QStringLiteral("%1, positions %2: loss %3 ± %4, change %5 ± %6 nats/token")
                .arg(name(*nearest.named), bucketName(bucket), fixedText(numbers.loss[bucket], 3),
                     fixedText(numbers.standardError[bucket], 3), signedText(numbers.change[bucket]),
                     fixedText(numbers.changeError[bucket], 3)),
            {}};
}

PanelPicture pictureOf(const FigureContext& context)
{
    const std::vector<DrawnCurve> curves = drawnCurves(context.state);
    const auto read = [&curves](const Measure& measure) {
        return [curves, measure](const PanelPoint& point) {
            return readBucket(curves, measure, point);
        };
    };
    return {.panels = {{QStringLiteral("change"), QStringLiteral("Change of loss"),
                        chartOf(curves, changeOfLoss, 0.0, context), read(changeOfLoss)},
                       {QStringLiteral("loss"), QStringLiteral("Loss"), chartOf(curves, loss, std::nullopt, context),
                        read(loss)}},
            .captions = captions(),
            .smallest = {30.0, 17.0}};
}

QString subtitle(const ShownState&)
{
    return QStringLiteral("one small model · 128 → 1 024 tokens");
}

QString describe(const ShownState&)
{
    QString text = captions().front() + QStringLiteral(" Change at positions %1: ").arg(bucketName(bucketCount() - 1));
    QStringList parts;
    for (const Named& named : shownCurves)
        if (const auto curve = curveOf(measurement(), named.curve))
            parts << QStringLiteral("%1 %2 ± %3")
                         .arg(name(named), signedText(curve->change.back()), fixedText(curve->changeError.back(), 3));
    return text + parts.join(QStringLiteral(", ")) + QLatin1Char('.');
}

DataTable data(const ShownState&)
{
    const MeasuredLoss& measured = measurement();
    DataTable table;
    const auto edges = [&](int shift) {
        return std::vector<double>(measured.edges.begin() + shift, measured.edges.end() - 1 + shift);
    };
    const QString tokens = QStringLiteral("tokens");
    table.columns = {{QStringLiteral("first_position"), tokens, edges(0)}, {QStringLiteral("end"), tokens, edges(1)}};
    for (const LossCurve& curve : measured.curves) {
        const QString id = QString::fromStdString(curve.scheme);
        const QString unit = QStringLiteral("nats/token");
        table.columns.push_back({id + QStringLiteral("_loss"), unit, curve.loss});
        table.columns.push_back({id + QStringLiteral("_loss_standard_error"), unit, curve.standardError});
        table.columns.push_back({id + QStringLiteral("_change"), unit, curve.change});
        table.columns.push_back({id + QStringLiteral("_change_standard_error"), unit, curve.changeError});
    }
    table.note = QStringLiteral("One row per bucket of positions, first_position up to but without end. ") +
                 captions().front() +
                 QStringLiteral(" dynamic_ntk_by_octave was measured on other blocks of text than the rest.");
    return table;
}

} // namespace

const Figure& measuredLossFigure()
{
    static const PanelFigure figure({.head = {"measured_loss", "Measured loss",
                                              "What each scaling scheme cost a small trained model at eight times its "
                                              "context, by position in the text."},
                                     .picture = pictureOf,
                                     .subtitle = subtitle,
                                     .describe = describe,
                                     .data = data});
    return figure;
}

} // namespace rope

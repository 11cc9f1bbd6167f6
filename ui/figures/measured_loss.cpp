#include "core/captures/measured_loss.h"

#include "ui/figures/all.h"
#include "ui/figures/kit/figure_text.h"
#include "ui/figures/kit/marks.h"
#include "ui/figures/kit/plot_parts.h"
#include "ui/paint/text.h"
#include "ui/paint/ticks.h"

#include <QFontMetricsF>
#include <algorithm>
#include <cmath>
#include <string_view>

namespace rope {

namespace {

enum View { ChangeOfLoss, Loss };
constexpr int viewCount = 2;
constexpr std::int64_t shownLength = 1024;
constexpr std::int64_t trainedLength = 128;

/// A measured scheme, in the legend's order; `scheme` is the one of the state that it belongs to.
struct Named {
    std::string_view curve;
    const char* title;
    std::string_view scheme;
};
constexpr Named shownCurves[] = {
    {"unscaled", "unscaled", "default"},
    {"linear", "linear", "linear"},
    {"ntk", "NTK-aware", "ntk_aware"},
    {"dynamic_ntk_factor2", "dynamic NTK", "dynamic"},
    {"yarn", "YaRN", "yarn"},
    {"llama3", "Llama 3.1", "llama3"},
    {"window128", "last 128 keys alone", ""},
};

/// The measurement is part of the program: it is read once and never changes.
const MeasuredLoss& measurement()
{
    static const MeasuredLoss measured = measuredLoss(shownLength).value_or(MeasuredLoss{});
    return measured;
}

struct DrawnCurve {
    const Named* named;
    LossCurve numbers;
    QPen pen;
    bool active;
    double dodge; ///< buckets to the side, so that error bars do not hide each other
};

struct Picture {
    std::vector<DrawnCurve> curves;
    FigureParts parts;
    std::vector<Panel> panels;
};

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

std::vector<DrawnCurve> drawnCurves(const ExplorerState& state, const PaintStyle& style)
{
    std::vector<DrawnCurve> curves;
    const std::string& scheme = activeRotary(state).scheme;
    for (const Named& named : shownCurves) {
        const auto numbers = curveOf(measurement(), named.curve);
        if (!numbers)
            continue;
        const bool active = scheme == named.scheme;
        const double dodge = 0.09 * (static_cast<double>(curves.size()) - 3.0);
        QPen pen = seriesPen(style, curves.size(), (active ? 1.8 : 1.0) * style.lineWidth);
        if (named.scheme.empty())
            pen.setColor(style.mutedText); // a control, not a scheme
        curves.push_back({&named, *numbers, pen, active, dodge});
    }
    return curves;
}

Picture pictureOf(const FigureContext& context)
{
    Picture picture;
    picture.curves = drawnCurves(context.state, context.style);
    std::vector<LegendEntry> legend;
    for (const DrawnCurve& curve : picture.curves)
        legend.push_back({name(*curve.named), curve.pen, false, curve.active});
    picture.parts = divideFigure(context.area, context.style, legend, captions());
    picture.panels = panelsOf(picture.parts.body, context.style, viewCount,
                              std::min(context.state.view.panel, viewCount), {30.0, 17.0});
    return picture;
}

const std::vector<double>& valuesOf(const LossCurve& curve, int view)
{
    return view == Loss ? curve.loss : curve.change;
}

const std::vector<double>& errorsOf(const LossCurve& curve, int view)
{
    return view == Loss ? curve.standardError : curve.changeError;
}

std::size_t bucketCount()
{
    return measurement().edges.size() - 1;
}

/// Bucket edges as ticks; those that would touch are left without a number.
std::vector<Tick> edgeTicks(double width, const PaintStyle& style)
{
    const QFontMetricsF metrics(fontOf(style));
    const double bucket = width / static_cast<double>(bucketCount());
    std::vector<Tick> ticks;
    double end = -1e300;
    for (std::size_t i = 0; i <= bucketCount(); ++i) {
        const QString label = groupedNumber(static_cast<double>(measurement().edges[i]));
        const double half = 0.5 * metrics.horizontalAdvance(label);
        const double at = bucket * static_cast<double>(i);
        const bool fits = at - half >= end;
        ticks.push_back({static_cast<double>(i) - 0.5, fits ? label : QString(), fits});
        if (fits)
            end = at + half + 0.7 * style.fontSize;
    }
    return ticks;
}

AxisSpec valueAxis(const Picture& picture, int view)
{
    double low = view == Loss ? 1e300 : 0.0;
    double high = view == Loss ? -1e300 : 0.0;
    for (const DrawnCurve& curve : picture.curves)
        for (std::size_t b = 0; b < bucketCount(); ++b) {
            const double value = valuesOf(curve.numbers, view)[b];
            const double error = errorsOf(curve.numbers, view)[b];
            low = std::min(low, value - error);
            high = std::max(high, value + error);
        }
    const double headroom = 0.15 * (high - low); // for the words at the top
    return roomyAxis(low, high + headroom, QStringLiteral("nats per token"));
}

Frame frameOf(const Picture& picture, const Panel& panel, const PaintStyle& style)
{
    FrameSpec spec;
    spec.bottom.minimum = -0.5;
    spec.bottom.maximum = static_cast<double>(bucketCount()) - 0.5;
    spec.bottom.title = QStringLiteral("position in the text (tokens)");
    spec.bottom.ticks = edgeTicks(panel.plot.width() - 6.0 * style.fontSize, style);
    spec.left = valueAxis(picture, panel.index);
    return layoutFrame(panel.plot, spec, style);
}

std::vector<QPointF> pointsOf(const DrawnCurve& curve, int view)
{
    std::vector<QPointF> points;
    for (std::size_t b = 0; b < bucketCount(); ++b)
        points.emplace_back(static_cast<double>(b) + curve.dodge, valuesOf(curve.numbers, view)[b]);
    return points;
}

void paintCurve(QPainter& painter, const DrawnCurve& curve, int view, const Frame& frame, const PaintStyle& style)
{
    const std::vector<QPointF> points = pointsOf(curve, view);
    drawCurve(painter, frame, points, curve.pen);
    painter.setPen(QPen(curve.pen.color(), style.lineWidth, Qt::SolidLine, Qt::FlatCap));
    for (std::size_t b = 0; b < points.size(); ++b) {
        const double error = errorsOf(curve.numbers, view)[b];
        painter.drawLine(frame.toPosition(points[b].x(), points[b].y() - error),
                         frame.toPosition(points[b].x(), points[b].y() + error));
    }
    drawDots(painter, frame, points, curve.pen.color(), (curve.active ? 2.0 : 1.4) * style.lineWidth);
}

/// Everything from the trained length on, a little darker, and its name where there is room.
void paintBeyond(QPainter& painter, const Frame& frame, const PaintStyle& style)
{
    const auto& edges = measurement().edges;
    const auto at = std::find(edges.begin(), edges.end(), trainedLength) - edges.begin();
    const double left = frame.x.toPosition(static_cast<double>(at) - 0.5);
    const QRectF beyond(QPointF(left, frame.plot.top()), frame.plot.bottomRight());
    painter.fillRect(beyond, style.panel);
    const QString words = QStringLiteral("beyond the trained 128 tokens");
    const QRectF box = beyond.adjusted(0.5 * style.fontSize, 0.2 * style.fontSize, -0.3 * style.fontSize, 0.0);
    if (QFontMetricsF(fontOf(style, 0.9 * style.fontSize)).horizontalAdvance(words) < box.width())
        drawText(painter, QRectF(box.topLeft(), QSizeF(box.width(), 1.3 * style.fontSize)), words, style,
                 {.size = 0.9 * style.fontSize, .colour = style.mutedText});
}

void paintPanel(QPainter& painter, const Picture& picture, const Panel& panel, const PaintStyle& style)
{
    const Frame frame = frameOf(picture, panel, style);
    paintBeyond(painter, frame, style);
    paintGrid(painter, frame, style);
    if (panel.index == ChangeOfLoss)
        drawHorizontal(painter, frame, 0.0, QPen(style.axis, style.hairline));
    for (const bool active : {false, true})
        for (const DrawnCurve& curve : picture.curves)
            if (curve.active == active)
                paintCurve(painter, curve, panel.index, frame, style);
    paintAxes(painter, frame, style);
    drawPanelTitle(painter, panel, {QStringLiteral("Change of loss"), QStringLiteral("Loss")}, picture.panels.size(),
                   style);
}

class MeasuredLossFigure final : public Figure {
public:
    QString id() const override { return QStringLiteral("measured_loss"); }
    QString title() const override { return QStringLiteral("Measured loss"); }
    QString description() const override
    {
        return QStringLiteral("What each scaling scheme cost a small trained model at eight times its context, by "
                              "position in the text.");
    }
    QString subtitle(const ShownState&) const override
    {
        return QStringLiteral("one small model · 128 → 1 024 tokens");
    }
    QString describe(const ShownState& state) const override;
    void paint(QPainter& painter, const FigureContext& context) const override;
    Readout hover(const FigureContext& context, QPointF point) const override;
    DataTable data(const ShownState& state) const override;
};

QString MeasuredLossFigure::describe(const ShownState&) const
{
    QString text = captions().front() + QStringLiteral(" Change at positions %1: ").arg(bucketName(bucketCount() - 1));
    QStringList parts;
    for (const Named& named : shownCurves)
        if (const auto curve = curveOf(measurement(), named.curve))
            parts << QStringLiteral("%1 %2 ± %3")
                         .arg(name(named), signedText(curve->change.back()), fixedText(curve->changeError.back(), 3));
    return text + parts.join(QStringLiteral(", ")) + QLatin1Char('.');
}

void MeasuredLossFigure::paint(QPainter& painter, const FigureContext& context) const
{
    const Picture picture = pictureOf(context);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    for (const Panel& panel : picture.panels)
        paintPanel(painter, picture, panel, context.style);
    drawFigureParts(painter, picture.parts, context.style);
    painter.restore();
}

Readout MeasuredLossFigure::hover(const FigureContext& context, QPointF point) const
{
    const Picture picture = pictureOf(context);
    const Panel* panel = panelAt(picture.panels, point);
    const Frame frame = panel ? frameOf(picture, *panel, context.style) : Frame{};
    if (!panel || !frame.plot.contains(point))
        return {};
    const double last = static_cast<double>(bucketCount()) - 1.0;
    const auto bucket = static_cast<std::size_t>(std::clamp(std::round(frame.x.toValue(point.x())), 0.0, last));
    const auto away = [&](const DrawnCurve& curve) {
        const QPointF gap =
            frame.toPosition(static_cast<double>(bucket) + curve.dodge, valuesOf(curve.numbers, panel->index)[bucket]) -
            point;
        return std::hypot(gap.x(), gap.y());
    };
    const auto nearest = std::min_element(picture.curves.begin(), picture.curves.end(),
                                          [&](const auto& a, const auto& b) { return away(a) < away(b); });
    const LossCurve& numbers = nearest->numbers;
    Readout readout;
    readout.text = QStringLiteral("%1, positions %2: loss %3 ± %4, change %5 ± %6 nats/token")
                       .arg(name(*nearest->named), bucketName(bucket), fixedText(numbers.loss[bucket], 3),
                            fixedText(numbers.standardError[bucket], 3), signedText(numbers.change[bucket]),
                            fixedText(numbers.changeError[bucket], 3));
    return readout;
}

DataTable MeasuredLossFigure::data(const ShownState&) const
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
    static const MeasuredLossFigure figure;
    return figure;
}

} // namespace rope

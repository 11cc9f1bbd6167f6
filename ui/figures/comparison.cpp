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

enum View { Ladders, Difference, Distance };
constexpr int viewCount = 3;
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

struct Picture {
    Compared compared;
    FigureParts parts;
    std::vector<Panel> panels;
};

QPen firstPen(const PaintStyle& style)
{
    return QPen(style.primary, 1.3 * style.lineWidth, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin);
}

QPen secondPen(const PaintStyle& style)
{
    QPen pen(style.query, 1.3 * style.lineWidth, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin);
    pen.setDashPattern({4.0, 2.0});
    return pen;
}

QPen worstPen(const PaintStyle& style)
{
    return QPen(style.text, 1.3 * style.lineWidth, Qt::SolidLine, Qt::FlatCap);
}

QPen ownPen(const PaintStyle& style)
{
    QPen pen(style.highlight, style.lineWidth, Qt::SolidLine, Qt::FlatCap);
    pen.setDashPattern({3.0, 2.0});
    return pen;
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

Picture pictureOf(const FigureContext& context)
{
    Picture picture;
    picture.compared = comparedOf(context.state);
    const double room = std::max(4.0 * context.style.fontSize, context.area.width() - 6.0 * context.style.fontSize);
    std::vector<LegendEntry> legend = {
        {shortened(picture.compared.first, context.style, room), firstPen(context.style), false, false},
        {shortened(picture.compared.second, context.style, room), secondPen(context.style), false, false},
        {QStringLiteral("pair %1: parts first").arg(picture.compared.rotary.worstPair), worstPen(context.style), false,
         false},
        {QStringLiteral("pair %1").arg(shownPair(context, picture.compared)), ownPen(context.style), false, false}};
    const int chosen = context.state.view.panel;
    const bool showsDistance = chosen == Distance + 1 || context.area.height() > 30.0 * context.style.fontSize;
    if (!showsDistance || picture.compared.same)
        legend.resize(2);
    picture.parts = divideFigure(context.area, context.style, legend, captions(picture.compared));
    picture.panels = panelsOf(picture.parts.body, context.style, viewCount, chosen);
    return picture;
}

std::vector<QPointF> overPairs(const Eigen::VectorXd& values)
{
    std::vector<QPointF> points;
    for (Eigen::Index j = 0; j < values.size(); ++j)
        points.emplace_back(static_cast<double>(j), values[j]);
    return points;
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

Frame frameOf(const Picture& picture, const Panel& panel, const PaintStyle& style)
{
    const RotaryComparison& rotary = picture.compared.rotary;
    FrameSpec spec;
    spec.bottom = pairAxis(std::max<int>(1, static_cast<int>(rotary.first.size())));
    if (panel.index == Ladders) {
        const auto [low, high] = positiveRange(rotary.first, rotary.second);
        spec.left = roomyAxis(low, high, QStringLiteral("θ (rad/token)"), true);
    } else if (panel.index == Difference) {
        const Eigen::VectorXd size = rotary.difference.cwiseAbs();
        const auto [low, high] = positiveRange(size, size);
        spec.left = roomyAxis(std::max(low, 1e-6 * high), high, QStringLiteral("|Δθ| (rad/token)"), true);
    } else {
        const auto [near, far] = distanceRange(picture.compared);
        spec.bottom = {.minimum = near,
                       .maximum = far,
                       .logarithmic = true,
                       .title = QStringLiteral("distance (tokens)"),
                       .ticks = {}};
        spec.left = {.minimum = 0.01,
                     .maximum = 10.0,
                     .logarithmic = true,
                     .title = QStringLiteral("phase apart (rad)"),
                     .ticks = {}};
    }
    return layoutFrame(panel.plot, spec, style);
}

void paintDistances(QPainter& painter, const Picture& picture, const Frame& frame, const FigureContext& context)
{
    const PaintStyle& style = context.style;
    const RotaryComparison& rotary = picture.compared.rotary;
    const QPen reference(style.warning, 1.3 * style.hairline, Qt::DotLine, Qt::FlatCap);
    for (const double level : {0.1, 1.0})
        drawHorizontal(painter, frame, level, reference);
    for (const double tokens : {rotary.tokensToTenth, rotary.tokensToOne})
        if (std::isfinite(tokens))
            drawVertical(painter, frame, tokens, reference);
    markOffsets(painter, frame, context, true);
    if (picture.compared.same)
        return;
    const auto line = [&](double rate, const QPen& pen) {
        drawCurve(
            painter, frame,
            std::vector<QPointF>{{frame.x.minimum, rate * frame.x.minimum}, {frame.x.maximum, rate * frame.x.maximum}},
            pen);
    };
    line(std::abs(rotary.difference[shownPair(context, picture.compared)]), ownPen(style));
    line(std::abs(rotary.difference[rotary.worstPair]), worstPen(style));
}

void paintPanel(QPainter& painter, const Picture& picture, const Panel& panel, const FigureContext& context)
{
    const PaintStyle& style = context.style;
    const RotaryComparison& rotary = picture.compared.rotary;
    const Frame frame = frameOf(picture, panel, style);
    paintGrid(painter, frame, style);
    if (panel.index == Distance)
        paintDistances(painter, picture, frame, context);
    else
        markPairs(painter, frame, context);
    if (panel.index == Ladders) {
        drawCurve(painter, frame, overPairs(rotary.first), firstPen(style));
        drawCurve(painter, frame, overPairs(rotary.second), secondPen(style));
        if (rotary.first.size() == 1)
            drawDots(painter, frame, overPairs(rotary.first), style.primary, 1.5 * style.lineWidth);
    }
    if (panel.index == Difference) {
        const Eigen::VectorXd size = rotary.difference.cwiseAbs();
        const double width = std::min(
            0.72 * frame.plot.width() / std::max<double>(1.0, static_cast<double>(size.size())), 2.0 * style.fontSize);
        for (Eigen::Index j = 0; j < size.size(); ++j)
            if (size[j] > leastDifference)
                drawColumn(painter, frame, static_cast<double>(j), frame.y.minimum, size[j], width,
                           j == rotary.worstPair ? style.query : style.primary);
    }
    if (panel.index != Ladders && picture.compared.same)
        drawText(painter, frame.plot, QStringLiteral("no difference"), style,
                 {.colour = style.mutedText, .alignment = Qt::AlignCenter});
    paintAxes(painter, frame, style);
    const QStringList names = {QStringLiteral("Frequencies"), QStringLiteral("Difference per token"),
                               QStringLiteral("Phases apart with distance")};
    drawPanelTitle(painter, panel, names, picture.panels.size(), style);
}

class ComparisonFigure final : public Figure {
public:
    QString id() const override { return QStringLiteral("comparison"); }
    QString title() const override { return QStringLiteral("Two models"); }
    QString description() const override
    {
        return QStringLiteral(
            "Two models' frequencies, how far they part per token, and the distance at which phases are 0.1 "
            "and 1 rad apart.");
    }
    QString subtitle(const ShownState& state) const override;
    QString describe(const ShownState& state) const override;
    void paint(QPainter& painter, const FigureContext& context) const override;
    Readout hover(const FigureContext& context, QPointF point) const override;
    std::optional<Change> drag(const FigureContext& context, const DragGesture& gesture) const override;
    std::optional<Change> step(const ShownState& state, int steps, bool vertical) const override;
    DataTable data(const ShownState& state) const override;
};

QString ComparisonFigure::subtitle(const ShownState& state) const
{
    const Compared compared = comparedOf(state);
    return compared.same ? QStringLiteral("same frequencies")
                         : QStringLiteral("1 rad apart %1").arg(tokensText(compared.rotary.tokensToOne));
}

QString ComparisonFigure::describe(const ShownState& state) const
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

void ComparisonFigure::paint(QPainter& painter, const FigureContext& context) const
{
    const Picture picture = pictureOf(context);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    for (const Panel& panel : picture.panels)
        paintPanel(painter, picture, panel, context);
    drawFigureParts(painter, picture.parts, context.style);
    painter.restore();
}

Readout ComparisonFigure::hover(const FigureContext& context, QPointF point) const
{
    const Picture picture = pictureOf(context);
    const RotaryComparison& rotary = picture.compared.rotary;
    const Panel* panel = panelAt(picture.panels, point);
    const Frame frame = panel ? frameOf(picture, *panel, context.style) : Frame{};
    if (!panel || !frame.plot.contains(point) || rotary.difference.size() == 0)
        return {};
    Readout readout;
    if (panel->index == Distance) {
        const double tokens = std::round(frame.x.toValue(point.x()));
        readout.highlight.offset = -static_cast<std::int64_t>(tokens);
        readout.text = QStringLiteral("at distance %1: pair %2 is %3 rad apart")
                           .arg(groupedNumber(tokens), QString::number(rotary.worstPair),
                                readableNumber(tokens * std::abs(rotary.difference[rotary.worstPair])));
        return readout;
    }
    const int pair = pairUnder(frame, point, static_cast<int>(rotary.difference.size())).value_or(0);
    const double apart = std::abs(rotary.difference[pair]);
    readout.highlight.pair = pair;
    readout.text =
        QStringLiteral("pair %1: θ = %2 and %3 rad/token, %4 apart per token, 1 rad %5")
            .arg(QString::number(pair), readableNumber(rotary.first[pair]), readableNumber(rotary.second[pair]),
                 readableNumber(apart),
                 tokensText(apart > leastDifference ? 1.0 / apart : std::numeric_limits<double>::infinity()));
    return readout;
}

std::optional<Change> ComparisonFigure::drag(const FigureContext& context, const DragGesture& gesture) const
{
    const Picture picture = pictureOf(context);
    const Panel* panel = panelAt(picture.panels, gesture.press);
    const Frame frame = panel ? frameOf(picture, *panel, context.style) : Frame{};
    if (!panel || !frame.plot.contains(gesture.press))
        return std::nullopt;
    const QPointF inside(std::clamp(gesture.current.x(), frame.plot.left(), frame.plot.right()),
                         frame.plot.center().y());
    if (panel->index == Distance)
        return pickOffset(gesture.startState, -frame.x.toValue(inside.x()));
    return pickPair(gesture.startState, pairUnder(frame, inside, pairCount(gesture.startState)));
}

std::optional<Change> ComparisonFigure::step(const ShownState& state, int steps, bool) const
{
    return moveBy(state, "pair.highlighted", steps);
}

DataTable ComparisonFigure::data(const ShownState& state) const
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
    static const ComparisonFigure figure;
    return figure;
}

} // namespace rope

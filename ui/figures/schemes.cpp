#include "core/views/scheme_family.h"
#include "ui/figures/all.h"
#include "ui/figures/kit/family_words.h"
#include "ui/figures/kit/figure_text.h"
#include "ui/figures/kit/marks.h"
#include "ui/figures/kit/moves.h"
#include "ui/figures/kit/plot_parts.h"
#include "ui/paint/text.h"
#include "ui/paint/ticks.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace rope {

namespace {

enum View { Frequency, Ratio, Ramp, Profile };
constexpr int viewCount = 4;

/// One scheme as this figure draws it.
struct DrawnScheme {
    QString name;
    QPen pen;
    bool active;
    std::array<std::vector<QPointF>, viewCount> curves;
};

struct Picture {
    SchemeFamily family;
    std::vector<DrawnScheme> schemes;
    std::int64_t offsetStep = 1;
    FigureParts parts;
    std::vector<Panel> panels;
};

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

std::vector<QPointF> overPairs(const Eigen::VectorXd& values)
{
    std::vector<QPointF> points;
    for (Eigen::Index j = 0; j < values.size(); ++j)
        points.emplace_back(static_cast<double>(j), values[j]);
    return points;
}

DrawnScheme drawnScheme(const ExplorerState& state, const SchemeFamily& family, std::size_t index,
                        const PaintStyle& style)
{
    const SchemeCase& one = family.cases[index];
    DrawnScheme drawn{
        schemeName(*one.scheme), seriesPen(style, index, (one.active ? 1.7 : 1.0) * style.lineWidth), one.active, {}};
    drawn.curves[Frequency] = overPairs(one.schedule.inverseFrequency);
    drawn.curves[Ratio] = overPairs(one.schedule.inverseFrequency.cwiseQuotient(family.unscaled));
    drawn.curves[Ramp] = overPairs(one.schedule.ramp);
    drawn.curves[Profile] = sampledProfile(scoreUnder(state, one.schedule), state.view.profileSpan);
    return drawn;
}

Picture pictureOf(const FigureContext& context)
{
    Picture picture;
    picture.family = schemeFamily(context.state);
    picture.offsetStep = profileStep(context.state.view.profileSpan);
    std::vector<LegendEntry> legend;
    for (std::size_t i = 0; i < picture.family.cases.size(); ++i) {
        picture.schemes.push_back(drawnScheme(context.state, picture.family, i, context.style));
        const DrawnScheme& drawn = picture.schemes.back();
        legend.push_back({drawn.name, drawn.pen, false, drawn.active});
    }
    picture.parts = divideFigure(context.area, context.style, legend, captions(picture.family));
    picture.panels = panelsOf(picture.parts.body, context.style, viewCount, context.state.view.panel);
    return picture;
}

QStringList panelNames(const ExplorerState& state)
{
    QString quantity = state.sequence.quantity == Quantity::Product ? QStringLiteral("Product against offset")
                                                                    : QStringLiteral("Score against offset");
    if (const std::int64_t step = profileStep(state.view.profileSpan); step > 1)
        quantity += QStringLiteral(", every %1th").arg(groupedNumber(static_cast<double>(step)));
    return {QStringLiteral("Frequency"), QStringLiteral("Ratio to unscaled"), QStringLiteral("Ramp"), quantity};
}

/// Lowest and highest finite value of one view; for logarithmic axes the positive ones.
std::pair<double, double> rangeOf(const Picture& picture, int view, bool positive)
{
    double low = 1e300;
    double high = -1e300;
    for (const DrawnScheme& drawn : picture.schemes)
        for (const QPointF& point : drawn.curves[static_cast<std::size_t>(view)])
            if (std::isfinite(point.y()) && (!positive || point.y() > 0.0)) {
                low = std::min(low, point.y());
                high = std::max(high, point.y());
            }
    return low <= high ? std::pair{low, high} : std::pair{0.5, 1.0};
}

AxisSpec valueAxis(const Picture& picture, int view, const ExplorerState& state)
{
    const auto range = [&](bool positive) {
        return rangeOf(picture, view, positive);
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

Frame frameOf(const Picture& picture, const Panel& panel, const FigureContext& context)
{
    FrameSpec spec;
    const double span = static_cast<double>(context.state.view.profileSpan);
    spec.bottom = panel.index == Profile ? AxisSpec{.minimum = -span,
                                                    .maximum = span,
                                                    .integers = true,
                                                    .title = QStringLiteral("offset n − m (tokens)"),
                                                    .ticks = {}}
                                         : pairAxis(pairCount(context.state));
    spec.left = valueAxis(picture, panel.index, context.state);
    return layoutFrame(panel.plot, spec, context.style);
}

void paintPanel(QPainter& painter, const Picture& picture, const Panel& panel, const FigureContext& context)
{
    const PaintStyle& style = context.style;
    const Frame frame = frameOf(picture, panel, context);
    paintGrid(painter, frame, style);
    if (panel.index == Profile)
        markOffsets(painter, frame, context, false);
    else
        markPairs(painter, frame, context);
    for (const bool active : {false, true})
        for (const DrawnScheme& drawn : picture.schemes) {
            if (drawn.active != active)
                continue;
            const auto& curve = drawn.curves[static_cast<std::size_t>(panel.index)];
            const int columns = static_cast<int>(frame.plot.width() / style.hairline) + 1;
            drawCurve(painter, frame, thinned(curve, frame.x.minimum, frame.x.maximum, columns), drawn.pen);
            if (curve.size() == 1)
                drawDots(painter, frame, curve, drawn.pen.color(), 1.5 * style.lineWidth);
        }
    paintAxes(painter, frame, style);
    drawPanelTitle(painter, panel, panelNames(context.state), picture.panels.size(), style);
}

/// The scheme whose curve passes nearest to the point, and the entry of the curve.
struct NearestPoint {
    const DrawnScheme* scheme;
    std::size_t entry;
};
std::optional<NearestPoint> nearest(const Picture& picture, const Panel& panel, const Frame& frame, QPointF point)
{
    std::optional<NearestPoint> best;
    double least = 1e300;
    for (const DrawnScheme& drawn : picture.schemes) {
        const auto& curve = drawn.curves[static_cast<std::size_t>(panel.index)];
        if (curve.empty())
            continue;
        const double x = frame.x.toValue(point.x());
        const double step = panel.index == Profile ? static_cast<double>(picture.offsetStep) : 1.0;
        const double place = std::clamp((x - curve.front().x()) / step, 0.0, static_cast<double>(curve.size() - 1));
        const auto entry = static_cast<std::size_t>(std::lround(place));
        const double away = std::abs(frame.y.toPosition(curve[entry].y()) - point.y());
        if (away < least || (away == least && drawn.active)) {
            least = away;
            best = NearestPoint{&drawn, entry};
        }
    }
    return best;
}

class SchemesFigure final : public Figure {
public:
    QString id() const override { return QStringLiteral("schemes"); }
    QString title() const override { return QStringLiteral("Schemes"); }
    QString description() const override
    {
        return QStringLiteral("What every scaling scheme makes of the same head: frequency, ratio to the unscaled one, "
                              "ramp and score against offset.");
    }
    QString subtitle(const ShownState& state) const override;
    QString describe(const ShownState& state) const override;
    void paint(QPainter& painter, const FigureContext& context) const override;
    Readout hover(const FigureContext& context, QPointF point) const override;
    std::optional<Change> drag(const FigureContext& context, const DragGesture& gesture) const override;
    std::optional<Change> step(const ShownState& state, int steps, bool vertical) const override;
    DataTable data(const ShownState& state) const override;
};

QString SchemesFigure::subtitle(const ShownState& state) const
{
    const SchemeFamily family = schemeFamily(state);
    return QStringLiteral("%1 schemes · factor %2").arg(family.cases.size()).arg(readableNumber(family.factor));
}

QString SchemesFigure::describe(const ShownState& state) const
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

void SchemesFigure::paint(QPainter& painter, const FigureContext& context) const
{
    const Picture picture = pictureOf(context);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    for (const Panel& panel : picture.panels)
        paintPanel(painter, picture, panel, context);
    drawFigureParts(painter, picture.parts, context.style);
    painter.restore();
}

Readout SchemesFigure::hover(const FigureContext& context, QPointF point) const
{
    const Picture picture = pictureOf(context);
    const Panel* panel = panelAt(picture.panels, point);
    const Frame frame = panel ? frameOf(picture, *panel, context) : Frame{};
    const auto found = panel && frame.plot.contains(point) ? nearest(picture, *panel, frame, point) : std::nullopt;
    if (!found)
        return {};
    const QPointF value = found->scheme->curves[static_cast<std::size_t>(panel->index)][found->entry];
    Readout readout;
    if (panel->index == Profile) {
        readout.highlight.offset = static_cast<std::int64_t>(value.x());
        readout.text = QStringLiteral("%1, n − m = %2: %3")
                           .arg(found->scheme->name, groupedNumber(value.x()), readableNumber(value.y()));
        return readout;
    }
    readout.highlight.pair = static_cast<int>(value.x());
    const auto at = [&](View view) {
        return readableNumber(found->scheme->curves[view][found->entry].y());
    };
    readout.text = QStringLiteral("%1, pair %2: θ = %3 rad/token, %4 of unscaled")
                       .arg(found->scheme->name, QString::number(*readout.highlight.pair), at(Frequency), at(Ratio));
    if (!found->scheme->curves[Ramp].empty())
        readout.text += QStringLiteral(", ramp %1").arg(at(Ramp));
    return readout;
}

std::optional<Change> SchemesFigure::drag(const FigureContext& context, const DragGesture& gesture) const
{
    const Picture picture = pictureOf(context);
    const Panel* panel = panelAt(picture.panels, gesture.press);
    if (!panel)
        return std::nullopt;
    const Frame frame = frameOf(picture, *panel, context);
    const QPointF inside(std::clamp(gesture.current.x(), frame.plot.left(), frame.plot.right()),
                         frame.plot.center().y());
    if (!frame.plot.contains(gesture.press))
        return std::nullopt;
    if (panel->index == Profile)
        return pickOffset(gesture.startState, frame.x.toValue(inside.x()));
    return pickPair(gesture.startState, pairUnder(frame, inside, pairCount(gesture.startState)));
}

std::optional<Change> SchemesFigure::step(const ShownState& state, int steps, bool) const
{
    return moveBy(state, "pair.highlighted", steps);
}

DataTable SchemesFigure::data(const ShownState& state) const
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
    static const SchemesFigure figure;
    return figure;
}

} // namespace rope

#include "core/studies/decay.h"
#include "core/state/derived.h"
#include "ui/figures/all.h"
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

enum Curve { Ones, Aligned, Gaussian, Bound };
constexpr int curveCount = 4;
constexpr int mostSamples = 600;                  ///< of one axis; fewer for heads of many pairs
constexpr std::int64_t searchedOffsets = 131'072; ///< for the first negative mean cosine, at least
constexpr std::int64_t searchWork = 9'000'000;    ///< offsets times pairs that the search may cost

/// The four curves at sampled distances |n - m|.
struct Decay {
    bool logarithmic = false;
    std::int64_t limit = 1; ///< last distance on the axis
    std::int64_t searched = 1;
    std::vector<std::int64_t> distances;
    std::array<std::vector<double>, curveCount> values;
    std::optional<std::int64_t> firstNegative;
};

std::int64_t limitOf(const ExplorerState& state)
{
    const double context = std::ceil(1.25 * activeRotary(state).originalContext);
    return std::clamp<std::int64_t>(std::max(state.view.profileSpan, static_cast<std::int64_t>(context)), 8,
                                    maximumLength);
}

/// Distances evenly spread along the axis, each once.
std::vector<std::int64_t> sampledDistances(std::int64_t limit, bool logarithmic, int pairs)
{
    const int samples = std::clamp(64 * mostSamples / pairs, 200, mostSamples);
    std::vector<std::int64_t> distances;
    const std::int64_t first = logarithmic ? 1 : 0;
    for (int i = 0; i <= samples; ++i) {
        const double share = static_cast<double>(i) / samples;
        const double place =
            logarithmic ? std::pow(static_cast<double>(limit), share) : share * static_cast<double>(limit);
        const std::int64_t distance = std::max(first, static_cast<std::int64_t>(std::llround(place)));
        if (distances.empty() || distance > distances.back())
            distances.push_back(distance);
    }
    return distances;
}

Eigen::VectorXd queryEnergy(const ExplorerState& state)
{
    Eigen::VectorXd energy(pairCount(state));
    for (int pair = 0; pair < pairCount(state); ++pair)
        energy[pair] = std::pow(pairContent(state, pair).queryLength, 2);
    return energy;
}

/// Every pair alike: aligned keys follow g, to the last digit.
bool followsOnes(const Eigen::VectorXd& energy)
{
    return energy.minCoeff() == energy.maxCoeff() && energy.maxCoeff() > 0.0;
}

std::array<double, curveCount> valuesAt(const Eigen::VectorXd& theta, const Eigen::VectorXd& energy,
                                        std::int64_t distance)
{
    const DecayCurves curves = decayCurves(theta, energy, std::span(&distance, 1));
    return {curves.ones[0], followsOnes(energy) ? curves.ones[0] : curves.aligned[0], 0.0, curves.bound[0]};
}

/// Everything but the curves, which words do without.
Decay axisOf(const ExplorerState& state, const Eigen::VectorXd& theta)
{
    Decay decay;
    decay.logarithmic = state.view.logOffsets;
    decay.limit = limitOf(state);
    decay.searched = std::min(std::max(decay.limit, searchedOffsets), searchWork / pairCount(state));
    decay.distances = sampledDistances(decay.limit, decay.logarithmic, pairCount(state));
    decay.firstNegative = firstNegativeMeanCosine(theta, decay.searched);
    return decay;
}

Decay decayOf(const ExplorerState& state)
{
    const Eigen::VectorXd theta = activeSchedule(state).inverseFrequency;
    const Eigen::VectorXd energy = queryEnergy(state);
    Decay decay = axisOf(state, theta);
    const DecayCurves curves = decayCurves(theta, energy, decay.distances);
    const auto values = [](const Eigen::VectorXd& curve) {
        return std::vector<double>(curve.begin(), curve.end());
    };
    decay.values[Ones] = values(curves.ones);
    decay.values[Aligned] = values(followsOnes(energy) ? curves.ones : curves.aligned);
    decay.values[Gaussian] = std::vector<double>(decay.distances.size(), 0.0);
    decay.values[Bound] = values(curves.bound);
    return decay;
}

QString firstNegativeWords(const Decay& decay)
{
    if (!decay.firstNegative)
        return QStringLiteral("g stays at or above 0 up to %1 tokens")
            .arg(groupedNumber(static_cast<double>(decay.searched)));
    return QStringLiteral("g is first negative at %1 tokens")
        .arg(groupedNumber(static_cast<double>(*decay.firstNegative)));
}

QStringList captions(const Decay& decay)
{
    const QString negative = firstNegativeWords(decay);
    return {QStringLiteral(
                "Cosines: the expected score over that of an aligned key at offset 0, for that content; no bound "
                "on others. RoFormer's curve: a factor in an upper bound of |score|, over its value at 0; not a "
                "score. %1 of the distances are drawn. %2.")
                .arg(groupedNumber(static_cast<double>(decay.distances.size())), negative),
            QStringLiteral("Only RoFormer's curve is a bound, and no score. %1.").arg(negative),
            negative + QLatin1Char('.')};
}

QStringList curveNames()
{
    return {QStringLiteral("q = k = ones: g"), QStringLiteral("k along q"), QStringLiteral("Gaussian k: mean 0"),
            QStringLiteral("RoFormer's bound")};
}

QPen penOf(int curve, const PaintStyle& style)
{
    QPen pen(style.primary, 1.2 * style.lineWidth, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin);
    if (curve == Aligned) {
        pen.setColor(style.query);
        pen.setDashPattern({3.0, 2.0});
    } else if (curve == Gaussian) {
        pen.setColor(style.key);
        pen.setDashPattern({7.0, 2.0, 1.5, 2.0});
    } else if (curve == Bound) {
        pen.setColor(style.secondary);
        pen.setDashPattern({1.2, 1.6});
    }
    return pen;
}

struct Picture {
    Decay decay;
    FigureParts parts;
    Frame frame;
};

Frame frameOf(const Decay& decay, const QRectF& area, const PaintStyle& style)
{
    double low = 0.0;
    for (const auto& values : decay.values)
        low = std::min(low, *std::min_element(values.begin(), values.end()));
    FrameSpec spec;
    spec.bottom = {.minimum = decay.logarithmic ? 1.0 : 0.0,
                   .maximum = static_cast<double>(decay.limit),
                   .logarithmic = decay.logarithmic,
                   .integers = true,
                   .title = QStringLiteral("distance |n − m| (tokens)"),
                   .ticks = {}};
    spec.left = {.minimum = low - 0.06, .maximum = 1.04, .title = QStringLiteral("over its value at 0"), .ticks = {}};
    return layoutFrame(area, spec, style);
}

Picture pictureOf(const FigureContext& context)
{
    Picture picture;
    picture.decay = decayOf(context.state);
    std::vector<LegendEntry> legend;
    for (int curve = 0; curve < curveCount; ++curve)
        legend.push_back({curveNames()[curve], penOf(curve, context.style), false, false});
    picture.parts = divideFigure(context.area, context.style, legend, captions(picture.decay));
    picture.frame = frameOf(picture.decay, picture.parts.body, context.style);
    return picture;
}

void markFirstNegative(QPainter& painter, const Picture& picture, const PaintStyle& style)
{
    const auto& first = picture.decay.firstNegative;
    if (!first || *first > picture.decay.limit)
        return;
    const Frame& frame = picture.frame;
    const QPointF at = frame.toPosition(static_cast<double>(*first), 0.0);
    painter.setPen(QPen(style.warning, 1.3 * style.lineWidth));
    painter.setBrush(style.background);
    painter.drawEllipse(at, 0.32 * style.fontSize, 0.32 * style.fontSize);
    painter.setBrush(Qt::NoBrush);
    const QString label = QStringLiteral("g < 0 from %1").arg(groupedNumber(static_cast<double>(*first)));
    const QSizeF size = richTextSize(label, style, {.size = 0.9 * style.fontSize});
    LabelPlacer placer(frame.plot);
    const double above = frame.y.toPosition(0.8);
    const double left = std::clamp(at.x() - size.width() / 2, frame.plot.left() + 0.3 * style.fontSize,
                                   frame.plot.right() - size.width());
    const QRectF candidates[] = {QRectF(QPointF(left, above), size)};
    if (const auto box = placer.place(candidates)) {
        painter.setPen(QPen(style.warning, style.hairline, Qt::DotLine));
        painter.drawLine(QPointF(at.x(), box->bottom()), at - QPointF(0, 0.32 * style.fontSize));
        painter.fillRect(*box, style.background);
        drawText(painter, *box, label, style, {.size = 0.9 * style.fontSize, .colour = style.warning});
    }
}

class DecayFigure final : public Figure {
public:
    QString id() const override { return QStringLiteral("decay"); }
    QString title() const override { return QStringLiteral("Decay with distance"); }
    QString description() const override
    {
        return QStringLiteral("What becomes of scores far away: RoFormer's bound, the mean cosine, and aligned against "
                              "Gaussian keys.");
    }
    QString subtitle(const ShownState& state) const override;
    QString describe(const ShownState& state) const override;
    void paint(QPainter& painter, const FigureContext& context) const override;
    Readout hover(const FigureContext& context, QPointF point) const override;
    std::optional<Change> drag(const FigureContext& context, const DragGesture& gesture) const override;
    std::optional<Change> step(const ShownState& state, int steps, bool vertical) const override;
    DataTable data(const ShownState& state) const override;
};

QString DecayFigure::subtitle(const ShownState& state) const
{
    return firstNegativeWords(axisOf(state, activeSchedule(state).inverseFrequency));
}

QString DecayFigure::describe(const ShownState& state) const
{
    const Eigen::VectorXd theta = activeSchedule(state).inverseFrequency;
    const Decay decay = axisOf(state, theta);
    const Eigen::VectorXd energy = queryEnergy(state);
    QString text = captions(decay).first();
    for (const std::int64_t distance : {1, 10, 100, 1000}) {
        const auto values = valuesAt(theta, energy, distance);
        text += QStringLiteral(
                    " At distance %1: mean cosine %2, aligned key %3, Gaussian key 0 on average, bound %4 of its "
                    "value at 0.")
                    .arg(QString::number(distance), fixedText(values[Ones], 4), fixedText(values[Aligned], 4),
                         fixedText(values[Bound], 4));
    }
    return text;
}

void DecayFigure::paint(QPainter& painter, const FigureContext& context) const
{
    const Picture picture = pictureOf(context);
    const PaintStyle& style = context.style;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    paintGrid(painter, picture.frame, style);
    drawHorizontal(painter, picture.frame, 0.0, QPen(style.axis, style.hairline));
    markOffsets(painter, picture.frame, context, true);
    for (const int curve : {Bound, Gaussian, Ones, Aligned}) {
        std::vector<QPointF> points;
        for (std::size_t i = 0; i < picture.decay.distances.size(); ++i)
            points.emplace_back(static_cast<double>(picture.decay.distances[i]),
                                picture.decay.values[static_cast<std::size_t>(curve)][i]);
        drawCurve(painter, picture.frame, points, penOf(curve, style));
    }
    markFirstNegative(painter, picture, style);
    paintAxes(painter, picture.frame, style);
    drawFigureParts(painter, picture.parts, style);
    painter.restore();
}

Readout DecayFigure::hover(const FigureContext& context, QPointF point) const
{
    const Picture picture = pictureOf(context);
    if (!picture.frame.plot.contains(point))
        return {};
    const auto distance = static_cast<std::int64_t>(std::llround(picture.frame.x.toValue(point.x())));
    const auto values = valuesAt(activeSchedule(context.state).inverseFrequency, queryEnergy(context.state), distance);
    Readout readout;
    readout.highlight.offset = -distance;
    readout.text = QStringLiteral("distance %1: g = %2, key along q %3, Gaussian key 0 on average, bound %4")
                       .arg(groupedNumber(static_cast<double>(distance)), fixedText(values[Ones], 4),
                            fixedText(values[Aligned], 4), fixedText(values[Bound], 4));
    return readout;
}

std::optional<Change> DecayFigure::drag(const FigureContext& context, const DragGesture& gesture) const
{
    const Picture picture = pictureOf(context);
    const QRectF& plot = picture.frame.plot;
    if (!plot.contains(gesture.press))
        return std::nullopt;
    return pickOffset(gesture.startState,
                      -picture.frame.x.toValue(std::clamp(gesture.current.x(), plot.left(), plot.right())));
}

std::optional<Change> DecayFigure::step(const ShownState& state, int steps, bool) const
{
    return moveBy(state, "positions.key", steps);
}

DataTable DecayFigure::data(const ShownState& state) const
{
    const Decay decay = decayOf(state);
    DataTable table;
    DataTable::Column distance{QStringLiteral("distance"), QStringLiteral("tokens"), {}};
    for (const std::int64_t one : decay.distances)
        distance.values.push_back(static_cast<double>(one));
    table.columns = {distance,
                     {QStringLiteral("mean_cosine"), {}, decay.values[Ones]},
                     {QStringLiteral("aligned_key"), {}, decay.values[Aligned]},
                     {QStringLiteral("gaussian_key"), {}, decay.values[Gaussian]},
                     {QStringLiteral("roformer_bound_over_its_value_at_0"), {}, decay.values[Bound]}};
    table.note = QStringLiteral("Distances |n − m| sampled along the axis. ") + captions(decay).first();
    return table;
}

} // namespace

const Figure& decayFigure()
{
    static const DecayFigure figure;
    return figure;
}

} // namespace rope

#include "core/state/derived.h"
#include "ui/figures/all.h"
#include "ui/figures/kit/arrow.h"
#include "ui/figures/kit/figure_text.h"
#include "ui/figures/kit/marks.h"
#include "ui/figures/kit/moves.h"
#include "ui/figures/kit/plot_parts.h"
#include "ui/paint/ticks.h"

#include <algorithm>
#include <cmath>

namespace rope {

namespace {

enum Part { Lengths, Profile, Share };
constexpr double longest = 10.0;      ///< what a drag can make: the range of pair.query_length
constexpr double stepOfArrows = 0.05; ///< length that an arrow key adds

/// Content of all pairs and what follows from it.
struct Content {
    std::vector<PairContent> pairs;
    std::vector<double> weight; ///< |q_j| |k_j| over the sum of all: the pair's share of the score's amplitude
    double queryEnergy = 0.0;   ///< sum of |q_j|^2
    double keyEnergy = 0.0;
};

Content contentOf(const ExplorerState& state)
{
    Content content;
    double total = 0.0;
    for (int pair = 0; pair < pairCount(state); ++pair) {
        const PairContent one = pairContent(state, pair);
        content.pairs.push_back(one);
        content.weight.push_back(one.queryLength * one.keyLength);
        total += content.weight.back();
        content.queryEnergy += one.queryLength * one.queryLength;
        content.keyEnergy += one.keyLength * one.keyLength;
    }
    for (double& weight : content.weight)
        weight = total > 0.0 ? weight / total : 0.0;
    return content;
}

double shareOf(double length, double energy)
{
    return energy > 0.0 ? length * length / energy : 0.0;
}

struct Picture {
    Content content;
    FigureParts parts;
    std::vector<Panel> panels;
};

QStringList captions()
{
    return {QStringLiteral(
                "How much of q (up) and k (down) lands in each pair, before rotation. Fast pairs are at the left. "
                "A pair weighs |q||k| in the score."),
            QStringLiteral("q up, k down, before rotation. A pair weighs |q||k| in the score."),
            QStringLiteral("q up, k down. A pair weighs |q||k|."), QStringLiteral("q up, k down.")};
}

/// Bars above, profile beneath; with room the shares beside the profile.
std::vector<Panel> panelsFor(const QRectF& body, const PaintStyle& style, int chosen)
{
    if (chosen >= 1 && chosen <= 3)
        return panelsOf(body, style, 3, chosen);
    const double gap = 0.7 * style.fontSize;
    const double title = 1.5 * style.fontSize;
    const auto panel = [title](int index, const QRectF& cell) {
        return Panel{index, QRectF(cell.topLeft(), QSizeF(cell.width(), title)), cell.adjusted(0, title, 0, 0)};
    };
    const double upper = (body.height() < 20.0 * style.fontSize ? 0.46 : 0.55) * body.height();
    const QRectF top(body.topLeft(), QSizeF(body.width(), upper));
    QRectF rest(QPointF(body.left(), body.top() + upper + gap), body.bottomRight());
    if (rest.height() < 6.5 * style.fontSize)
        return {panel(Lengths, body)};
    if (body.width() < 44.0 * style.fontSize)
        return {panel(Lengths, top), panel(Profile, rest)};
    QRectF right = rest;
    rest.setWidth(0.5 * (rest.width() - 2.0 * gap));
    right.setLeft(rest.right() + 2.0 * gap);
    return {panel(Lengths, top), panel(Profile, rest), panel(Share, right)};
}

Picture pictureOf(const FigureContext& context)
{
    Picture picture;
    const std::vector<LegendEntry> legend = {
        {QStringLiteral("|q| per pair"), QPen(context.style.query, 1.0), true, false},
        {QStringLiteral("|k| per pair"), QPen(context.style.key, 1.0), true, false}};
    picture.content = contentOf(context.state);
    picture.parts = divideFigure(context.area, context.style, legend, captions());
    picture.panels = panelsFor(picture.parts.body, context.style, context.state.view.panel);
    return picture;
}

double largestLength(const Content& content)
{
    double largest = 0.0;
    for (const PairContent& pair : content.pairs)
        largest = std::max({largest, pair.queryLength, pair.keyLength});
    return largest;
}

/// Lengths up for q and down for k: ticks on both sides carry the length itself.
AxisSpec lengthAxis(const Content& content, double height, const PaintStyle& style)
{
    const double reach = std::max(1.0, 1.25 * largestLength(content));
    AxisSpec axis{.minimum = -reach, .maximum = reach, .title = QStringLiteral("length"), .ticks = {}};
    const int wanted = std::max(2, static_cast<int>(height / (6.0 * style.fontSize)));
    for (const Tick& tick : linearTicks(0.0, reach, wanted)) {
        axis.ticks.push_back(tick);
        if (tick.value > 0.0)
            axis.ticks.push_back({-tick.value, tick.label, tick.major});
    }
    return axis;
}

Frame frameOf(const Picture& picture, const Panel& panel, const FigureContext& context,
              std::span<const QPointF> curve = {})
{
    const auto count = static_cast<int>(picture.content.pairs.size());
    FrameSpec spec;
    if (panel.index == Profile) {
        const double span = static_cast<double>(context.state.view.profileSpan);
        spec.bottom = {
            .minimum = -span, .maximum = span, .integers = true, .title = QStringLiteral("offset n − m"), .ticks = {}};
        const auto [low, high] =
            std::minmax_element(curve.begin(), curve.end(), [](QPointF a, QPointF b) { return a.y() < b.y(); });
        spec.left = roomyAxis(curve.empty() ? 0.0 : low->y(), curve.empty() ? 1.0 : high->y(), QString());
    } else if (panel.index == Share) {
        const double most = *std::max_element(picture.content.weight.begin(), picture.content.weight.end());
        spec.bottom = pairAxis(count);
        spec.left = {.minimum = 0.0, .maximum = most > 0.0 ? 1.1 * most : 1.0, .title = QString(), .ticks = {}};
    } else {
        spec.bottom = pairAxis(count, picture.panels.size() > 1 && panel.plot.height() < 14.0 * context.style.fontSize
                                          ? QString()
                                          : QStringLiteral("pair j"));
        spec.left = lengthAxis(picture.content, panel.plot.height(), context.style);
    }
    return layoutFrame(panel.plot, spec, context.style);
}

void paintLengths(QPainter& painter, const Picture& picture, const Panel& panel, const FigureContext& context)
{
    const PaintStyle& style = context.style;
    const Frame frame = frameOf(picture, panel, context);
    paintGrid(painter, frame, style);
    markPairs(painter, frame, context);
    const double cell = frame.plot.width() / static_cast<double>(picture.content.pairs.size());
    const int selected = context.highlight.pair.value_or(context.state.highlightedPair);
    for (std::size_t j = 0; j < picture.content.pairs.size(); ++j) {
        const PairContent& pair = picture.content.pairs[j];
        const double share = static_cast<int>(j) == selected ? 1.0 : 0.72;
        const double width = std::min(0.76 * cell, 3.0 * style.fontSize);
        drawColumn(painter, frame, static_cast<double>(j), 0.0, pair.queryLength, width,
                   faded(style.query, style.background, share));
        drawColumn(painter, frame, static_cast<double>(j), 0.0, -pair.keyLength, width,
                   faded(style.key, style.background, share));
    }
    drawHorizontal(painter, frame, 0.0, QPen(style.axis, style.hairline));
    paintAxes(painter, frame, style);
}

void paintShare(QPainter& painter, const Picture& picture, const Panel& panel, const FigureContext& context)
{
    const PaintStyle& style = context.style;
    const Frame frame = frameOf(picture, panel, context);
    paintGrid(painter, frame, style);
    markPairs(painter, frame, context);
    const double cell = frame.plot.width() / static_cast<double>(picture.content.pairs.size());
    for (std::size_t j = 0; j < picture.content.weight.size(); ++j)
        drawColumn(painter, frame, static_cast<double>(j), 0.0, picture.content.weight[j],
                   std::min(0.76 * cell, 3.0 * style.fontSize), style.primary);
    paintAxes(painter, frame, style);
}

void paintProfile(QPainter& painter, const Picture& picture, const Panel& panel, const FigureContext& context)
{
    const PaintStyle& style = context.style;
    const std::vector<QPointF> curve = sampledProfile(activeScore(context.state), context.state.view.profileSpan);
    const Frame frame = frameOf(picture, panel, context, curve);
    paintGrid(painter, frame, style);
    markOffsets(painter, frame, context, false);
    const int columns = static_cast<int>(frame.plot.width() / style.hairline) + 1;
    drawCurve(painter, frame, thinned(curve, frame.x.minimum, frame.x.maximum, columns),
              QPen(style.primary, style.lineWidth, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin));
    paintAxes(painter, frame, style);
}

/// A place among the bars: the pair, and whether it is above (q) or below (k).
struct BarPlace {
    int pair;
    bool ofKey;
    double length;
};
std::optional<BarPlace> barAt(const Picture& picture, const FigureContext& context, QPointF point)
{
    const Panel& panel = picture.panels.front();
    if (panel.index != Lengths)
        return std::nullopt;
    const Frame frame = frameOf(picture, panel, context);
    const auto pair = pairUnder(frame, point, static_cast<int>(picture.content.pairs.size()));
    if (!pair)
        return std::nullopt;
    const double value = frame.y.toValue(point.y());
    return BarPlace{*pair, value < 0.0, std::abs(value)};
}

double& lengthOf(PairContent& pair, bool ofKey)
{
    return ofKey ? pair.keyLength : pair.queryLength;
}

/// Lengths on a straight line from where the drag began to where it is.
Change drawnLine(const Picture& picture, const BarPlace& from, int to, double length)
{
    if (from.pair == to) {
        PairContent content = picture.content.pairs[static_cast<std::size_t>(to)];
        lengthOf(content, from.ofKey) = length;
        return SetPairContent{to, content};
    }
    std::vector<PairContent> pairs = picture.content.pairs;
    const int direction = to > from.pair ? 1 : -1;
    for (int pair = from.pair; pair != to + direction; pair += direction) {
        const double share = static_cast<double>(pair - from.pair) / (to - from.pair);
        lengthOf(pairs[static_cast<std::size_t>(pair)], from.ofKey) = from.length + share * (length - from.length);
    }
    return SetAllPairs{pairs};
}

class PairContentFigure final : public Figure {
public:
    QString id() const override { return QStringLiteral("pair_content"); }
    QString title() const override { return QStringLiteral("Content per pair"); }
    QString description() const override
    {
        return QStringLiteral(
            "How much of q and k lands in each pair, as bars to drag, and the score against offset that "
            "this makes.");
    }
    QString subtitle(const ShownState& state) const override;
    QString describe(const ShownState& state) const override;
    void paint(QPainter& painter, const FigureContext& context) const override;
    Readout hover(const FigureContext& context, QPointF point) const override;
    std::optional<Change> drag(const FigureContext& context, const DragGesture& gesture) const override;
    std::optional<Change> step(const ShownState& state, int steps, bool vertical) const override;
    DataTable data(const ShownState& state) const override;
};

QString PairContentFigure::subtitle(const ShownState& state) const
{
    const Content content = contentOf(state);
    return QStringLiteral("‖q‖ = %1 · ‖k‖ = %2")
        .arg(readableNumber(std::sqrt(content.queryEnergy), 3), readableNumber(std::sqrt(content.keyEnergy), 3));
}

QString PairContentFigure::describe(const ShownState& state) const
{
    const Content content = contentOf(state);
    const auto best = std::max_element(content.weight.begin(), content.weight.end()) - content.weight.begin();
    const std::size_t fast = (content.weight.size() + 3) / 4;
    double fastShare = 0.0;
    for (std::size_t j = 0; j < fast; ++j)
        fastShare += content.weight[j];
    return QStringLiteral(
               "%1 pairs; q has length %2, k %3. The heaviest pair is %4 with %5 % of the score's weight; the "
               "fastest quarter of the pairs has %6 %. At offset 0 the score is %7.")
        .arg(content.pairs.size())
        .arg(readableNumber(std::sqrt(content.queryEnergy)), readableNumber(std::sqrt(content.keyEnergy)))
        .arg(best)
        .arg(readableNumber(100.0 * content.weight[static_cast<std::size_t>(best)], 3),
             readableNumber(100.0 * fastShare, 3), readableNumber(scoreAt(activeScore(state), 0)));
}

void PairContentFigure::paint(QPainter& painter, const FigureContext& context) const
{
    const Picture picture = pictureOf(context);
    const QStringList names = {QStringLiteral("Length of q and k"),
                               context.state.sequence.quantity == Quantity::Product
                                   ? QStringLiteral("Product against offset")
                                   : QStringLiteral("Score against offset"),
                               QStringLiteral("Share of the weight |q||k|")};
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    for (const Panel& panel : picture.panels) {
        if (panel.index == Lengths)
            paintLengths(painter, picture, panel, context);
        else if (panel.index == Profile)
            paintProfile(painter, picture, panel, context);
        else
            paintShare(painter, picture, panel, context);
        drawPanelTitle(painter, panel, names, picture.panels.size(), context.style);
    }
    drawFigureParts(painter, picture.parts, context.style);
    painter.restore();
}

Readout PairContentFigure::hover(const FigureContext& context, QPointF point) const
{
    const Picture picture = pictureOf(context);
    const Panel* panel = panelAt(picture.panels, point);
    if (!panel)
        return {};
    Readout readout;
    if (panel->index == Profile) {
        const std::vector<QPointF> curve = sampledProfile(activeScore(context.state), context.state.view.profileSpan);
        const Frame frame = frameOf(picture, *panel, context, curve);
        if (!frame.plot.contains(point))
            return {};
        const auto offset = static_cast<std::int64_t>(std::llround(frame.x.toValue(point.x())));
        readout.highlight.offset = offset;
        readout.text = QStringLiteral("n − m = %1: %2")
                           .arg(groupedNumber(static_cast<double>(offset)),
                                readableNumber(scoreAt(activeScore(context.state), offset)));
        return readout;
    }
    const Frame frame = frameOf(picture, *panel, context);
    const auto pair = pairUnder(frame, point, static_cast<int>(picture.content.pairs.size()));
    if (!pair)
        return {};
    const PairContent& one = picture.content.pairs[static_cast<std::size_t>(*pair)];
    const auto percent = [](double share) {
        return readableNumber(100.0 * share, 3) + QStringLiteral(" %");
    };
    readout.highlight.pair = *pair;
    readout.text = QStringLiteral("pair %1: |q| = %2 (%3 of its energy), |k| = %4 (%5), %6 of the score's weight")
                       .arg(QString::number(*pair), readableNumber(one.queryLength),
                            percent(shareOf(one.queryLength, picture.content.queryEnergy)),
                            readableNumber(one.keyLength), percent(shareOf(one.keyLength, picture.content.keyEnergy)),
                            percent(picture.content.weight[static_cast<std::size_t>(*pair)]));
    if (panel->index == Lengths)
        readout.text += QStringLiteral(". Drag to change, across pairs to draw a line");
    return readout;
}

std::optional<Change> PairContentFigure::drag(const FigureContext& context, const DragGesture& gesture) const
{
    const FigureContext start{gesture.startState, context.area, context.style, {}, nullptr, context.deviceScale};
    const Picture picture = pictureOf(start);
    const auto from = barAt(picture, start, gesture.press);
    if (!from)
        return std::nullopt;
    const Frame frame = frameOf(picture, picture.panels.front(), start);
    const double value = frame.y.toValue(gesture.current.y()) * (from->ofKey ? -1.0 : 1.0);
    const double place = std::round(frame.x.toValue(gesture.current.x()));
    const double last = static_cast<double>(picture.content.pairs.size()) - 1.0;
    return drawnLine(picture, {from->pair, from->ofKey, std::min(from->length, longest)},
                     static_cast<int>(std::clamp(place, 0.0, last)), std::clamp(value, 0.0, longest));
}

std::optional<Change> PairContentFigure::step(const ShownState& state, int steps, bool vertical) const
{
    if (!vertical)
        return moveBy(state, "pair.highlighted", steps);
    PairContent content = pairContent(state, state.highlightedPair);
    content.queryLength = std::clamp(content.queryLength + stepOfArrows * steps, 0.0, longest);
    return SetPairContent{state.highlightedPair, content};
}

DataTable PairContentFigure::data(const ShownState& state) const
{
    const Content content = contentOf(state);
    DataTable table;
    const QString rad = QStringLiteral("rad");
    table.columns = {{QStringLiteral("pair"), {}, {}},
                     {QStringLiteral("query_length"), {}, {}},
                     {QStringLiteral("query_angle"), rad, {}},
                     {QStringLiteral("key_length"), {}, {}},
                     {QStringLiteral("key_angle"), rad, {}},
                     {QStringLiteral("query_energy_share"), {}, {}},
                     {QStringLiteral("key_energy_share"), {}, {}},
                     {QStringLiteral("weight_share"), {}, {}}};
    for (std::size_t j = 0; j < content.pairs.size(); ++j) {
        const PairContent& one = content.pairs[j];
        addRow(table, {static_cast<double>(j), one.queryLength, one.queryAngle, one.keyLength, one.keyAngle,
                       shareOf(one.queryLength, content.queryEnergy), shareOf(one.keyLength, content.keyEnergy),
                       content.weight[j]});
    }
    table.note = QStringLiteral("One row per pair, before rotation; weight_share is |q||k| over the sum of all pairs.");
    return table;
}

} // namespace

const Figure& pairContentFigure()
{
    static const PairContentFigure figure;
    return figure;
}

} // namespace rope

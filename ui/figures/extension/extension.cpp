#include "core/views/extension.h"
#include "ui/figures/all.h"
#include "ui/figures/kit/arrow.h"
#include "ui/figures/kit/family_words.h"
#include "ui/figures/kit/figure_text.h"
#include "ui/figures/kit/marks.h"
#include "ui/figures/kit/moves.h"
#include "ui/figures/kit/plot_parts.h"
#include "ui/paint/ticks.h"

#include <algorithm>
#include <cmath>

namespace rope {

namespace {

enum View { Active, LocalStep, Unscaled, New };
constexpr int viewCount = 4;

struct Picture {
    ExtensionNumbers extension;
    FigureParts parts;
    std::vector<Panel> panels;
};

std::vector<LegendEntry> coverLegend(const PaintStyle& style)
{
    return {{QStringLiteral("met in training"), QPen(faded(style.primary, style.background, 0.75), 1.0), true, false},
            {QStringLiteral("new beyond"), QPen(style.query, 1.0), true, false},
            {QStringLiteral("never met"), QPen(style.grid, 1.0), true, false},
            {QStringLiteral("L < λ ≤ 2L"), QPen(style.highlight, 1.0), true, false}};
}

std::vector<LegendEntry> schemeLegend(const ExtensionNumbers& extension, const PaintStyle& style)
{
    std::vector<LegendEntry> legend;
    for (std::size_t i = 0; i < extension.schemes.size(); ++i)
        legend.push_back({QString::fromStdString(extension.schemes[i].name),
                          seriesPen(style, i, (extension.schemes[i].active ? 1.7 : 1.0) * style.lineWidth), false,
                          extension.schemes[i].active});
    return legend;
}

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

/// Panels of curves need a legend of their own: a wide figure has room for it, and a tall one.
bool hasRoomForCurves(const QRectF& area, const PaintStyle& style)
{
    const QSizeF size = area.size() / style.fontSize;
    return (size.width() > 44.0 && size.height() > 28.0) || (size.width() > 24.0 && size.height() > 44.0);
}

Picture pictureOf(const FigureContext& context)
{
    Picture picture;
    const PaintStyle& style = context.style;
    picture.extension = extensionNumbers(context.state);
    std::vector<LegendEntry> legend = coverLegend(style);
    const std::vector<LegendEntry> curves = schemeLegend(picture.extension, style);
    const int chosen = context.state.view.panel;
    const bool alone = chosen >= 1 && chosen <= viewCount;
    const bool isCurves = chosen - 1 == LocalStep || chosen - 1 == New;
    if (alone && isCurves)
        legend = curves;
    else if (!alone && hasRoomForCurves(context.area, style))
        legend.insert(legend.end(), curves.begin(), curves.end());
    picture.parts = divideFigure(context.area, style, legend, captions(picture.extension));
    picture.panels = panelsOf(picture.parts.body, style, viewCount, chosen);
    if (!alone && picture.panels.size() > 1 && legend.size() == 4)
        picture.panels = panelsOf(picture.parts.body, style, viewCount, 1);
    return picture;
}

QStringList panelNames(const ExtensionNumbers& extension)
{
    return {QStringLiteral("Phases with %1").arg(QString::fromStdString(extension.schemes[extension.active].name)),
            QStringLiteral("Step between neighbours"), QStringLiteral("Phases without scaling"),
            QStringLiteral("New phases by scheme")};
}

Frame frameOf(const Picture& picture, const Panel& panel, const PaintStyle& style)
{
    FrameSpec spec;
    const int count = static_cast<int>(picture.extension.plain.pairs.size());
    spec.bottom = pairAxis(count);
    if (panel.index == LocalStep)
        spec.left = roomyAxis(picture.extension.lowestStep(), 1.0, QStringLiteral("scaled / unscaled"), true);
    else if (panel.index == New)
        spec.left = {.minimum = 0.0,
                     .maximum = std::max(0.1, 1.08 * picture.extension.highestNew()),
                     .title = QStringLiteral("new share"),
                     .ticks = {}};
    else
        spec.left = {.minimum = 0.0, .maximum = 1.0, .title = QStringLiteral("share of the circle"), .ticks = {}};
    spec.grid = panel.index == LocalStep || panel.index == New;
    return layoutFrame(panel.plot, spec, style);
}

/// A strip over the pairs whose wavelength lies just beyond the trained context.
void markJustBeyond(QPainter& painter, const Frame& frame, const ExtensionNumbers& extension, const PaintStyle& style)
{
    const double height = 0.32 * style.fontSize;
    for (Eigen::Index j = 0; j < extension.family.unscaled.size(); ++j) {
        if (!extension.justBeyond(static_cast<std::size_t>(j)))
            continue;
        const double left = frame.x.toPosition(static_cast<double>(j) - 0.5);
        const double right = frame.x.toPosition(static_cast<double>(j) + 0.5);
        painter.fillRect(QRectF(left, frame.plot.top(), right - left + 0.3 * style.hairline, height) & frame.plot,
                         style.highlight);
    }
}

void paintCoverage(QPainter& painter, const Frame& frame, const ExtensionNumbers& extension,
                   const CoveredScheme& covered, const FigureContext& context)
{
    const PaintStyle& style = context.style;
    const double cell = frame.plot.width() / static_cast<double>(covered.pairs.size());
    const double width = cell > 2.2 * style.hairline ? 0.8 * cell : cell + 0.3 * style.hairline;
    for (std::size_t j = 0; j < covered.pairs.size(); ++j) {
        const double x = static_cast<double>(j);
        const PairCoverage& pair = covered.pairs[j];
        const double met = pair.trainedShare;
        drawColumn(painter, frame, x, met + pair.newShare, 1.0, width, style.grid);
        drawColumn(painter, frame, x, 0.0, met, width, faded(style.primary, style.background, 0.75));
        drawColumn(painter, frame, x, met, met + pair.newShare, width, style.query);
    }
    markJustBeyond(painter, frame, extension, style);
    markPairs(painter, frame, context);
}

double valueOf(const PairCoverage& pair, int view)
{
    return view == LocalStep ? pair.stepRatio : pair.newShare;
}

void paintCurves(QPainter& painter, const Frame& frame, const ExtensionNumbers& extension, int view,
                 const FigureContext& context)
{
    const PaintStyle& style = context.style;
    paintGrid(painter, frame, style);
    markPairs(painter, frame, context);
    for (const bool active : {false, true})
        for (std::size_t i = 0; i < extension.schemes.size(); ++i) {
            const CoveredScheme& covered = extension.schemes[i];
            if (covered.active != active)
                continue;
            std::vector<QPointF> points;
            for (std::size_t j = 0; j < covered.pairs.size(); ++j)
                points.emplace_back(static_cast<double>(j), valueOf(covered.pairs[j], view));
            const QPen pen = seriesPen(style, i, (active ? 1.7 : 1.0) * style.lineWidth);
            drawCurve(painter, frame, points, pen);
            if (points.size() == 1)
                drawDots(painter, frame, points, pen.color(), 1.5 * style.lineWidth);
        }
}

void paintPanel(QPainter& painter, const Picture& picture, const Panel& panel, const FigureContext& context)
{
    const ExtensionNumbers& extension = picture.extension;
    const Frame frame = frameOf(picture, panel, context.style);
    if (panel.index == Active)
        paintCoverage(painter, frame, extension, extension.schemes[extension.active], context);
    else if (panel.index == Unscaled)
        paintCoverage(painter, frame, extension, extension.plain, context);
    else
        paintCurves(painter, frame, extension, panel.index, context);
    paintAxes(painter, frame, context.style);
    drawPanelTitle(painter, panel, panelNames(extension), picture.panels.size(), context.style);
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

class ExtensionFigure final : public Figure {
public:
    QString id() const override { return QStringLiteral("extension"); }
    QString title() const override { return QStringLiteral("Context extension"); }
    QString description() const override
    {
        return QStringLiteral(
            "Which phases each pair met in training, what a longer context adds, and how much scaling "
            "shrinks the step between neighbours.");
    }
    QString subtitle(const ShownState& state) const override;
    QString describe(const ShownState& state) const override;
    void paint(QPainter& painter, const FigureContext& context) const override;
    Readout hover(const FigureContext& context, QPointF point) const override;
    std::optional<Change> drag(const FigureContext& context, const DragGesture& gesture) const override;
    std::optional<Change> step(const ShownState& state, int steps, bool vertical) const override;
    DataTable data(const ShownState& state) const override;
};

QString ExtensionFigure::subtitle(const ShownState& state) const
{
    const ExtensionNumbers extension = extensionNumbers(state);
    return QStringLiteral("%1 → %2 tokens · %3")
        .arg(compactNumber(extension.family.trained), compactNumber(extension.family.length),
             QString::fromStdString(extension.schemes[extension.active].name));
}

QString ExtensionFigure::describe(const ShownState& state) const
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

void ExtensionFigure::paint(QPainter& painter, const FigureContext& context) const
{
    const Picture picture = pictureOf(context);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    for (const Panel& panel : picture.panels)
        paintPanel(painter, picture, panel, context);
    drawFigureParts(painter, picture.parts, context.style);
    painter.restore();
}

Readout ExtensionFigure::hover(const FigureContext& context, QPointF point) const
{
    const Picture picture = pictureOf(context);
    const Panel* panel = panelAt(picture.panels, point);
    const ExtensionNumbers& extension = picture.extension;
    const auto pair = panel ? pairUnder(frameOf(picture, *panel, context.style), point,
                                        static_cast<int>(extension.plain.pairs.size()))
                            : std::nullopt;
    if (!pair)
        return {};
    const CoveredScheme& covered = panel->index == Unscaled ? extension.plain : extension.schemes[extension.active];
    const PairCoverage& coverage = covered.pairs[static_cast<std::size_t>(*pair)];
    Readout readout;
    readout.highlight.pair = *pair;
    readout.text =
        QStringLiteral("pair %1, %2: %3 turns in training, %4 in the longer context; %5 of the circle is new; "
                       "step × %6")
            .arg(QString::number(*pair), QString::fromStdString(covered.name), readableNumber(coverage.trainedTurns),
                 readableNumber(coverage.reachedTurns), shareText(coverage.newShare), stepText(coverage));
    return readout;
}

std::optional<Change> ExtensionFigure::drag(const FigureContext& context, const DragGesture& gesture) const
{
    const Picture picture = pictureOf(context);
    const Panel* panel = panelAt(picture.panels, gesture.press);
    if (!panel)
        return std::nullopt;
    const Frame frame = frameOf(picture, *panel, context.style);
    if (!frame.plot.contains(gesture.press))
        return std::nullopt;
    const QPointF inside(std::clamp(gesture.current.x(), frame.plot.left(), frame.plot.right()),
                         frame.plot.center().y());
    return pickPair(gesture.startState, pairUnder(frame, inside, pairCount(gesture.startState)));
}

std::optional<Change> ExtensionFigure::step(const ShownState& state, int steps, bool) const
{
    return moveBy(state, "pair.highlighted", steps);
}

DataTable ExtensionFigure::data(const ShownState& state) const
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
    static const ExtensionFigure figure;
    return figure;
}

} // namespace rope

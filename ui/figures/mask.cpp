#include "core/views/mask_layers.h"
#include "ui/figures/all.h"
#include "ui/figures/kit/arrow.h"
#include "ui/figures/kit/figure_text.h"
#include "ui/figures/kit/marks.h"
#include "ui/figures/kit/moves.h"
#include "ui/figures/kit/plot_parts.h"
#include "ui/figures/kit/turned_pair.h"
#include "ui/paint/heatmap.h"
#include "ui/paint/text.h"
#include "ui/paint/ticks.h"

#include <algorithm>
#include <cmath>

namespace rope {

namespace {

enum Part { Visible, Scores, Attention, Row };
constexpr int partCount = 4;

struct Picture {
    MaskLayers layers;
    FigureParts parts;
    std::vector<Panel> panels;
};

QStringList captions(const ExplorerState& state, const MaskLayers& layers)
{
    const QString window = layers.wholeSequence
                               ? (layers.count == 1 ? QStringLiteral("The only position")
                                                    : QStringLiteral("All %1 positions").arg(layers.count))
                               : QStringLiteral("Positions %1 to %2 of %3, softmax over these alone")
                                     .arg(groupedNumber(static_cast<double>(layers.first)),
                                          groupedNumber(static_cast<double>(layers.first + layers.count - 1)),
                                          groupedNumber(static_cast<double>(state.sequence.length)));
    QString content = QStringLiteral("identical content");
    if (state.encoding.relative == RelativeEncoding::Alibi || state.encoding.relative == RelativeEncoding::T5)
        content += QStringLiteral(" without the bias (see Encodings)");
    else if (state.encoding.absolute != AbsoluteEncoding::None)
        content += QStringLiteral(" without the position vectors (see Encodings)");
    return {QStringLiteral("%1; %2. The mask decides which keys are seen, the rotation how a seen key counts by its "
                           "offset: each acts without the other. Attention is coloured as a share of its row's "
                           "largest.")
                .arg(window, content),
            QStringLiteral("%1; %2. Attention colours: share of the row's largest.").arg(window, content),
            QStringLiteral("%1; %2.").arg(window, content), window + QLatin1Char('.'),
            QStringLiteral("Window of %1 positions.").arg(layers.count)};
}

/// Three squares above and the row of query m below; the chosen one alone.
std::vector<Panel> panelsFor(const QRectF& body, const PaintStyle& style, int chosen)
{
    if (chosen >= 1)
        return panelsOf(body, style, partCount, chosen);
    const double gap = 0.8 * style.fontSize;
    const double title = 1.5 * style.fontSize;
    const double width = (body.width() - 2.0 * gap) / 3.0;
    const double share = body.height() > 22.0 * style.fontSize ? 0.56 : 0.46;
    const double height = std::min(width + title, share * body.height());
    std::vector<Panel> panels;
    for (int i = 0; i < 3; ++i) {
        const QRectF cell(body.left() + i * (width + gap), body.top(), width, height);
        panels.push_back({i, QRectF(cell.topLeft(), QSizeF(width, title)), cell.adjusted(0, title, 0, 0)});
    }
    const QRectF rest(QPointF(body.left(), body.top() + height + 0.5 * gap), body.bottomRight());
    panels.push_back({Row, QRectF(rest.topLeft(), QSizeF(rest.width(), title)), rest.adjusted(0, title, 0, 0)});
    return panels;
}

std::vector<LegendEntry> legendOf(const ExplorerState& state, const PaintStyle& style)
{
    const bool causal = state.sequence.mask == Mask::Causal;
    return {{QStringLiteral("with causal mask"), QPen(style.primary, 1.0), true, causal},
            {QStringLiteral("without mask"), QPen(style.query, 1.5 * style.lineWidth), false, !causal}};
}

Picture pictureOf(const FigureContext& context)
{
    Picture picture;
    picture.layers = maskLayers(context.state);
    picture.parts = divideFigure(context.area, context.style, legendOf(context.state, context.style),
                                 captions(context.state, picture.layers));
    picture.panels = panelsFor(picture.parts.body, context.style, context.state.view.panel);
    return picture;
}

AxisSpec positionAxis(const MaskLayers& layers, bool downwards, const QString& title)
{
    AxisSpec axis;
    axis.minimum = static_cast<double>(layers.first) - 0.5;
    axis.maximum = static_cast<double>(layers.first + layers.count) - 0.5;
    if (downwards)
        std::swap(axis.minimum, axis.maximum);
    axis.integers = true;
    axis.title = title;
    return axis;
}

/// The frame of a matrix: with numbers where it is large enough, else the bare square.
Frame matrixFrame(const Picture& picture, const Panel& panel, const PaintStyle& style)
{
    FrameSpec spec;
    spec.bottom = positionAxis(picture.layers, false, QStringLiteral("key n"));
    spec.left = positionAxis(picture.layers, true, QStringLiteral("query m"));
    spec.grid = false;
    spec.closed = true;
    spec.aspect = 1.0;
    if (std::min(panel.plot.width(), panel.plot.height()) >= 15.0 * style.fontSize)
        return layoutFrame(panel.plot, spec, style);
    Frame frame;
    const double side = std::min(panel.plot.width(), panel.plot.height()) - style.hairline;
    frame.spec = spec;
    frame.spec.bottom.title.clear();
    frame.spec.left.title.clear();
    frame.area = panel.plot;
    frame.plot = QRectF(panel.plot.left() + style.hairline / 2, panel.plot.top(), side, side);
    frame.x = {spec.bottom.minimum, spec.bottom.maximum, false, frame.plot.left(), frame.plot.right()};
    frame.y = {spec.left.minimum, spec.left.maximum, false, frame.plot.bottom(), frame.plot.top()};
    return frame;
}

Frame rowFrame(const Picture& picture, const Panel& panel, const PaintStyle& style)
{
    FrameSpec spec;
    const double highest = std::max(picture.layers.causalRow.maxCoeff(), picture.layers.openRow.maxCoeff());
    const bool roomy = panel.plot.height() > 9.0 * style.fontSize;
    spec.bottom = positionAxis(picture.layers, false, roomy ? QStringLiteral("key position n") : QString());
    spec.left = {.minimum = 0.0,
                 .maximum = 1.08 * highest,
                 .title = roomy ? QStringLiteral("attention") : QString(),
                 .ticks = {}};
    return layoutFrame(panel.plot, spec, style);
}

Frame frameOf(const Picture& picture, const Panel& panel, const PaintStyle& style)
{
    return panel.index == Row ? rowFrame(picture, panel, style) : matrixFrame(picture, panel, style);
}

const RowMatrix& matrixOf(const MaskLayers& layers, int part)
{
    return part == Scores ? layers.scores : part == Attention ? layers.attention : layers.visible;
}

QImage matrixImage(const Picture& picture, int part, const FigureContext& context)
{
    RowMatrix matrix = matrixOf(picture.layers, part);
    if (part == Attention) // each row by its own largest share: row 0 has all of it in one cell and would hide the rest
        for (Eigen::Index row = 0; row < matrix.rows(); ++row)
            matrix.row(row) /= std::max(1e-300, matrix.row(row).maxCoeff());
    const std::span<const double> values(matrix.data(), static_cast<std::size_t>(matrix.size()));
    const PaintStyle& style = context.style;
    if (part != Visible) {
        const ColourMap& map = colourMapOrDefault(QString::fromStdString(context.state.view.colorMap));
        return heatmapImage(values, picture.layers.count, picture.layers.count, map, rangeFor(map, rangeOf(values)),
                            style.background.rgb());
    }
    QImage image(picture.layers.count, picture.layers.count, QImage::Format_RGB32);
    for (int row = 0; row < picture.layers.count; ++row)
        for (int column = 0; column < picture.layers.count; ++column)
            image.setPixelColor(column, row,
                                matrix(row, column) > 0.0 ? faded(style.good, style.background, 0.55) : style.panel);
    return image;
}

/// A line along the row of m and a box about the cell (m, n), white with dark edges so that both show on any colour.
void markCell(QPainter& painter, const Frame& frame, const FigureContext& context)
{
    const ShownPlace place = shownPlace(context.state, context.highlight);
    const double row = static_cast<double>(place.queryPosition);
    const double column = static_cast<double>(place.keyPosition);
    const double line = context.style.hairline;
    for (const auto& [color, width] : {std::pair{QColor(Qt::black), 2.0 * line}, {QColor(Qt::white), 0.9 * line}}) {
        const QPen pen(color, width, Qt::SolidLine, Qt::FlatCap);
        drawHorizontal(painter, frame, row, pen);
        const QPointF centre = frame.toPosition(column, row);
        const double half = std::max(0.28 * context.style.fontSize,
                                     0.5 * frame.plot.width() / std::abs(frame.x.maximum - frame.x.minimum));
        const QRectF box(centre.x() - half, centre.y() - half, 2.0 * half, 2.0 * half);
        painter.setPen(pen);
        if (frame.plot.contains(box))
            painter.drawRect(box);
    }
}

void paintMatrix(QPainter& painter, const Picture& picture, const Panel& panel, const FigureContext& context)
{
    const Frame frame = matrixFrame(picture, panel, context.style);
    paintImage(painter, frame.plot, matrixImage(picture, panel.index, context), context.deviceScale);
    markCell(painter, frame, context);
    paintAxes(painter, frame, context.style);
}

void paintRow(QPainter& painter, const Picture& picture, const Panel& panel, const FigureContext& context)
{
    const PaintStyle& style = context.style;
    const MaskLayers& layers = picture.layers;
    const Frame frame = rowFrame(picture, panel, style);
    const double width = 0.72 * frame.plot.width() / layers.count;
    paintGrid(painter, frame, style);
    std::vector<QPointF> steps;
    for (Eigen::Index i = 0; i < layers.count; ++i) {
        const double n = static_cast<double>(layers.first + i);
        drawColumn(painter, frame, n, 0.0, layers.causalRow[i], width, style.primary);
        steps.emplace_back(n - 0.5, layers.openRow[i]);
        steps.emplace_back(n + 0.5, layers.openRow[i]);
    }
    drawCurve(painter, frame, steps, QPen(style.query, style.lineWidth, Qt::SolidLine, Qt::FlatCap));
    drawVertical(painter, frame, static_cast<double>(context.state.positions.query) + 0.5,
                 QPen(style.highlight, 1.2 * style.hairline, Qt::DashLine, Qt::FlatCap));
    if (context.highlight.keyPosition || context.highlight.offset)
        drawVertical(painter, frame, static_cast<double>(shownPlace(context.state, context.highlight).keyPosition),
                     QPen(style.text, style.hairline));
    paintAxes(painter, frame, style);
}

/// The query whose row is shown: the state's, or the last one when that lies past the end of the sequence.
std::int64_t shownQuery(const MaskLayers& layers)
{
    return layers.first + layers.queryRow;
}

QStringList panelNames(const ExplorerState& state, const MaskLayers& layers, bool narrow)
{
    const bool causal = state.sequence.mask == Mask::Causal;
    const bool rotary = state.encoding.relative == RelativeEncoding::Rotary;
    const QString row = QStringLiteral("Attention of query m = %1 over keys n")
                            .arg(groupedNumber(static_cast<double>(shownQuery(layers))));
    if (narrow)
        return {QStringLiteral("Visible"), QStringLiteral("Score"), QStringLiteral("Attention"), row};
    return {causal ? QStringLiteral("Visible: causal") : QStringLiteral("Visible: all"),
            rotary ? QStringLiteral("Score: rotated") : QStringLiteral("Score: no rotation"),
            QStringLiteral("Attention"), row};
}

/// Key and query under a point of a panel; in the row panel the query is that of the row.
struct Cell {
    std::int64_t query;
    std::int64_t key;
};
std::optional<Cell> cellAt(const Picture& picture, const FigureContext& context, QPointF point)
{
    const Panel* panel = panelAt(picture.panels, point);
    if (!panel)
        return std::nullopt;
    const Frame frame = frameOf(picture, *panel, context.style);
    if (!frame.plot.contains(point))
        return std::nullopt;
    const QPointF value = frame.toValue(point);
    const std::int64_t last = picture.layers.first + picture.layers.count - 1;
    const auto inside = [&](double position) {
        return std::clamp<std::int64_t>(std::llround(position), picture.layers.first, last);
    };
    return Cell{panel->index == Row ? shownQuery(picture.layers) : inside(value.y()), inside(value.x())};
}

class MaskFigure final : public Figure {
public:
    QString id() const override { return QStringLiteral("mask"); }
    QString title() const override { return QStringLiteral("Mask and rotation"); }
    QString description() const override
    {
        return QStringLiteral("Two layers that act apart: the mask decides which keys are visible, the rotation how "
                              "each visible one counts by its offset.");
    }
    QString subtitle(const ShownState& state) const override;
    QString describe(const ShownState& state) const override;
    void paint(QPainter& painter, const FigureContext& context) const override;
    Readout hover(const FigureContext& context, QPointF point) const override;
    std::optional<Change> drag(const FigureContext& context, const DragGesture& gesture) const override;
    std::optional<Change> step(const ShownState& state, int steps, bool vertical) const override;
    DataTable data(const ShownState& state) const override;
};

QString MaskFigure::subtitle(const ShownState& state) const
{
    return QStringLiteral("mask %1 · rotation %2")
        .arg(state.sequence.mask == Mask::Causal ? QStringLiteral("causal") : QStringLiteral("off"),
             state.encoding.relative == RelativeEncoding::Rotary ? QStringLiteral("on") : QStringLiteral("off"));
}

QString MaskFigure::describe(const ShownState& state) const
{
    const MaskLayers layers = maskLayers(state);
    const Eigen::Index row = layers.queryRow;
    Eigen::Index best = 0;
    const double highest = layers.attention.row(row).maxCoeff(&best);
    return QStringLiteral("%1 Query %2 sees %3 of the %4 keys; its largest share of attention is %5, at key %6. "
                          "Without a mask key %6 would get %7.")
        .arg(captions(state, layers).first())
        .arg(shownQuery(layers))
        .arg(layers.visible.row(row).sum())
        .arg(layers.count)
        .arg(readableNumber(highest))
        .arg(layers.first + best)
        .arg(readableNumber(layers.openRow[best]));
}

void MaskFigure::paint(QPainter& painter, const FigureContext& context) const
{
    const Picture picture = pictureOf(context);
    const bool narrow = picture.panels.front().title.width() < 11.0 * context.style.fontSize;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    for (const Panel& panel : picture.panels) {
        if (panel.index == Row)
            paintRow(painter, picture, panel, context);
        else
            paintMatrix(painter, picture, panel, context);
        drawPanelTitle(painter, panel, panelNames(context.state, picture.layers, narrow), picture.panels.size(),
                       context.style);
    }
    drawFigureParts(painter, picture.parts, context.style);
    painter.restore();
}

Readout MaskFigure::hover(const FigureContext& context, QPointF point) const
{
    const Picture picture = pictureOf(context);
    const auto cell = cellAt(picture, context, point);
    if (!cell)
        return {};
    const Eigen::Index row = cell->query - picture.layers.first;
    const Eigen::Index column = cell->key - picture.layers.first;
    const QString shown =
        picture.layers.visible(row, column) > 0.0 ? QStringLiteral("visible") : QStringLiteral("hidden");
    Readout readout;
    readout.text =
        QStringLiteral("m = %1, n = %2, n − m = %3: %4, score %5, attention %6")
            .arg(groupedNumber(static_cast<double>(cell->query)), groupedNumber(static_cast<double>(cell->key)),
                 groupedNumber(static_cast<double>(cell->key - cell->query)), shown,
                 readableNumber(picture.layers.scores(row, column)),
                 readableNumber(picture.layers.attention(row, column)));
    readout.highlight = {std::nullopt, cell->query, cell->key, cell->key - cell->query};
    return readout;
}

std::optional<Change> MaskFigure::drag(const FigureContext& context, const DragGesture& gesture) const
{
    const FigureContext start{gesture.startState, context.area, context.style, {}, nullptr, context.deviceScale};
    const Picture picture = pictureOf(start);
    const auto pressed = cellAt(picture, start, gesture.press);
    if (!pressed)
        return std::nullopt;
    const Cell cell = cellAt(picture, start, gesture.current).value_or(*pressed);
    return moveCell(gesture.startState, cell.query, cell.key);
}

std::optional<Change> MaskFigure::step(const ShownState& state, int steps, bool vertical) const
{
    return moveBy(state, vertical ? "positions.query" : "positions.key", steps);
}

DataTable MaskFigure::data(const ShownState& state) const
{
    const MaskLayers layers = maskLayers(state);
    DataTable table;
    table.columns = {{QStringLiteral("query"), {}, {}},
                     {QStringLiteral("key"), {}, {}},
                     {QStringLiteral("visible"), {}, {}},
                     {QStringLiteral("score"), {}, {}},
                     {QStringLiteral("attention"), {}, {}}};
    for (Eigen::Index row = 0; row < layers.count; ++row)
        for (Eigen::Index column = 0; column < layers.count; ++column)
            addRow(table, {static_cast<double>(layers.first + row), static_cast<double>(layers.first + column),
                           layers.visible(row, column), layers.scores(row, column), layers.attention(row, column)});
    table.note = QStringLiteral("One row per cell, query by query. ") + captions(state, layers).first();
    return table;
}

} // namespace

const Figure& maskFigure()
{
    static const MaskFigure figure;
    return figure;
}

} // namespace rope

#include "core/views/rotation_blocks.h"
#include "ui/figures/all.h"
#include "ui/figures/kit/arrow.h"
#include "ui/figures/kit/figure_text.h"
#include "ui/figures/kit/moves.h"
#include "ui/figures/kit/turned_pair.h"
#include "ui/paint/axes.h"
#include "ui/paint/heatmap.h"
#include "ui/paint/text.h"
#include "ui/paint/ticks.h"

#include <QPen>
#include <algorithm>
#include <cmath>

namespace rope {

namespace {

constexpr ValueRange entryRange{-1.0, 1.0};
QString barTitle()
{
    return QStringLiteral("entry");
}

const ColourMap& entryMap()
{
    return colourMapOrDefault(u"balance");
}

QString counted(std::int64_t value)
{
    return groupedNumber(static_cast<double>(value));
}

struct MatrixLayout {
    Frame frame; ///< axes in channels; a cell reaches half a channel to each side
    QRectF bar;
    QRectF caption;
    std::size_t captionLines;
    int pixels; ///< of the image, per side: channels, or fewer where they are smaller than a pixel

    QRectF boxOf(int row, int column) const
    {
        return {frame.toPosition(column - 0.5, row - 0.5), frame.toPosition(column + 0.5, row + 0.5)};
    }
};

AxisSpec channelAxis(int headDim, const QString& title)
{
    AxisSpec axis;
    axis.minimum = -0.5;
    axis.maximum = headDim - 0.5;
    axis.integers = true;
    axis.title = title;
    return axis;
}

FrameSpec frameSpec(int headDim, double rightRoom)
{
    FrameSpec spec;
    spec.bottom = channelAxis(headDim, QStringLiteral("channel in"));
    spec.left = channelAxis(headDim, QStringLiteral("channel out"));
    std::swap(spec.left.minimum, spec.left.maximum);
    spec.grid = false;
    spec.closed = true;
    spec.aspect = 1.0;
    spec.rightRoom = rightRoom;
    return spec;
}

MatrixLayout matrixLayout(const QRectF& area, const PaintStyle& style, int headDim, double deviceScale)
{
    MatrixLayout layout;
    const double line = captionHeight(1, style, style.fontSize);
    const double lines = area.height() / line;
    layout.captionLines = lines > 20.0 ? 3 : lines > 16.0 ? 2 : lines > 13.0 ? 1 : 0;
    const QRectF inner = area.adjusted(style.margin, 0.5 * style.margin, -style.margin, -style.margin);
    const double caption = static_cast<double>(layout.captionLines) * line;
    layout.caption = QRectF(inner.left(), inner.bottom() - caption, inner.width(), caption);
    const double gap = layout.captionLines > 0 ? 0.5 * style.margin : 0.0;
    const QRectF plot(inner.topLeft(), QPointF(inner.right(), layout.caption.top() - gap));
    const double room = colourBarWidth(entryRange, barTitle(), plot.height(), style);
    layout.frame = layoutFrame(plot, frameSpec(headDim, room), style);
    layout.bar = QRectF(layout.frame.plot.right() + colourBarGap(style), layout.frame.plot.top(),
                        colourBarThickness(style), layout.frame.plot.height());
    layout.pixels = std::min(headDim, heatmapPixels(layout.frame.plot.width(), deviceScale));
    return layout;
}

/// Writes an entry into its pixel; of the entries that share one, the largest stays.
void keepLargest(std::vector<double>& values, int pixels, int headDim, int row, int column, double entry)
{
    const auto pixelOf = [&](int channel) {
        return static_cast<std::size_t>(static_cast<std::int64_t>(channel) * pixels / headDim);
    };
    double& value = values[pixelOf(row) * static_cast<std::size_t>(pixels) + pixelOf(column)];
    if (std::abs(entry) > std::abs(value))
        value = entry;
}

std::vector<double> matrixPixels(const RotarySettings& rotary, const std::vector<RotationBlock>& blocks, int pixels)
{
    std::vector<double> values(static_cast<std::size_t>(pixels) * static_cast<std::size_t>(pixels), 0.0);
    for (int row = 0; row < rotary.headDim; ++row) {
        keepLargest(values, pixels, rotary.headDim, row, row, matrixEntry(rotary, blocks, row, row));
        const std::optional<int> pair = pairOfChannel(rotary, row);
        if (!pair)
            continue;
        const PairChannels channels = headChannels(rotary, *pair);
        const int other = channels.first == row ? channels.second : channels.first;
        keepLargest(values, pixels, rotary.headDim, row, other, matrixEntry(rotary, blocks, row, other));
    }
    return values;
}

/// The four cells of a pair: one square when its channels are neighbours, four cells when they are not.
void outlinePair(QPainter& painter, const MatrixLayout& layout, const RotarySettings& rotary, int pair, const QPen& pen)
{
    const auto [first, second] = headChannels(rotary, pair);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(pen);
    if (second == first + 1) {
        painter.drawRect(layout.boxOf(first, first).united(layout.boxOf(second, second)));
        return;
    }
    const double least = 6.0 * pen.widthF(); // the entry stays visible inside
    for (const int row : {first, second}) {
        for (const int column : {first, second}) {
            const QRectF box = layout.boxOf(row, column);
            const double grow = std::max(0.0, 0.5 * (least - box.width()));
            painter.drawRect(box.adjusted(-grow, -grow, grow, grow) & layout.frame.plot);
        }
    }
}

void drawOutlines(QPainter& painter, const MatrixLayout& layout, const RotarySettings& rotary, int selected,
                  std::optional<int> hovered, const PaintStyle& style)
{
    const double cell = layout.frame.plot.width() / rotary.headDim;
    if (cell >= 4.0 * style.hairline)
        for (int pair = 0; pair < rotary.rotaryDim / 2; ++pair)
            outlinePair(painter, layout, rotary, pair,
                        QPen(faded(style.axis, style.background, 0.4), 0.6 * style.hairline));
    outlinePair(painter, layout, rotary, selected, QPen(style.highlight, 1.3 * style.lineWidth));
    if (hovered && *hovered != selected)
        outlinePair(painter, layout, rotary, *hovered, QPen(style.text, style.lineWidth));
}

QStringList relativeWords(const RotationLaws& laws)
{
    const QString number = readableNumber(laws.relative, 2);
    return {QStringLiteral("Θ_m^TΘ_n = Θ_{n−m}: largest difference %1").arg(number),
            QStringLiteral("Θ_m^TΘ_n = Θ_{n−m} to %1").arg(number)};
}

QStringList normWords(const RotationLaws& laws, double attentionFactor)
{
    const QString number = readableNumber(laws.norm, 2);
    const QString law = QStringLiteral("Θ_m^TΘ_m = I: largest difference %1").arg(number);
    if (attentionFactor == 1.0)
        return {law + QStringLiteral(", so norms stay"), law, QStringLiteral("Θ_m^TΘ_m = I to %1").arg(number)};
    return {law +
                QStringLiteral(";  cos and sin then times %1 (attention factor)").arg(readableNumber(attentionFactor)),
            law, QStringLiteral("Θ_m^TΘ_m = I to %1").arg(number)};
}

QStringList shapeWords(const RotarySettings& rotary, const MatrixLayout& layout, const ShownPlace& place)
{
    const QString size =
        QStringLiteral("Θ_m at m = %1,  %2 × %2").arg(counted(place.queryPosition)).arg(rotary.headDim);
    const QString layoutName =
        rotary.pairing == PairLayout::Interleaved
            ? QStringLiteral("interleaved: blocks on the diagonal")
            : QStringLiteral("half-split: channel j turns with j + %1").arg(rotary.rotaryDim / 2);
    if (layout.pixels == rotary.headDim)
        return {size + QStringLiteral(",  ") + layoutName, size};
    const QString block = readableNumber(static_cast<double>(rotary.headDim) / layout.pixels, 2);
    return {size + QStringLiteral(",  a pixel shows the largest of its %1 × %1 entries").arg(block),
            size + QStringLiteral(",  largest of %1 × %1").arg(block), size};
}

void drawCaptions(QPainter& painter, const MatrixLayout& layout, const FigureContext& context, const ShownPlace& place)
{
    const PaintStyle& style = context.style;
    const RotarySettings& rotary = activeRotary(context.state);
    const Schedule schedule = activeSchedule(context.state);
    const RotationLaws laws = rotationLaws(rotary, schedule, place.queryPosition, place.keyPosition);
    std::vector<Wordings> lines{{relativeWords(laws), style.text},
                                {shapeWords(rotary, layout, place), style.mutedText},
                                {normWords(laws, schedule.attentionFactor), style.mutedText}};
    if (layout.captionLines >= 3)
        std::swap(lines[1], lines[2]);
    lines.resize(layout.captionLines);
    drawCaption(painter, lines, style, style.fontSize, layout.caption);
}

struct MatrixCell {
    int row;
    int column;
};

std::optional<MatrixCell> cellAt(const MatrixLayout& layout, int headDim, QPointF point)
{
    if (!layout.frame.plot.contains(point))
        return std::nullopt;
    const QPointF value = layout.frame.toValue(point);
    const auto channel = [headDim](double x) {
        return std::clamp(static_cast<int>(std::lround(x)), 0, headDim - 1);
    };
    return MatrixCell{channel(value.y()), channel(value.x())};
}

QString entryWords(const RotarySettings& rotary, const MatrixCell& cell, double entry)
{
    const QString place = QStringLiteral("out %1, in %2: ").arg(cell.row).arg(cell.column);
    const std::optional<int> pair = pairOfChannel(rotary, cell.row);
    if (!pair)
        return place + QStringLiteral("%1 (passes through)").arg(fixedText(entry, 0));
    if (pairOfChannel(rotary, cell.column) != pair)
        return place + QStringLiteral("0");
    const QString name = cell.row == cell.column  ? QStringLiteral("cos mθ")
                         : cell.row < cell.column ? QStringLiteral("−sin mθ")
                                                  : QStringLiteral("sin mθ");
    return place + QStringLiteral("%1 = %2 of pair %3").arg(name, fixedText(entry, 4)).arg(*pair);
}

class RotationMatrixFigure final : public Figure {
public:
    QString id() const override { return QStringLiteral("rotation_matrix"); }
    QString title() const override { return QStringLiteral("Rotation matrix"); }
    QString description() const override
    {
        return QStringLiteral("The block-diagonal matrix that turns all pairs at once, and its two laws in numbers.");
    }
    QString subtitle(const ShownState& state) const override;
    QString describe(const ShownState& state) const override;
    void paint(QPainter& painter, const FigureContext& context) const override;
    Readout hover(const FigureContext& context, QPointF point) const override;
    std::optional<Change> drag(const FigureContext& context, const DragGesture& gesture) const override;
    std::optional<Change> step(const ShownState& state, int steps, bool vertical) const override;
    DataTable data(const ShownState& state) const override;
};

QString RotationMatrixFigure::subtitle(const ShownState& state) const
{
    const RotarySettings& rotary = activeRotary(state);
    const QString layout =
        rotary.pairing == PairLayout::Interleaved ? QStringLiteral("interleaved") : QStringLiteral("half-split");
    return QStringLiteral("%1 × %1 · %2 · m = %3").arg(rotary.headDim).arg(layout, counted(state.positions.query));
}

QString RotationMatrixFigure::describe(const ShownState& state) const
{
    const RotarySettings& rotary = activeRotary(state);
    const RotationLaws laws = rotationLaws(rotary, activeSchedule(state), state.positions.query, state.positions.key);
    return QStringLiteral("Rotation matrix of %1 by %1 channels at position %2: %3 blocks of two channels, %4 channels "
                          "pass through. Theta m transposed times theta n differs from theta of the offset %5 by at "
                          "most %6; theta m transposed times theta m differs from the identity by at most %7.")
        .arg(rotary.headDim)
        .arg(state.positions.query)
        .arg(rotary.rotaryDim / 2)
        .arg(rotary.headDim - rotary.rotaryDim)
        .arg(state.positions.key - state.positions.query)
        .arg(readableNumber(laws.relative, 2), readableNumber(laws.norm, 2));
}

void RotationMatrixFigure::paint(QPainter& painter, const FigureContext& context) const
{
    const RotarySettings& rotary = activeRotary(context.state);
    const PaintStyle& style = context.style;
    const MatrixLayout layout = matrixLayout(context.area, style, rotary.headDim, context.deviceScale);
    const ShownPlace place = shownPlace(context.state, context.highlight);
    const auto blocks = rotationBlocks(rotary, activeSchedule(context.state), place.queryPosition);
    const std::vector<double> values = matrixPixels(rotary, blocks, layout.pixels);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    paintImage(painter, layout.frame.plot,
               heatmapImage(values, layout.pixels, layout.pixels, entryMap(), entryRange, style.background.rgb()),
               context.deviceScale);
    painter.setRenderHint(QPainter::Antialiasing);
    drawOutlines(painter, layout, rotary, shownPlace(context.state, {}).pair, context.highlight.pair, style);
    painter.setRenderHint(QPainter::Antialiasing, false);
    paintAxes(painter, layout.frame, style);
    paintColourBar(painter, layout.bar, entryMap(), entryRange, barTitle(), style, context.deviceScale);
    drawCaptions(painter, layout, context, place);
    painter.restore();
}

Readout RotationMatrixFigure::hover(const FigureContext& context, QPointF point) const
{
    const RotarySettings& rotary = activeRotary(context.state);
    const MatrixLayout layout = matrixLayout(context.area, context.style, rotary.headDim, context.deviceScale);
    const std::optional<MatrixCell> cell = cellAt(layout, rotary.headDim, point);
    if (!cell)
        return {};
    const ShownPlace place = shownPlace(context.state, context.highlight);
    const auto blocks = rotationBlocks(rotary, activeSchedule(context.state), place.queryPosition);
    Readout readout;
    readout.text = entryWords(rotary, *cell, matrixEntry(rotary, blocks, cell->row, cell->column));
    readout.highlight.pair = pairOfChannel(rotary, cell->row);
    return readout;
}

std::optional<Change> RotationMatrixFigure::drag(const FigureContext& context, const DragGesture& gesture) const
{
    const RotarySettings& rotary = activeRotary(gesture.startState);
    const MatrixLayout layout = matrixLayout(context.area, context.style, rotary.headDim, context.deviceScale);
    const std::optional<MatrixCell> cell = cellAt(layout, rotary.headDim, gesture.current);
    const std::optional<int> pair = cell ? pairOfChannel(rotary, cell->row) : std::nullopt;
    return pair ? std::optional<Change>(SetValue{"pair.highlighted", static_cast<double>(*pair)}) : std::nullopt;
}

std::optional<Change> RotationMatrixFigure::step(const ShownState& state, int steps, bool vertical) const
{
    return vertical ? moveBy(state, "positions.query", steps) : moveBy(state, "pair.highlighted", steps);
}

DataTable RotationMatrixFigure::data(const ShownState& state) const
{
    const RotarySettings& rotary = activeRotary(state);
    const auto query = rotationBlocks(rotary, activeSchedule(state), state.positions.query);
    const auto key = rotationBlocks(rotary, activeSchedule(state), state.positions.key);
    DataTable table;
    for (const char* name :
         {"pair", "first_channel", "second_channel", "query_cosine", "query_sine", "key_cosine", "key_sine"})
        table.columns.push_back({QString::fromLatin1(name), {}, {}});
    for (std::size_t pair = 0; pair < query.size(); ++pair) {
        const PairChannels channels = headChannels(rotary, static_cast<int>(pair));
        const double row[] = {static_cast<double>(pair),
                              static_cast<double>(channels.first),
                              static_cast<double>(channels.second),
                              query[pair].cosine,
                              query[pair].sine,
                              key[pair].cosine,
                              key[pair].sine};
        for (std::size_t i = 0; i < table.columns.size(); ++i)
            table.columns[i].values.push_back(row[i]);
    }
    table.note = QStringLiteral("One row per pair: its block is [cosine, -sine; sine, cosine] on its two channels, at "
                                "m = %1 and n = %2.")
                     .arg(state.positions.query)
                     .arg(state.positions.key);
    if (const double factor = activeSchedule(state).attentionFactor; factor != 1.0)
        table.note += QStringLiteral(" The model multiplies every cosine and sine by its attention factor, %1.")
                          .arg(QString::number(factor, 'g', 17));
    return table;
}

} // namespace

const Figure& rotationMatrixFigure()
{
    static const RotationMatrixFigure figure;
    return figure;
}

} // namespace rope

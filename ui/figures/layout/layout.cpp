#include "core/state/derived.h"
#include "ui/figures/all.h"
#include "ui/figures/kit/arrow.h"
#include "ui/figures/kit/figure_text.h"
#include "ui/figures/kit/moves.h"
#include "ui/figures/kit/turned_pair.h"
#include "ui/figures/layout/layout_picture.h"
#include "ui/paint/text.h"
#include "ui/paint/ticks.h"

#include <QFontMetricsF>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

namespace rope {

namespace {

QString layoutName(PairLayout layout)
{
    return layout == PairLayout::HalfSplit ? QStringLiteral("Half-split: (j, j + d/2)")
                                           : QStringLiteral("Interleaved: (2j, 2j + 1)");
}

QColor pairColor(int pair, const PaintStyle& style)
{
    return seriesPen(style, static_cast<std::size_t>(pair)).color();
}

void drawArc(QPainter& painter, const LayoutRow& row, int from, int to, double tallest, const QPen& pen)
{
    const QPointF left(channelBox(row, from).center().x(), row.boxes.top());
    const QPointF right(channelBox(row, to).center().x(), row.boxes.top());
    const double height = std::min(tallest, 0.32 * (right.x() - left.x()) + 0.25 * row.boxes.height());
    QPainterPath path(left);
    path.cubicTo(left - QPointF(0, 1.33 * height), right - QPointF(0, 1.33 * height), right);
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(path);
}

void drawArcs(QPainter& painter, const LayoutPicture& picture, const LayoutRow& row, int marked,
              const PaintStyle& style)
{
    const double tallest = row.arcs.height() - 0.4 * style.fontSize;
    for (int pair = 0; pair < picture.rotaryDim / 2; ++pair) {
        const PairChannels channels = pairChannels(row.layout, picture.rotaryDim, pair);
        const auto first = indexOfChannel(picture, channels.first);
        const auto second = indexOfChannel(picture, channels.second);
        if (!first || !second)
            continue;
        const bool isMarked = pair == marked;
        QPen pen(isMarked ? style.highlight : pairColor(pair, style), (isMarked ? 2.2 : 1.2) * style.lineWidth,
                 Qt::SolidLine, Qt::FlatCap);
        drawArc(painter, row, *first, *second, tallest, pen);
    }
}

void drawBoxes(QPainter& painter, const LayoutPicture& picture, const LayoutRow& row, int marked,
               const PaintStyle& style)
{
    const double size = std::min(0.9 * style.fontSize, 0.4 * row.cell);
    for (std::size_t i = 0; i < picture.shown.size(); ++i) {
        const QRectF box = channelBox(row, static_cast<int>(i));
        const int channel = picture.shown[i];
        if (channel < 0) {
            drawText(painter, box, QStringLiteral("…"), style,
                     {.colour = style.mutedText, .alignment = Qt::AlignCenter});
            continue;
        }
        const int pair = pairOfChannel(picture, row.layout, channel);
        const bool isMarked = pair == marked;
        const QColor color = isMarked ? style.highlight : pairColor(pair, style);
        painter.setPen(QPen(color, (isMarked ? 2.0 : 1.0) * style.hairline));
        painter.setBrush(faded(color, style.background, 0.14));
        painter.drawRect(box.adjusted(0.06 * row.cell, style.hairline, -0.06 * row.cell, -style.hairline));
        painter.setBrush(Qt::NoBrush);
        const QString number = QString::number(channel + picture.firstChannel);
        if (QFontMetricsF(fontOf(style, size)).horizontalAdvance(number) < 0.86 * row.cell)
            drawText(painter, box, number, style, {.size = size, .colour = style.text, .alignment = Qt::AlignCenter});
    }
}

void drawRow(QPainter& painter, const LayoutPicture& picture, const LayoutRow& row, const FigureContext& context)
{
    const PaintStyle& style = context.style;
    const int marked = shownPlace(context.state, context.highlight).pair;
    const bool isActive = activeRotary(context.state).pairing == row.layout;
    drawArcs(painter, picture, row, marked, style);
    drawBoxes(painter, picture, row, marked, style);
    const QString name = layoutName(row.layout) + (isActive ? QStringLiteral("  · this model") : QString());
    drawText(painter, row.title, name, style, {.colour = isActive ? style.text : style.mutedText, .bold = isActive});
}

/// Rounding is no change: with one pair the two layouts are the same.
QString changeText(double change)
{
    return change < 1e-12 ? QStringLiteral("0") : readableNumber(change, 3);
}

/// Cells of the table of what mixing breaks, header first.
std::vector<QStringList> damageTable(const LayoutPicture& picture, bool narrow)
{
    std::vector<QStringList> table = {
        narrow ? QStringList{QStringLiteral("Mixed up"), QStringLiteral("norm"), QStringLiteral("any norm"),
                             QStringLiteral("score ±")}
               : QStringList{QStringLiteral("Mixed up"), QStringLiteral("norm ratio of q"),
                             QStringLiteral("norm ratio of any vector"), QStringLiteral("score change")}};
    for (std::size_t i = 0; i < layouts.size(); ++i) {
        const MixingDamage& damage = picture.damage[i];
        table.push_back({QStringLiteral("pairs ") + layoutWord(layouts[i]), fixedText(damage.normRatio, 3),
                         fixedText(damage.leastRatio, narrow ? 2 : 3) + QStringLiteral(" … ") +
                             fixedText(damage.mostRatio, narrow ? 2 : 3),
                         changeText(damage.scoreChange)});
    }
    table.push_back({QStringLiteral("not mixed"), QStringLiteral("1"), QStringLiteral("1"), QStringLiteral("0")});
    return table;
}

void drawNumbers(QPainter& painter, const LayoutPicture& picture, const FigureContext& context)
{
    const PaintStyle& style = context.style;
    const double line = 1.3 * style.fontSize;
    const double columns[] = {0.0, 0.36, 0.54, 0.82, 1.0};
    const bool roomy = picture.numbers.height() > 6.0 * line;
    QRectF row(picture.numbers.left(), picture.numbers.top() + 0.2 * line, picture.numbers.width(), line);
    const QString place = QStringLiteral("q at m = %1, k at n = %2")
                              .arg(groupedNumber(static_cast<double>(context.state.positions.query)),
                                   groupedNumber(static_cast<double>(context.state.positions.key)));
    const QStringList heading = {QStringLiteral("Pairs of one layout turned by the other's angles, ") + place,
                                 QStringLiteral("Turned in the wrong pairs, ") + place,
                                 QStringLiteral("Turned in the wrong pairs")};
    const double small = 0.88 * style.fontSize;
    if (roomy) {
        drawText(painter, row, fittingWording(heading, style, style.fontSize, 0.9 * row.width()), style,
                 {.colour = style.text, .bold = true});
        row.translate(0.0, line);
    }
    const std::vector<QStringList> table = damageTable(picture, picture.numbers.width() < 44.0 * style.fontSize);
    for (std::size_t r = 0; r < table.size(); ++r) {
        if (row.bottom() > picture.numbers.bottom() + 0.1)
            break;
        for (int c = 0; c < 4; ++c)
            drawText(painter,
                     QRectF(row.left() + columns[c] * row.width(), row.top(),
                            (columns[c + 1] - columns[c]) * row.width() - (c == 3 ? 0.0 : 0.5 * style.fontSize), line),
                     table[r][c], style,
                     {.size = small,
                      .colour = r == 0 ? style.mutedText : style.text,
                      .alignment = (c == 0 ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter});
        row.translate(0.0, line);
    }
    if (roomy)
        drawText(painter, row,
                 fittingWording(
                     {QString("Score change: the largest when both positions move on by 1 to %1.").arg(mixingShifts),
                      QString("Score: both places moved by 1 to %1.").arg(mixingShifts)},
                     style, small, row.width()),
                 style, {.size = small, .colour = style.mutedText});
}

class LayoutFigure final : public Figure {
public:
    QString id() const override { return QStringLiteral("layout"); }
    QString title() const override { return QStringLiteral("Pairing of channels"); }
    QString description() const override
    {
        return QStringLiteral(
            "Which channels turn together in each convention, and what breaks when the two are mixed.");
    }
    QString subtitle(const ShownState& state) const override;
    QString describe(const ShownState& state) const override;
    void paint(QPainter& painter, const FigureContext& context) const override;
    Readout hover(const FigureContext& context, QPointF point) const override;
    std::optional<Change> drag(const FigureContext& context, const DragGesture& gesture) const override;
    std::optional<Change> step(const ShownState& state, int steps, bool vertical) const override;
    DataTable data(const ShownState& state) const override;
};

QString LayoutFigure::subtitle(const ShownState& state) const
{
    const RotarySettings& rotary = activeRotary(state);
    return QStringLiteral("%1 · d %2").arg(layoutWord(rotary.pairing)).arg(rotary.rotaryDim);
}

QString LayoutFigure::describe(const ShownState& state) const
{
    const RotarySettings& rotary = activeRotary(state);
    const int pair = shownPlace(state, {}).pair;
    const int first = rotary.rotatesTail ? rotary.headDim - rotary.rotaryDim : 0;
    QString text = QStringLiteral("%1 rotary channels of %2; this model pairs them %3.")
                       .arg(rotary.rotaryDim)
                       .arg(rotary.headDim)
                       .arg(layoutWord(rotary.pairing));
    for (const PairLayout layout : layouts) {
        const PairChannels channels = pairChannels(layout, rotary.rotaryDim, pair);
        const MixingDamage damage = mixingDamageOf(state, layout);
        text +=
            QStringLiteral(" %1: pair %2 is channels %3 and %4; turned by the other layout's angles, q at position %5 "
                           "has %6 of its norm (any vector: %7 to %8), and the score changes by up to %9 when both "
                           "positions move on.")
                .arg(layoutWord(layout))
                .arg(pair)
                .arg(channels.first + first)
                .arg(channels.second + first)
                .arg(state.positions.query)
                .arg(fixedText(damage.normRatio, 3), fixedText(damage.leastRatio, 3), fixedText(damage.mostRatio, 3),
                     changeText(damage.scoreChange));
    }
    return text;
}

void LayoutFigure::paint(QPainter& painter, const FigureContext& context) const
{
    const LayoutPicture picture = layoutPicture(context);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    for (const LayoutRow& row : picture.rows)
        drawRow(painter, picture, row, context);
    drawNumbers(painter, picture, context);
    drawFigureParts(painter, picture.parts, context.style);
    painter.restore();
}

Readout LayoutFigure::hover(const FigureContext& context, QPointF point) const
{
    const LayoutPicture picture = layoutPicture(context);
    const auto found = layoutPairAt(picture, point);
    if (!found)
        return {};
    const PairChannels channels = pairChannels(found->layout, picture.rotaryDim, found->pair);
    Readout readout;
    readout.highlight.pair = found->pair;
    readout.text = QStringLiteral("%1: pair %2 is channels %3 and %4, θ = %5 rad/token")
                       .arg(layoutWord(found->layout))
                       .arg(found->pair)
                       .arg(channels.first + picture.firstChannel)
                       .arg(channels.second + picture.firstChannel)
                       .arg(readableNumber(activeSchedule(context.state).inverseFrequency[found->pair]));
    return readout;
}

std::optional<Change> LayoutFigure::drag(const FigureContext& context, const DragGesture& gesture) const
{
    const LayoutPicture picture = layoutPicture(context);
    const auto pressed = layoutPairAt(picture, gesture.press);
    if (!pressed)
        return std::nullopt;
    return moveTo(gesture.startState, "pair.highlighted",
                  layoutPairAt(picture, gesture.current).value_or(*pressed).pair);
}

std::optional<Change> LayoutFigure::step(const ShownState& state, int steps, bool) const
{
    return moveBy(state, "pair.highlighted", steps);
}

DataTable LayoutFigure::data(const ShownState& state) const
{
    const RotarySettings& rotary = activeRotary(state);
    const int first = rotary.rotatesTail ? rotary.headDim - rotary.rotaryDim : 0;
    DataTable table;
    table.columns = {{QStringLiteral("pair"), {}, {}},
                     {QStringLiteral("half_split_first"), {}, {}},
                     {QStringLiteral("half_split_second"), {}, {}},
                     {QStringLiteral("interleaved_first"), {}, {}},
                     {QStringLiteral("interleaved_second"), {}, {}}};
    for (int pair = 0; pair < rotary.rotaryDim / 2; ++pair) {
        const PairChannels half = pairChannels(PairLayout::HalfSplit, rotary.rotaryDim, pair);
        const PairChannels inter = pairChannels(PairLayout::Interleaved, rotary.rotaryDim, pair);
        addRow(table, {static_cast<double>(pair), static_cast<double>(half.first + first),
                       static_cast<double>(half.second + first), static_cast<double>(inter.first + first),
                       static_cast<double>(inter.second + first)});
    }
    table.note = QStringLiteral("One row per pair: its two channels in each layout. ") + describe(state);
    return table;
}

} // namespace

const Figure& layoutFigure()
{
    static const LayoutFigure figure;
    return figure;
}

} // namespace rope

#include "ui/figures/aliasing/alias_picture.h"
#include "ui/figures/all.h"
#include "ui/figures/kit/arrow.h"
#include "ui/figures/kit/figure_text.h"
#include "ui/figures/kit/lab_parts.h"
#include "ui/figures/kit/marks.h"
#include "ui/figures/kit/moves.h"
#include "ui/paint/text.h"
#include "ui/paint/ticks.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace rope {

namespace {

constexpr double closestDots = 0.05; ///< of the font size: dots nearer to one another look like one

double shownOffset(const FigureContext& context)
{
    const std::int64_t own = context.state.positions.key - context.state.positions.query;
    return std::abs(static_cast<double>(context.highlight.offset.value_or(own)));
}

void paintCircle(QPainter& painter, const AliasPicture& picture, const Panel& panel, const FigureContext& context)
{
    const PaintStyle& style = context.style;
    const AliasDial dial = aliasDial(picture, panel, style);
    const double theta = picture.numbers.theta[picture.numbers.first];
    const double wedge = picture.numbers.tolerance * 180.0 / std::numbers::pi;
    const QRectF box(dial.centre - QPointF(dial.radius, dial.radius), QSizeF(2 * dial.radius, 2 * dial.radius));
    painter.setPen(Qt::NoPen);
    painter.setBrush(faded(style.highlight, style.background, 0.25));
    painter.drawPie(box, static_cast<int>(std::lround(-wedge * 16)), static_cast<int>(std::lround(2 * wedge * 16)));
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(faded(style.axis, style.background, 0.5), style.hairline));
    painter.drawEllipse(dial.centre, dial.radius, dial.radius);
    painter.drawLine(dial.centre, dial.centre + QPointF(dial.radius, 0));
    const double dot = 0.13 * style.fontSize;
    painter.setPen(Qt::NoPen);
    painter.setBrush(faded(style.secondary, style.background, 0.55));
    for (const std::int64_t offset : dial.others)
        painter.drawEllipse(dial.toScreen(offset, theta), 0.6 * dot, 0.6 * dot);
    for (const bool survives : {false, true}) {
        std::vector<QPointF> dots;
        for (const FoundAlias& found : picture.numbers.aliases)
            if (picture.numbers.survives(found) == survives)
                dots.push_back(dial.toScreen(found.alias.offset, theta));
        painter.setBrush(survives ? style.query : faded(style.primary, style.background, 0.8));
        const double size = (survives ? 1.7 : 1.2) * dot;
        for (const QPointF& at : pointsApart(dots, closestDots * style.fontSize))
            painter.drawEllipse(at, size, size);
    }
    painter.setBrush(Qt::NoBrush);
    const QPointF shown = dial.toScreen(static_cast<std::int64_t>(shownOffset(context)), theta);
    painter.setPen(QPen(style.text, 1.5 * style.hairline));
    painter.drawEllipse(shown, 2.6 * dot, 2.6 * dot);
}

void paintAxis(QPainter& painter, const AliasPicture& picture, const Panel& panel, const FigureContext& context)
{
    const PaintStyle& style = context.style;
    const Frame frame = aliasFrame(picture, panel, style);
    paintGrid(painter, frame, style);
    drawHorizontal(painter, frame, 0.0, QPen(style.axis, style.hairline));
    for (const bool survives : {false, true}) {
        const QColor color = survives ? style.query : faded(style.primary, style.background, 0.8);
        std::vector<QPointF> dots;
        for (const FoundAlias& found : picture.numbers.aliases)
            if (picture.numbers.survives(found) == survives)
                dots.emplace_back(static_cast<double>(found.alias.offset),
                                  found.alias.error * 180.0 / std::numbers::pi);
        if (picture.numbers.aliases.size() <= 120)
            for (const QPointF& dot : dots)
                drawCurve(painter, frame, std::vector<QPointF>{{dot.x(), 0.0}, dot}, QPen(color, style.hairline));
        std::vector<QPointF> places;
        for (const QPointF& dot : dots)
            places.push_back(frame.toPosition(dot.x(), dot.y()));
        painter.setPen(Qt::NoPen);
        painter.setBrush(color);
        const double size = (survives ? 0.24 : 0.16) * style.fontSize;
        for (const QPointF& at : pointsApart(places, closestDots * style.fontSize))
            painter.drawEllipse(at, size, size);
        painter.setBrush(Qt::NoBrush);
    }
    const double shown = shownOffset(context);
    if (shown > 0.0)
        drawVertical(painter, frame, shown, QPen(style.highlight, 1.2 * style.hairline, Qt::DashLine, Qt::FlatCap));
    paintAxes(painter, frame, style);
}

void paintCounts(QPainter& painter, const AliasPicture& picture, const Panel& panel, const FigureContext& context)
{
    const PaintStyle& style = context.style;
    const Frame frame = aliasFrame(picture, panel, style);
    paintGrid(painter, frame, style);
    const int count = shownCounts(picture);
    const double width = std::min(0.7 * frame.plot.width() / count, 3.0 * style.fontSize);
    for (int k = 1; k <= count; ++k)
        drawColumn(painter, frame, k, 0.0, picture.numbers.left[static_cast<std::size_t>(k - 1)], width,
                   k == picture.numbers.pairs ? style.query : faded(style.primary, style.background, 0.8));
    if (context.highlight.pair) // with it, so many pairs look
        markColumn(painter, frame, *context.highlight.pair - picture.numbers.first + 1, style);
    paintAxes(painter, frame, style);
}

/// The closest aliases as a table: offset, error, and the pair that tells them apart.
void paintList(QPainter& painter, const AliasPicture& picture, const Panel& panel, const FigureContext& context)
{
    const PaintStyle& style = context.style;
    const double line = 1.35 * style.fontSize;
    const double columns[] = {0.0, 0.2, 0.42, 0.72, 1.0};
    QRectF row(panel.plot.left(), panel.plot.top(), panel.plot.width(), line);
    const auto drawRow = [&](const QStringList& cells, const QColor& color, bool bold) {
        for (int i = 0; i < 4; ++i)
            drawText(painter,
                     QRectF(row.left() + columns[i] * row.width(), row.top(),
                            (columns[i + 1] - columns[i]) * row.width() - 0.6 * style.fontSize, line),
                     cells[i], style,
                     {.size = 0.9 * style.fontSize,
                      .colour = color,
                      .bold = bold,
                      .alignment = Qt::AlignRight | Qt::AlignVCenter});
        row.translate(0.0, line);
    };
    drawRow(
        {QStringLiteral("offset"), QStringLiteral("degrees"), QStringLiteral("rad"), QStringLiteral("told by pair")},
        style.mutedText, false);
    const auto rows = static_cast<std::size_t>(std::max(0.0, panel.plot.height() / line));
    for (const FoundAlias& found : closestAliases(picture.numbers.aliases, rows)) {
        if (row.bottom() > panel.plot.bottom() + 0.5)
            return;
        const bool survives = picture.numbers.survives(found);
        drawRow({groupedNumber(static_cast<double>(found.alias.offset)), degreesText(found.alias.error, 3),
                 readableNumber(found.alias.error, 3), tellingWord(picture.numbers, found)},
                survives ? style.query : style.text, false);
    }
}

class AliasingFigure final : public Figure {
public:
    QString id() const override { return QStringLiteral("aliasing"); }
    QString title() const override { return QStringLiteral("Aliasing"); }
    QString description() const override
    {
        return QStringLiteral(
            "The offsets that the highlighted pair cannot tell from offset 0, and how the slower pairs after it tell "
            "them apart.");
    }
    QString subtitle(const ShownState& state) const override;
    QString describe(const ShownState& state) const override;
    void paint(QPainter& painter, const FigureContext& context) const override;
    Readout hover(const FigureContext& context, QPointF point) const override;
    std::optional<Change> drag(const FigureContext& context, const DragGesture& gesture) const override;
    std::optional<Change> step(const ShownState& state, int steps, bool vertical) const override;
    DataTable data(const ShownState& state) const override;
};

QString AliasingFigure::subtitle(const ShownState& state) const
{
    const AliasingNumbers numbers = aliasingNumbers(state);
    return QStringLiteral("pair %1 · %2 offsets within %3°")
        .arg(numbers.first)
        .arg(groupedNumber(static_cast<double>(numbers.aliases.size())))
        .arg(readableNumber(state.aliasing.toleranceDegrees));
}

QString AliasingFigure::describe(const ShownState& state) const
{
    const AliasingNumbers numbers = aliasingNumbers(state);
    QString text = aliasCaptions(numbers).first();
    for (const FoundAlias& found : closestAliases(numbers.aliases, 5))
        text += QStringLiteral(" Offset %1 comes back to within %2 (%3 rad); told apart by pair %4.")
                    .arg(groupedNumber(static_cast<double>(found.alias.offset)),
                         degreesText(std::abs(found.alias.error), 3), readableNumber(std::abs(found.alias.error), 3),
                         tellingWord(numbers, found));
    return text;
}

void AliasingFigure::paint(QPainter& painter, const FigureContext& context) const
{
    const AliasPicture picture = aliasPicture(context);
    const QStringList names = {QStringLiteral("Phase of pair %1").arg(picture.numbers.first),
                               QStringLiteral("Offsets that look like 0"), QStringLiteral("Left after k pairs"),
                               QStringLiteral("Closest offsets")};
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    for (const Panel& panel : picture.panels) {
        const auto part = static_cast<AliasPart>(panel.index);
        if (part == AliasPart::Circle)
            paintCircle(painter, picture, panel, context);
        else if (part == AliasPart::Axis)
            paintAxis(painter, picture, panel, context);
        else if (part == AliasPart::Counts)
            paintCounts(painter, picture, panel, context);
        else
            paintList(painter, picture, panel, context);
        drawPanelTitle(painter, panel, names, picture.panels.size() > 1 ? 4 : 1, context.style);
    }
    drawFigureParts(painter, picture.parts, context.style);
    painter.restore();
}

Readout AliasingFigure::hover(const FigureContext& context, QPointF point) const
{
    const AliasPicture picture = aliasPicture(context);
    if (const auto count = countAt(picture, context.style, point))
        return {QStringLiteral("%1 of %2 offsets are left when pairs %3 to %4 look")
                    .arg(picture.numbers.left[static_cast<std::size_t>(*count - 1)])
                    .arg(picture.numbers.aliases.size())
                    .arg(picture.numbers.first)
                    .arg(picture.numbers.first + *count - 1),
                {}};
    const auto found = aliasAt(picture, context.style, point);
    if (!found)
        return {};
    Readout readout;
    readout.highlight.pair = picture.numbers.first;
    readout.highlight.offset = -found->alias.offset;
    readout.text = QStringLiteral("offset %1: %2 (%3 rad) from offset 0 in pair %4; told apart by pair %5")
                       .arg(groupedNumber(static_cast<double>(found->alias.offset)), degreesText(found->alias.error, 3),
                            readableNumber(found->alias.error, 3), QString::number(picture.numbers.first),
                            tellingWord(picture.numbers, *found));
    return readout;
}

std::optional<Change> AliasingFigure::drag(const FigureContext& context, const DragGesture& gesture) const
{
    const AliasPicture picture = aliasPicture(context);
    if (const auto count = countAt(picture, context.style, gesture.press))
        return moveTo(gesture.startState, "aliasing.pairs",
                      countAt(picture, context.style, gesture.current).value_or(*count));
    const auto found = aliasAt(picture, context.style, gesture.press);
    if (!found)
        return std::nullopt;
    const std::int64_t offset = aliasAt(picture, context.style, gesture.current).value_or(*found).alias.offset;
    const bool fitsBefore = offset <= gesture.startState.positions.query;
    return pickOffset(gesture.startState, static_cast<double>(fitsBefore ? -offset : offset));
}

std::optional<Change> AliasingFigure::step(const ShownState& state, int steps, bool vertical) const
{
    return vertical ? moveBy(state, "aliasing.pairs", steps) : moveBy(state, "pair.highlighted", steps);
}

DataTable AliasingFigure::data(const ShownState& state) const
{
    const AliasingNumbers numbers = aliasingNumbers(state);
    DataTable table;
    table.columns = {{QStringLiteral("offset"), QStringLiteral("tokens"), {}},
                     {QStringLiteral("error"), QStringLiteral("rad"), {}},
                     {QStringLiteral("error_degrees"), QStringLiteral("degrees"), {}},
                     {QStringLiteral("pairs_fooled"), {}, {}}};
    for (const FoundAlias& found : numbers.aliases)
        addRow(table, {static_cast<double>(found.alias.offset), found.alias.error,
                       found.alias.error * 180.0 / std::numbers::pi, static_cast<double>(found.fooled)});
    table.note =
        QStringLiteral("One row per offset; pairs_fooled counts the pairs from pair %1 on that cannot tell it from "
                       "offset 0. ")
            .arg(numbers.first) +
        aliasCaptions(numbers).first();
    return table;
}

} // namespace

const Figure& aliasingFigure()
{
    static const AliasingFigure figure;
    return figure;
}

} // namespace rope

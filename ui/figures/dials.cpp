#include "ui/figures/all.h"
#include "ui/figures/kit/arrow.h"
#include "ui/figures/kit/figure_text.h"
#include "ui/figures/kit/label_search.h"
#include "ui/figures/kit/moves.h"
#include "ui/figures/kit/turned_pair.h"
#include "ui/paint/text.h"
#include "ui/paint/ticks.h"

#include <QPen>
#include <algorithm>
#include <cmath>
#include <numbers>

namespace rope {

namespace {

constexpr double degree = std::numbers::pi / 180.0;

/// Where the dials are: a grid read like text, pair 0 at the top left.
struct DialGrid {
    QRectF area;   ///< of the cells
    QRectF legend; ///< one line below; empty when there is no room
    int count = 0;
    int columns = 1;
    QSizeF cell;
    double radius = 1.0;
    double number = 0.0; ///< height kept below each dial for its number; 0: rows are numbered at the left

    QRectF cellOf(int pair) const
    {
        return {area.left() + (pair % columns) * cell.width(), area.top() + (pair / columns) * cell.height(),
                cell.width(), cell.height()};
    }
    QPointF centreOf(int pair) const
    {
        const QRectF box = cellOf(pair);
        return {box.center().x(), box.top() + (box.height() - number) / 2.0};
    }
    std::optional<int> pairAt(QPointF point) const
    {
        if (!area.contains(point))
            return std::nullopt;
        const int column = std::min(columns - 1, static_cast<int>((point.x() - area.left()) / cell.width()));
        const int pair = static_cast<int>((point.y() - area.top()) / cell.height()) * columns + column;
        return pair < count ? std::optional(pair) : std::nullopt;
    }
};

/// The number of columns that makes the dials largest; `number` is the height of a number below each.
int bestColumns(const QSizeF& size, int count, double number)
{
    int best = 1;
    double largest = 0.0;
    for (int columns = 1; columns <= count; ++columns) {
        const int rows = (count + columns - 1) / columns;
        const double side = std::min(size.width() / columns, size.height() / rows - number);
        if (side > largest) {
            largest = side;
            best = columns;
        }
    }
    return best;
}

double numberWidth(int count, const PaintStyle& style)
{
    return richTextSize(QString::number(std::max(0, count - 1)), style, {.size = 0.85 * style.fontSize}).width();
}

void divide(DialGrid& grid)
{
    grid.columns = bestColumns(grid.area.size(), grid.count, grid.number);
    const int rows = (grid.count + grid.columns - 1) / grid.columns;
    grid.cell = QSizeF(grid.area.width() / grid.columns, grid.area.height() / rows);
    grid.radius = 0.44 * std::min(grid.cell.width(), grid.cell.height() - grid.number);
}

DialGrid dialGrid(const QRectF& area, const PaintStyle& style, int count)
{
    DialGrid grid;
    grid.count = count;
    const QRectF inner = area.adjusted(style.margin, style.margin, -style.margin, -style.margin);
    const double line = captionHeight(1, style, style.fontSize);
    const double legend = inner.height() > 6.0 * line ? line : 0.0;
    grid.legend = QRectF(inner.left(), inner.bottom() - legend, inner.width(), legend);
    grid.area = QRectF(inner.topLeft(), QPointF(inner.right(), grid.legend.top() - (legend > 0 ? style.margin : 0)));
    grid.number = captionHeight(1, style, 0.85 * style.fontSize);
    divide(grid);
    if (grid.radius >= 1.1 * style.fontSize && grid.cell.width() >= 1.25 * numberWidth(count, style))
        return grid;
    grid.number = 0.0;
    grid.area.setLeft(inner.left() + numberWidth(count, style) + 0.5 * style.fontSize);
    divide(grid);
    return grid;
}

struct DialColors {
    QColor rim;
    QColor sector;
    QColor query;
    QColor key;
};

void drawHand(QPainter& painter, QPointF centre, double length, double angle, const QPen& pen)
{
    painter.setPen(pen);
    painter.drawLine(centre, centre + QPointF(length * std::cos(angle), -length * std::sin(angle)));
}

void drawDial(QPainter& painter, const DialGrid& grid, const TurnedPair& pair, const DialColors& colors,
              const PaintStyle& style)
{
    const QPointF centre = grid.centreOf(pair.pair);
    const double r = grid.radius;
    const bool hasBoth = pair.query.length > 0.0 && pair.key.length > 0.0;
    painter.setPen(QPen(colors.rim, std::min(style.hairline, 0.12 * r)));
    painter.setBrush(Qt::NoBrush);
    painter.drawEllipse(centre, r, r);
    if (hasBoth && std::abs(pair.between) > 0.25 * degree) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(colors.sector);
        painter.drawPie(QRectF(centre.x() - 0.92 * r, centre.y() - 0.92 * r, 1.84 * r, 1.84 * r),
                        static_cast<int>(std::lround(pair.turnedQuery.angle / degree * 16)),
                        static_cast<int>(std::lround(pair.between / degree * 16)));
    }
    const double width = std::clamp(0.11 * r, 0.8 * style.hairline, 1.5 * style.lineWidth);
    if (pair.query.length > 0.0)
        drawHand(painter, centre, 0.92 * r, pair.turnedQuery.angle,
                 QPen(colors.query, 1.7 * width, Qt::SolidLine, Qt::FlatCap));
    if (pair.key.length > 0.0)
        drawHand(painter, centre, 0.92 * r, pair.turnedKey.angle, QPen(colors.key, width, Qt::SolidLine, Qt::FlatCap));
}

void markDial(QPainter& painter, const DialGrid& grid, int pair, const QColor& color, double width)
{
    const QPointF centre = grid.centreOf(pair);
    const double radius = grid.radius + 0.5 * width;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(color, width));
    painter.drawEllipse(centre, radius, radius);
}

void numberDials(QPainter& painter, const DialGrid& grid, int marked, const PaintStyle& style)
{
    const double size = 0.85 * style.fontSize;
    const int step = grid.number > 0.0 ? 1 : grid.columns;
    const double line = captionHeight(1, style, size);
    const int every = std::max(1, static_cast<int>(std::ceil(line / std::max(1.0, grid.cell.height()))));
    for (int pair = 0; pair < grid.count; pair += step) {
        if (grid.number == 0.0 && (pair / step) % every != 0)
            continue;
        const QRectF cell = grid.cellOf(pair);
        const bool isMarked = grid.number > 0.0 && pair == marked;
        const QRectF box =
            grid.number > 0.0
                ? QRectF(cell.left(), grid.centreOf(pair).y() + grid.radius + 0.06 * grid.cell.height() / 2,
                         cell.width(), grid.number)
                : QRectF(cell.left() - cell.width() - 0.5 * style.fontSize, cell.center().y() - line / 2, cell.width(),
                         line);
        const Qt::Alignment alignment = grid.number > 0.0 ? Qt::AlignCenter : Qt::AlignRight | Qt::AlignVCenter;
        drawText(painter, grid.number > 0.0 ? box : box.adjusted(-100, 0, 0, 0), QString::number(pair), style,
                 {size, isMarked ? style.highlight : style.mutedText, isMarked, alignment});
    }
}

Label legendLabel(const PaintStyle& style, const ShownPlace& place, int detail)
{
    const QString m = groupedNumber(static_cast<double>(place.queryPosition));
    const QString n = groupedNumber(static_cast<double>(place.keyPosition));
    const QColor plain = style.mutedText;
    const QColor where = place.underPointer ? style.highlight : plain;
    Label label{{detail > 1 ? QStringLiteral("q turned by mθ_j") : QStringLiteral("R_m q"), style.query},
                {QStringLiteral("   "), plain},
                {detail > 1 ? QStringLiteral("k turned by nθ_j") : QStringLiteral("R_n k"), style.key}};
    if (detail > 0)
        label.push_back(
            {detail > 1 ? QStringLiteral("   tinted: the angle between") : QStringLiteral("   tinted: between"),
             style.highlight});
    label.push_back({QStringLiteral("   m = %1, n = %2").arg(m, n), where});
    return label;
}

void drawLegend(QPainter& painter, const DialGrid& grid, const PaintStyle& style, const ShownPlace& place)
{
    if (grid.legend.height() <= 0.0)
        return;
    for (int detail = 2; detail >= 0; --detail) {
        const Label label = legendLabel(style, place, detail);
        const QSizeF size = labelSize(label, style, style.fontSize);
        if (size.width() > grid.legend.width())
            continue;
        drawLabel(painter, label, style, style.fontSize, QRectF(grid.legend.topLeft(), size));
        return;
    }
}

class DialsFigure final : public Figure {
public:
    QString id() const override { return QStringLiteral("dials"); }
    QString title() const override { return QStringLiteral("Dials"); }
    QString description() const override
    {
        return QStringLiteral(
            "All pairs at once, each turning at its own speed: the first ones spin, the last barely move.");
    }
    QString subtitle(const ShownState& state) const override;
    QString describe(const ShownState& state) const override;
    void paint(QPainter& painter, const FigureContext& context) const override;
    Readout hover(const FigureContext& context, QPointF point) const override;
    std::optional<Change> drag(const FigureContext& context, const DragGesture& gesture) const override;
    std::optional<Change> step(const ShownState& state, int steps, bool vertical) const override;
    DataTable data(const ShownState& state) const override;
};

QString DialsFigure::subtitle(const ShownState& state) const
{
    const int count = pairCount(state);
    const QString m = groupedNumber(static_cast<double>(state.positions.query));
    const QString n = groupedNumber(static_cast<double>(state.positions.key));
    return QStringLiteral("%1 %2 · m = %3, n = %4")
        .arg(QString::number(count), count == 1 ? QStringLiteral("pair") : QStringLiteral("pairs"), m, n);
}

QString DialsFigure::describe(const ShownState& state) const
{
    const Schedule schedule = activeSchedule(state);
    const int last = pairCount(state) - 1;
    const auto phases = [&](int pair) {
        const TurnedPair turned = turnedPair(state, schedule, pair, state.positions.query, state.positions.key);
        return QStringLiteral("pair %1 has wavelength %2, m theta %3, n theta %4, difference %5")
            .arg(QString::number(pair), wavelengthText(turned.inverseFrequency), degreesText(turned.queryPhase),
                 degreesText(turned.keyPhase), degreesText(turned.difference));
    };
    return QStringLiteral("%1 dials, one per pair, at query position %2 and key position %3. First: %4. "
                          "Highlighted: %5. Last: %6.")
        .arg(last + 1)
        .arg(state.positions.query)
        .arg(state.positions.key)
        .arg(phases(0), phases(shownPlace(state, {}).pair), phases(last));
}

void DialsFigure::paint(QPainter& painter, const FigureContext& context) const
{
    const ExplorerState& state = context.state;
    const PaintStyle& style = context.style;
    const ShownPlace place = shownPlace(state, context.highlight);
    const DialGrid grid = dialGrid(context.area, style, pairCount(state));
    const Schedule schedule = activeSchedule(state);
    const DialColors colors{faded(style.axis, style.background, 0.4), faded(style.highlight, style.background, 0.22),
                            style.query, style.key};
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    for (int pair = 0; pair < grid.count; ++pair)
        drawDial(painter, grid, turnedPair(state, schedule, pair, place.queryPosition, place.keyPosition), colors,
                 style);
    const int selected = shownPlace(state, {}).pair;
    const double width = std::clamp(0.14 * grid.radius, style.hairline, 1.6 * style.lineWidth);
    markDial(painter, grid, selected, style.highlight, width);
    if (place.pair != selected)
        markDial(painter, grid, place.pair, style.text, width);
    numberDials(painter, grid, selected, style);
    drawLegend(painter, grid, style, place);
    painter.restore();
}

Readout DialsFigure::hover(const FigureContext& context, QPointF point) const
{
    const DialGrid grid = dialGrid(context.area, context.style, pairCount(context.state));
    const std::optional<int> pair = grid.pairAt(point);
    if (!pair)
        return {};
    const ShownPlace place = shownPlace(context.state, context.highlight);
    const TurnedPair turned =
        turnedPair(context.state, activeSchedule(context.state), *pair, place.queryPosition, place.keyPosition);
    Readout readout;
    readout.text = QStringLiteral("pair %1: mθ = %2, nθ = %3, (n − m)θ = %4, wavelength %5")
                       .arg(QString::number(*pair), degreesText(turned.queryPhase), degreesText(turned.keyPhase),
                            degreesText(turned.difference), wavelengthText(turned.inverseFrequency));
    readout.highlight.pair = *pair;
    return readout;
}

std::optional<Change> DialsFigure::drag(const FigureContext& context, const DragGesture& gesture) const
{
    const DialGrid grid = dialGrid(context.area, context.style, pairCount(gesture.startState));
    const std::optional<int> pressed = grid.pairAt(gesture.press);
    if (!pressed)
        return std::nullopt;
    return SetValue{"pair.highlighted", static_cast<double>(grid.pairAt(gesture.current).value_or(*pressed))};
}

std::optional<Change> DialsFigure::step(const ShownState& state, int steps, bool vertical) const
{
    return vertical ? moveBy(state, "positions.query", steps) : moveBy(state, "pair.highlighted", steps);
}

DataTable DialsFigure::data(const ShownState& state) const
{
    const QString rad = QStringLiteral("rad");
    DataTable table;
    table.columns = {{QStringLiteral("pair"), {}, {}},
                     {QStringLiteral("inverse_frequency"), QStringLiteral("rad/token"), {}},
                     {QStringLiteral("query_phase"), rad, {}},
                     {QStringLiteral("key_phase"), rad, {}},
                     {QStringLiteral("phase_difference"), rad, {}},
                     {QStringLiteral("angle_between"), rad, {}}};
    const Schedule schedule = activeSchedule(state);
    for (int pair = 0; pair < pairCount(state); ++pair) {
        const TurnedPair turned = turnedPair(state, schedule, pair, state.positions.query, state.positions.key);
        const double row[] = {static_cast<double>(pair), turned.inverseFrequency, turned.queryPhase,
                              turned.keyPhase,           turned.difference,       turned.between};
        for (std::size_t i = 0; i < table.columns.size(); ++i)
            table.columns[i].values.push_back(row[i]);
    }
    table.note = QStringLiteral("One row per pair at m = %1, n = %2; phases reduced to [-pi, pi].")
                     .arg(state.positions.query)
                     .arg(state.positions.key);
    return table;
}

} // namespace

const Figure& dialsFigure()
{
    static const DialsFigure figure;
    return figure;
}

} // namespace rope

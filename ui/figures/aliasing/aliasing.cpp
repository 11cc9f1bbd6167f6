#include "core/views/aliasing.h"
#include "core/rotation/rotation.h"
#include "ui/figures/all.h"
#include "ui/figures/kit/figure_text.h"
#include "ui/figures/kit/marks.h"
#include "ui/figures/kit/moves.h"
#include "ui/figures/kit/plot_parts.h"
#include "ui/paint/curve.h"
#include "ui/paint/text.h"
#include "ui/paint/ticks.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace rope {

namespace {

enum Part { Circle, Axis, Counts, List };
constexpr int mostCounts = 12;
constexpr int cloudOffsets = 240;
constexpr double closestDots = 0.05; ///< of the font size: dots nearer to one another look like one
constexpr double rowHeight = 1.35;   ///< of the list, in font sizes

using Numbers = std::shared_ptr<const AliasingNumbers>;

/// Circle and list above, axis and counts below; only circle and axis side by side where there is little room.
std::vector<Panel> arranged(const QRectF& body, const PaintStyle& style)
{
    const double title = 1.5 * style.fontSize;
    const double gap = style.fontSize;
    const auto panel = [title](int part, const QRectF& cell) {
        return Panel{part, QRectF(cell.topLeft(), QSizeF(cell.width(), title)), cell.adjusted(0, title, 0, 0)};
    };
    const auto split = [&](const QRectF& box, double share) {
        const double width = share * (box.width() - gap);
        return std::pair{QRectF(box.topLeft(), QSizeF(width, box.height())),
                         QRectF(box.left() + width + gap, box.top(), box.width() - width - gap, box.height())};
    };
    if (body.width() < 40.0 * style.fontSize || body.height() < 26.0 * style.fontSize) {
        const auto [left, right] = split(body, 0.4);
        return {panel(Circle, left), panel(Axis, right)};
    }
    const double upper = 0.52 * (body.height() - gap);
    const auto [circle, list] = split(QRectF(body.topLeft(), QSizeF(body.width(), upper)), 0.45);
    const auto [axis, counts] = split(QRectF(QPointF(body.left(), body.top() + upper + gap), body.bottomRight()), 0.6);
    return {panel(Circle, circle), panel(Axis, axis), panel(Counts, counts), panel(List, list)};
}

QStringList captions(const AliasingNumbers& numbers)
{
    const QString tolerance = readableNumber(numbers.tolerance * 180.0 / std::numbers::pi) + QStringLiteral("°");
    const QString limit = groupedNumber(static_cast<double>(numbers.limit));
    const QString count = groupedNumber(static_cast<double>(numbers.aliases.size()));
    const QString together = numbers.pairs == 1 ? QString()
                                                : QStringLiteral("; for pairs %1 to %2 together: %3")
                                                      .arg(numbers.first)
                                                      .arg(numbers.first + numbers.pairs - 1)
                                                      .arg(groupedNumber(numbers.together()));
    if (numbers.theta[numbers.first] == 0.0)
        return {QStringLiteral("Pair %1 does not turn: it tells no offsets apart.").arg(numbers.first)};
    return {QStringLiteral("Offsets 1 to %1 that pair %2 (θ = %3 rad/token) brings back to within %4 of offset 0: "
                           "%5%6. Radius in the dial: log offset.")
                .arg(limit, QString::number(numbers.first), readableNumber(numbers.theta[numbers.first]), tolerance,
                     count, together),
            QStringLiteral("Of offsets 1 to %1, %2 within %3 of 0%4.").arg(limit, count, tolerance, together),
            QStringLiteral("Within %1, up to %2: %3 offsets.").arg(tolerance, limit, count),
            QStringLiteral("%1 offsets within %2").arg(count, tolerance)};
}

QString tellingWord(const AliasingNumbers& numbers, const FoundAlias& found)
{
    const auto pair = tellingPair(numbers, found);
    return pair ? QString::number(*pair) : QStringLiteral("none");
}

double degreesOf(double radians)
{
    return radians * 180.0 / std::numbers::pi;
}

/// What survives every pair that looks, and what one of them tells apart.
QString nameOf(const AliasingNumbers& numbers, bool survives)
{
    if (!survives)
        return numbers.pairs > 1 ? QStringLiteral("told apart") : QString();
    return numbers.pairs == 1 ? QStringLiteral("looks like 0")
                              : QStringLiteral("like 0 for all %1 pairs").arg(numbers.pairs);
}

QColor colourOf(bool survives, const PaintStyle& style)
{
    return survives ? style.query : blended(style.background, style.primary, 0.8);
}

std::int64_t shownOffset(const FigureContext& context)
{
    return std::abs(context.highlight.offset.value_or(context.state.positions.key - context.state.positions.query));
}

/// A dial whose angle is the phase and whose radius grows with the offset (by its logarithm).
struct Dial {
    QPointF centre;
    double radius;
    double limit;
    double theta;

    Dial(const AliasingNumbers& numbers, const QRectF& plot, const PaintStyle& style)
        : centre(plot.center())
        , radius(0.5 * std::min(plot.width(), plot.height()) - 0.3 * style.fontSize)
        , limit(static_cast<double>(numbers.limit))
        , theta(numbers.theta[numbers.first])
    {}

    QPointF toScreen(std::int64_t offset) const
    {
        const double share = std::log1p(static_cast<double>(offset)) / std::log1p(limit);
        const double distance = radius * std::min(1.0, 0.12 + 0.88 * share);
        const double angle = phase(offset, theta);
        return centre + QPointF(distance * std::cos(angle), -distance * std::sin(angle));
    }
};

void paintDots(QPainter& painter, const std::vector<QPointF>& dots, const QColor& colour, double radius)
{
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    for (const QPointF& at : dots)
        painter.drawEllipse(at, radius, radius);
    painter.setBrush(Qt::NoBrush);
}

/// The first offsets, for the cloud behind the aliases.
std::vector<QPointF> cloudOf(const Dial& dial)
{
    std::vector<QPointF> cloud;
    std::int64_t before = 0;
    for (int i = 1; i <= cloudOffsets; ++i) {
        const auto offset = static_cast<std::int64_t>(std::pow(dial.limit, static_cast<double>(i) / cloudOffsets));
        if (offset > before)
            cloud.push_back(dial.toScreen(offset));
        before = offset;
    }
    return cloud;
}

void paintWedge(QPainter& painter, const Dial& dial, double tolerance, const PaintStyle& style)
{
    const double wedge = degreesOf(tolerance);
    const QRectF box(dial.centre - QPointF(dial.radius, dial.radius), QSizeF(2 * dial.radius, 2 * dial.radius));
    painter.setPen(Qt::NoPen);
    painter.setBrush(blended(style.background, style.highlight, 0.25));
    painter.drawPie(box, static_cast<int>(std::lround(-wedge * 16)), static_cast<int>(std::lround(2 * wedge * 16)));
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(blended(style.background, style.axis, 0.5), style.hairline));
    painter.drawEllipse(dial.centre, dial.radius, dial.radius);
    painter.drawLine(dial.centre, dial.centre + QPointF(dial.radius, 0));
}

void paintCircle(QPainter& painter, const AliasingNumbers& numbers, const QRectF& plot, std::int64_t shown,
                 const PaintStyle& style)
{
    const Dial dial(numbers, plot, style);
    const double dot = 0.13 * style.fontSize;
    paintWedge(painter, dial, numbers.tolerance, style);
    paintDots(painter, cloudOf(dial), blended(style.background, style.secondary, 0.55), 0.6 * dot);
    for (const bool survives : {false, true}) {
        std::vector<QPointF> dots;
        for (const FoundAlias& found : numbers.aliases)
            if (numbers.survives(found) == survives)
                dots.push_back(dial.toScreen(found.alias.offset));
        paintDots(painter, pointsApart(dots, closestDots * style.fontSize), colourOf(survives, style),
                  (survives ? 1.7 : 1.2) * dot);
    }
    painter.setPen(QPen(style.text, 1.5 * style.hairline));
    painter.drawEllipse(dial.toScreen(shown), 2.6 * dot, 2.6 * dot);
}

OwnPanel circleOf(const Numbers& numbers, const FigureContext& context)
{
    OwnPanel panel;
    panel.paint = [numbers, shown = shownOffset(context), &style = context.style](QPainter& painter,
                                                                                  const QRectF& plot) {
        paintCircle(painter, *numbers, plot, shown, style);
    };
    for (const bool survives : {true, false})
        if (const QString name = nameOf(*numbers, survives); !name.isEmpty())
            panel.legend.push_back({name, QPen(colourOf(survives, context.style), 1.0), true});
    return panel;
}

ChartSpec axisOf(const AliasingNumbers& numbers, const FigureContext& context)
{
    constexpr std::size_t mostStems = 120;
    constexpr double gap = std::numeric_limits<double>::quiet_NaN();
    const PaintStyle& style = context.style;
    const double reach = 1.15 * degreesOf(numbers.tolerance);
    const std::int64_t shown = shownOffset(context);
    ChartSpec chart;
    chart.frame.bottom = {.minimum = 0.0,
                          .maximum = static_cast<double>(numbers.limit),
                          .integers = true,
                          .title = QStringLiteral("offset (tokens)"),
                          .ticks = {}};
    chart.frame.left = {.minimum = -reach, .maximum = reach, .title = QStringLiteral("error (degrees)"), .ticks = {}};
    chart.lines.push_back({Qt::Horizontal, 0.0, {}, style.axis, Qt::SolidLine, style.hairline});
    for (const bool survives : {false, true}) {
        ChartSeries dots{.name = nameOf(numbers, survives),
                         .points = {},
                         .colour = colourOf(survives, style),
                         .markerSize = (survives ? 0.48 : 0.32) * style.fontSize};
        ChartSeries stems{.name = {}, .points = {}, .colour = dots.colour, .width = style.hairline};
        for (const FoundAlias& found : numbers.aliases) {
            if (numbers.survives(found) != survives)
                continue;
            const QPointF dot(static_cast<double>(found.alias.offset), degreesOf(found.alias.error));
            dots.points.push_back(dot);
            if (numbers.aliases.size() <= mostStems)
                stems.points.insert(stems.points.end(), {{dot.x(), 0.0}, dot, {gap, gap}});
        }
        chart.series.push_back(std::move(stems));
        chart.series.push_back(std::move(dots));
    }
    if (shown > 0)
        chart.lines.push_back(
            {Qt::Vertical, static_cast<double>(shown), {}, style.highlight, Qt::DashLine, 1.2 * style.hairline});
    return chart;
}

int shownCounts(const AliasingNumbers& numbers)
{
    return std::min(std::max(mostCounts, numbers.pairs), static_cast<int>(numbers.left.size()));
}

ChartSpec countsOf(const AliasingNumbers& numbers, const FigureContext& context)
{
    ChartSpec chart;
    chart.frame.bottom = {.minimum = 0.5,
                          .maximum = shownCounts(numbers) + 0.5,
                          .integers = true,
                          .title = QStringLiteral("pairs that look, from pair %1 on").arg(numbers.first),
                          .ticks = {}};
    chart.frame.left = {.minimum = 0.0,
                        .maximum = std::max(1.0, 1.08 * numbers.left.front()),
                        .integers = true,
                        .title = QStringLiteral("offsets"),
                        .ticks = {}};
    ChartColumns now{.fill = colourOf(true, context.style)};
    ChartColumns others{.fill = colourOf(false, context.style)};
    for (int k = 1; k <= shownCounts(numbers); ++k)
        (k == numbers.pairs ? now : others)
            .columns.push_back(
                {static_cast<double>(k), 0.0, static_cast<double>(numbers.left[static_cast<std::size_t>(k - 1)])});
    chart.columns = {std::move(others), std::move(now)};
    if (const auto& pair = context.highlight.pair) // with it, so many pairs look
        chart.lines.push_back({Qt::Vertical,
                               *pair - numbers.first + 1.0,
                               {},
                               context.style.highlight,
                               Qt::DashLine,
                               1.5 * context.style.hairline});
    return chart;
}

/// The closest aliases as a table: offset, error, and the pair that tells them apart.
void paintList(QPainter& painter, const AliasingNumbers& numbers, const QRectF& plot, const PaintStyle& style)
{
    const double line = rowHeight * style.fontSize;
    const double columns[] = {0.0, 0.2, 0.42, 0.72, 1.0};
    QRectF row(plot.left(), plot.top(), plot.width(), line);
    const auto drawRow = [&](const QStringList& cells, const QColor& colour) {
        for (int i = 0; i < 4; ++i)
            drawText(painter,
                     QRectF(row.left() + columns[i] * row.width(), row.top(),
                            (columns[i + 1] - columns[i]) * row.width() - 0.6 * style.fontSize, line),
                     cells[i], style,
                     {.size = 0.9 * style.fontSize, .colour = colour, .alignment = Qt::AlignRight | Qt::AlignVCenter});
        row.translate(0.0, line);
    };
    drawRow(
        {QStringLiteral("offset"), QStringLiteral("degrees"), QStringLiteral("rad"), QStringLiteral("told by pair")},
        style.mutedText);
    const auto rows = static_cast<std::size_t>(std::max(0.0, plot.height() / line));
    for (const FoundAlias& found : closestAliases(numbers.aliases, rows)) {
        if (row.bottom() > plot.bottom() + 0.5)
            return;
        drawRow({groupedNumber(static_cast<double>(found.alias.offset)), degreesText(found.alias.error, 3),
                 readableNumber(found.alias.error, 3), tellingWord(numbers, found)},
                numbers.survives(found) ? colourOf(true, style) : style.text);
    }
}

/// The alias nearest to a place of a panel, by what `away` says, within a finger's reach.
template <class Away>
std::optional<FoundAlias> nearestAlias(const AliasingNumbers& numbers, const PaintStyle& style, Away away)
{
    std::optional<FoundAlias> best;
    double least = std::max(8.0, 0.9 * style.fontSize);
    for (const FoundAlias& found : numbers.aliases)
        if (const double distance = away(found); distance < least) {
            least = distance;
            best = found;
        }
    return best;
}

std::optional<FoundAlias> aliasAt(const AliasingNumbers& numbers, Part part, const PaintStyle& style,
                                  const PanelPoint& point)
{
    if (part == Axis)
        return nearestAlias(numbers, style, [&](const FoundAlias& found) {
            return std::abs(point.frame.x.toPosition(static_cast<double>(found.alias.offset)) - point.at.x());
        });
    if (part == Circle)
        return nearestAlias(numbers, style,
                            [&, dial = Dial(numbers, point.frame.plot, style)](const FoundAlias& found) {
                                const QPointF off = dial.toScreen(found.alias.offset) - point.at;
                                return std::hypot(off.x(), off.y());
                            });
    const double line = (point.at.y() - point.frame.plot.top()) / (rowHeight * style.fontSize);
    const auto row = static_cast<std::size_t>(std::max(0.0, line));
    const std::vector<FoundAlias> rows = closestAliases(numbers.aliases, row);
    return row >= 1 && row == rows.size() ? std::optional(rows.back()) : std::nullopt;
}

Readout readAlias(const AliasingNumbers& numbers, const std::optional<FoundAlias>& found)
{
    if (!found)
        return {};
    Readout readout;
    readout.highlight.pair = numbers.first;
    readout.highlight.offset = -found->alias.offset;
    readout.text =
        QStringLiteral("offset %1: %2 (%3 rad) from offset 0 in pair %4; told apart by pair %5")
            .arg(groupedNumber(static_cast<double>(found->alias.offset)), degreesText(found->alias.error, 3),
                 readableNumber(found->alias.error, 3), QString::number(numbers.first), tellingWord(numbers, *found));
    return readout;
}

/// The key goes before the query where there is room.
std::optional<Change> pickAlias(const std::optional<FoundAlias>& from, const std::optional<FoundAlias>& to,
                                const ExplorerState& start)
{
    if (!from)
        return std::nullopt;
    const std::int64_t offset = to.value_or(*from).alias.offset;
    return pickOffset(start, static_cast<double>(offset <= start.positions.query ? -offset : offset));
}

int countAt(const AliasingNumbers& numbers, const PanelPoint& point)
{
    return std::clamp(static_cast<int>(std::lround(point.value.x())), 1, shownCounts(numbers));
}

Readout readCount(const AliasingNumbers& numbers, int count)
{
    return {QStringLiteral("%1 of %2 offsets are left when pairs %3 to %4 look")
                .arg(numbers.left[static_cast<std::size_t>(count - 1)])
                .arg(numbers.aliases.size())
                .arg(numbers.first)
                .arg(numbers.first + count - 1),
            {}};
}

/// A panel in which aliases can be pointed at.
PanelSpec aliasPanel(const Numbers& numbers, Part part, const char* id, const QString& title,
                     std::variant<ChartSpec, MarkedMatrix, OwnPanel> body, const PaintStyle& style)
{
    const auto at = [numbers, part, &style](const PanelPoint& point) {
        return aliasAt(*numbers, part, style, point);
    };
    return {QString::fromLatin1(id), title, std::move(body),
            [numbers, at](const PanelPoint& point) { return readAlias(*numbers, at(point)); },
            [at](const PanelPoint& from, const PanelPoint& to, const ExplorerState& start) {
                return pickAlias(at(from), at(to), start);
            }};
}

PanelPicture pictureOf(const FigureContext& context)
{
    const auto numbers = std::make_shared<const AliasingNumbers>(aliasingNumbers(context.state));
    const PaintStyle& style = context.style;
    const OwnPanel list{[numbers, &style](QPainter& painter, const QRectF& plot) {
        paintList(painter, *numbers, plot, style);
    }};
    const PanelSpec counts{QStringLiteral("counts"), QStringLiteral("Left after k pairs"), countsOf(*numbers, context),
                           [numbers](const PanelPoint& point) { return readCount(*numbers, countAt(*numbers, point)); },
                           [numbers](const PanelPoint&, const PanelPoint& to, const ExplorerState& start) {
                               return moveTo(start, "aliasing.pairs", countAt(*numbers, to));
                           }};
    return {.panels = {aliasPanel(numbers, Circle, "circle", QStringLiteral("Phase of pair %1").arg(numbers->first),
                                  circleOf(numbers, context), style),
                       aliasPanel(numbers, Axis, "axis", QStringLiteral("Offsets that look like 0"),
                                  axisOf(*numbers, context), style),
                       counts, aliasPanel(numbers, List, "list", QStringLiteral("Closest offsets"), list, style)},
            .captions = captions(*numbers),
            .arrange = [&style](const QRectF& body) {
                return arranged(body, style);
            }};
}

QString subtitle(const ShownState& state)
{
    const AliasingNumbers numbers = aliasingNumbers(state);
    return QStringLiteral("pair %1 · %2 offsets within %3°")
        .arg(numbers.first)
        .arg(groupedNumber(static_cast<double>(numbers.aliases.size())))
        .arg(readableNumber(state.aliasing.toleranceDegrees));
}

QString describe(const ShownState& state)
{
    const AliasingNumbers numbers = aliasingNumbers(state);
    QString text = captions(numbers).first();
    for (const FoundAlias& found : closestAliases(numbers.aliases, 5))
        text += QStringLiteral(" Offset %1 comes back to within %2 (%3 rad); told apart by pair %4.")
                    .arg(groupedNumber(static_cast<double>(found.alias.offset)),
                         degreesText(std::abs(found.alias.error), 3), readableNumber(std::abs(found.alias.error), 3),
                         tellingWord(numbers, found));
    return text;
}

DataTable data(const ShownState& state)
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
        captions(numbers).first();
    return table;
}

} // namespace

const Figure& aliasingFigure()
{
    static const PanelFigure figure(
        {.head = {"aliasing", "Aliasing",
                  "The offsets that the highlighted pair cannot tell from offset 0, and how "
                  "the slower pairs after it tell them apart."},
         .picture = pictureOf,
         .subtitle = subtitle,
         .describe = describe,
         .data = data,
         .steps = {.across = "pair.highlighted", .along = "aliasing.pairs"}});
    return figure;
}

} // namespace rope

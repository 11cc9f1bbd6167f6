#include "ui/figures/aliasing/alias_picture.h"

#include "core/rotation/rotation.h"
#include "ui/figures/kit/arrow.h"
#include "ui/figures/kit/turned_pair.h"
#include "ui/paint/ticks.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

namespace rope {

namespace {

constexpr int mostCounts = 12;
constexpr int cloudOffsets = 240;

const Panel* panelOf(const AliasPicture& picture, AliasPart part)
{
    for (const Panel& panel : picture.panels)
        if (panel.index == static_cast<int>(part))
            return &panel;
    return nullptr;
}

/// Circle and list above, axis and counts below; only circle and axis side by side where there is little room.
std::vector<Panel> placed(const QRectF& body, const PaintStyle& style, int chosen)
{
    if (chosen >= 1 && chosen <= 4)
        return panelsOf(body, style, 4, chosen);
    const double title = 1.5 * style.fontSize;
    const double gap = style.fontSize;
    const auto panel = [title](AliasPart part, const QRectF& cell) {
        return Panel{static_cast<int>(part), QRectF(cell.topLeft(), QSizeF(cell.width(), title)),
                     cell.adjusted(0, title, 0, 0)};
    };
    const auto split = [&](const QRectF& box, double share) {
        const double width = share * (box.width() - gap);
        return std::pair{QRectF(box.topLeft(), QSizeF(width, box.height())),
                         QRectF(box.left() + width + gap, box.top(), box.width() - width - gap, box.height())};
    };
    if (body.width() < 40.0 * style.fontSize || body.height() < 26.0 * style.fontSize) {
        const auto [left, right] = split(body, 0.4);
        return {panel(AliasPart::Circle, left), panel(AliasPart::Axis, right)};
    }
    const double upper = 0.52 * (body.height() - gap);
    const auto [circle, list] = split(QRectF(body.topLeft(), QSizeF(body.width(), upper)), 0.45);
    const auto [axis, counts] = split(QRectF(QPointF(body.left(), body.top() + upper + gap), body.bottomRight()), 0.6);
    return {panel(AliasPart::Circle, circle), panel(AliasPart::Axis, axis), panel(AliasPart::Counts, counts),
            panel(AliasPart::List, list)};
}

} // namespace

AliasPicture aliasPicture(const FigureContext& context)
{
    AliasPicture picture{aliasingNumbers(context.state), {}, {}};
    const PaintStyle& style = context.style;
    const QString pairs = picture.numbers.pairs == 1
                              ? QStringLiteral("looks like 0")
                              : QStringLiteral("like 0 for all %1 pairs").arg(picture.numbers.pairs);
    std::vector<LegendEntry> legend = {{pairs, QPen(style.query, 1.0), true, false}};
    if (picture.numbers.pairs > 1)
        legend.push_back(
            {QStringLiteral("told apart"), QPen(faded(style.primary, style.background, 0.8), 1.0), true, false});
    picture.parts = divideFigure(context.area, style, legend, aliasCaptions(picture.numbers));
    picture.panels = placed(picture.parts.body, style, context.state.view.panel);
    return picture;
}

QStringList aliasCaptions(const AliasingNumbers& numbers)
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

QPointF AliasDial::toScreen(std::int64_t offset, double theta) const
{
    const double share = std::log1p(static_cast<double>(offset)) / std::log1p(limit);
    const double distance = radius * std::min(1.0, 0.12 + 0.88 * share);
    const double angle = phase(offset, theta);
    return centre + QPointF(distance * std::cos(angle), -distance * std::sin(angle));
}

AliasDial aliasDial(const AliasPicture& picture, const Panel& panel, const PaintStyle& style)
{
    AliasDial dial;
    dial.radius = 0.5 * std::min(panel.plot.width(), panel.plot.height()) - 0.3 * style.fontSize;
    dial.centre = panel.plot.center();
    dial.limit = static_cast<double>(picture.numbers.limit);
    std::int64_t before = 0;
    for (int i = 1; i <= cloudOffsets; ++i) {
        const auto offset = static_cast<std::int64_t>(std::pow(dial.limit, static_cast<double>(i) / cloudOffsets));
        if (offset > before)
            dial.others.push_back(offset);
        before = offset;
    }
    return dial;
}

int shownCounts(const AliasPicture& picture)
{
    return std::min(std::max(mostCounts, picture.numbers.pairs), static_cast<int>(picture.numbers.left.size()));
}

Frame aliasFrame(const AliasPicture& picture, const Panel& panel, const PaintStyle& style)
{
    FrameSpec spec;
    if (panel.index == static_cast<int>(AliasPart::Counts)) {
        spec.bottom = {.minimum = 0.5,
                       .maximum = shownCounts(picture) + 0.5,
                       .integers = true,
                       .title = QStringLiteral("pairs that look, from pair %1 on").arg(picture.numbers.first),
                       .ticks = {}};
        spec.left = {.minimum = 0.0,
                     .maximum = std::max(1.0, 1.08 * picture.numbers.left.front()),
                     .integers = true,
                     .title = QStringLiteral("offsets"),
                     .ticks = {}};
        return layoutFrame(panel.plot, spec, style);
    }
    const double reach = 1.15 * picture.numbers.tolerance * 180.0 / std::numbers::pi;
    spec.bottom = {.minimum = 0.0,
                   .maximum = static_cast<double>(picture.numbers.limit),
                   .integers = true,
                   .title = QStringLiteral("offset (tokens)"),
                   .ticks = {}};
    spec.left = {.minimum = -reach, .maximum = reach, .title = QStringLiteral("error (degrees)"), .ticks = {}};
    return layoutFrame(panel.plot, spec, style);
}

std::vector<QPointF> pointsApart(const std::vector<QPointF>& points, double side)
{
    std::set<std::pair<std::int64_t, std::int64_t>> taken;
    std::vector<QPointF> apart;
    for (const QPointF& point : points)
        if (taken.insert({std::llround(point.x() / side), std::llround(point.y() / side)}).second)
            apart.push_back(point);
    return apart;
}

std::optional<FoundAlias> aliasAt(const AliasPicture& picture, const PaintStyle& style, QPointF point)
{
    const double reach = std::max(8.0, 0.9 * style.fontSize);
    std::optional<FoundAlias> best;
    double least = reach;
    const auto consider = [&](const FoundAlias& found, double away) {
        if (away < least) {
            least = away;
            best = found;
        }
    };
    if (const Panel* axis = panelOf(picture, AliasPart::Axis); axis && axis->plot.contains(point)) {
        const Frame frame = aliasFrame(picture, *axis, style);
        for (const FoundAlias& found : picture.numbers.aliases)
            consider(found, std::abs(frame.x.toPosition(static_cast<double>(found.alias.offset)) - point.x()));
    }
    if (const Panel* circle = panelOf(picture, AliasPart::Circle); circle && circle->plot.contains(point)) {
        const AliasDial dial = aliasDial(picture, *circle, style);
        for (const FoundAlias& found : picture.numbers.aliases) {
            const QPointF off = dial.toScreen(found.alias.offset, picture.numbers.theta[picture.numbers.first]) - point;
            consider(found, std::hypot(off.x(), off.y()));
        }
    }
    if (const Panel* list = panelOf(picture, AliasPart::List); list && list->plot.contains(point)) {
        const auto row = static_cast<std::size_t>((point.y() - list->plot.top()) / (1.35 * style.fontSize));
        const std::vector<FoundAlias> rows = closestAliases(picture.numbers.aliases, row);
        if (row >= 1 && row == rows.size())
            return rows.back();
    }
    return best;
}

std::optional<int> countAt(const AliasPicture& picture, const PaintStyle& style, QPointF point)
{
    const Panel* counts = panelOf(picture, AliasPart::Counts);
    if (!counts)
        return std::nullopt;
    const Frame frame = aliasFrame(picture, *counts, style);
    if (!frame.plot.contains(point))
        return std::nullopt;
    return std::clamp(static_cast<int>(std::lround(frame.x.toValue(point.x()))), 1, shownCounts(picture));
}

} // namespace rope

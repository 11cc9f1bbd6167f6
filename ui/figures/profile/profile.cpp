#include "core/state/derived.h"
#include "ui/figures/all.h"
#include "ui/figures/kit/figure_text.h"
#include "ui/figures/kit/marks.h"
#include "ui/figures/kit/moves.h"
#include "ui/figures/kit/panel_figure.h"
#include "ui/figures/profile/profile_chart.h"
#include "ui/figures/profile/profile_numbers.h"
#include "ui/paint/text.h"
#include "ui/paint/ticks.h"

#include <algorithm>
#include <cmath>

namespace rope {
namespace {

constexpr std::int64_t preparedColumns = 2048;

std::int64_t currentOffset(const ExplorerState& state)
{
    return state.positions.key - state.positions.query;
}

QString offsetText(std::int64_t offset)
{
    return groupedNumber(static_cast<double>(offset));
}

QString quantityWord(const ExplorerState& state)
{
    switch (state.sequence.quantity) {
    case Quantity::Product:
        return "product";
    case Quantity::Score:
        return "score";
    case Quantity::Attention:
        return "attention";
    }
    return {};
}

/// Columns of the plot in device pixels.
std::int64_t columnsOf(const FigureContext& context)
{
    return std::clamp<std::int64_t>(std::llround(context.area.width() * context.deviceScale), 64, 4096);
}

/// The numbers of a picture: prepared ahead, or computed now; nothing while they are not ready.
std::optional<ProfileNumbers> numbersOf(const FigureContext& context)
{
    if (const auto* prepared = dynamic_cast<const ProfileNumbers*>(context.prepared))
        return withColumns(*prepared, columnsOf(context));
    if (profileTakesLong(context.state))
        return std::nullopt;
    return profileNumbers(context.state, columnsOf(context));
}

Readout readOffset(const ExplorerState& state, const PanelPoint& point)
{
    const double span = static_cast<double>(state.view.profileSpan);
    const std::int64_t offset = std::llround(std::clamp(point.value.x(), -span, span));
    const std::optional<double> value = profileValue(state, offset);
    const int pair = std::clamp(state.highlightedPair, 0, pairCount(state) - 1);
    Readout readout;
    readout.text =
        QString::fromUtf8("offset n − m = %1: %2 %3; pair %4 adds %5")
            .arg(offsetText(offset), quantityWord(state), value ? readableNumber(*value) : QString("masked"),
                 QString::number(pair), readableNumber(scoreAt(pairAlone(activeScore(state), pair), offset), 3));
    readout.highlight.offset = offset;
    return readout;
}

OwnPanel waiting(const PaintStyle& style)
{
    return {[&style](QPainter& painter, const QRectF& plot) {
        drawText(painter, plot, "computing the profile", style,
                 {.colour = style.mutedText, .alignment = Qt::AlignCenter});
    }};
}

PanelPicture pictureOf(const FigureContext& context)
{
    const std::optional<ProfileNumbers> numbers = numbersOf(context);
    if (!numbers)
        return {.panels = {{"profile", "Score against offset", waiting(context.style)}}};
    return {.panels = {{"profile", "Score against offset",
                        profileChart(*numbers, context.state, context.highlight.offset, context.style),
                        [&state = context.state](const PanelPoint& point) { return readOffset(state, point); },
                        pickOffsetUnder}}};
}

std::optional<Change> zoom(const ExplorerState& state, double steps)
{
    const double span = static_cast<double>(state.view.profileSpan);
    const double wanted = std::round(span * std::pow(2.0, -0.5 * steps));
    const double moved = wanted == span ? span - std::copysign(1.0, steps) : wanted;
    return moveTo(state, "view.profile_span", std::max(1.0, moved));
}

QString subtitle(const ShownState& state)
{
    const QString content =
        state.sequence.content == ContentKind::Identical ? QString() : QString(", identical content");
    if (state.sequence.quantity == Quantity::Attention)
        return QString("attention of query %1%2").arg(offsetText(state.positions.query), content);
    if (pairCount(state) == 1)
        return "the only pair" + content;
    return QString::fromUtf8("all %1 pairs · pair %2 alone%3")
        .arg(pairCount(state))
        .arg(state.highlightedPair)
        .arg(content);
}

QString describe(const ShownState& state)
{
    const std::int64_t offset = currentOffset(state);
    const std::optional<double> value = profileValue(state, offset);
    QString text =
        QString("%1 of identical content against the offset n - m from %2 to %3 tokens. ")
            .arg(quantityWord(state), offsetText(-state.view.profileSpan), offsetText(state.view.profileSpan));
    text[0] = text[0].toUpper();
    return text + QString("At the present offset %1 it is %2.")
                      .arg(offsetText(offset), value ? readableNumber(*value) : QString("masked"));
}

DataTable data(const ShownState& state)
{
    const ProfileNumbers numbers = *profileNumbers(state, preparedColumns);
    const bool reduced = numbers.perColumn > 1;
    DataTable table;
    table.columns.push_back({"offset", "tokens", numbers.all.offset});
    const auto add = [&](const QString& name, const OffsetCurve& curve) {
        if (curve.offset.empty())
            return;
        table.columns.push_back({reduced ? name + "_lowest" : name, {}, curve.lowest});
        if (reduced)
            table.columns.push_back({name + "_highest", {}, curve.highest});
    };
    add(quantityWord(state), numbers.all);
    add(QString("pair_%1").arg(state.highlightedPair), numbers.one);
    add("envelope", numbers.envelope);
    table.note =
        reduced ? QString("One row per %1 offsets: the lowest and the highest value among them.").arg(numbers.perColumn)
                : QString("One row per offset n - m.");
    if (state.sequence.quantity == Quantity::Attention)
        table.note += " Where the query sees no key, the weight is no number.";
    return table;
}

std::shared_ptr<const Prepared> prepare(const ShownState& state, const WorkControl& control, const Prepared*)
{
    control.report(0.0);
    std::optional<ProfileNumbers> numbers = profileNumbers(state, preparedColumns, control);
    if (!numbers)
        return nullptr;
    control.report(1.0);
    return std::make_shared<const ProfileNumbers>(std::move(*numbers));
}

} // namespace

const Figure& profileFigure()
{
    static const PanelFigure figure(
        {.head = {"profile", "Score against offset",
                  "The score of identical content at every offset n − m: all pairs together, their envelope, and the "
                  "highlighted pair alone."},
         .picture = pictureOf,
         .subtitle = subtitle,
         .describe = describe,
         .data = data,
         .steps = {.across = "positions.key"},
         .zoom = zoom,
         .needsPreparation = [](const ShownState& state, const Prepared*) { return profileTakesLong(state); },
         .prepare = prepare});
    return figure;
}

} // namespace rope

#include "ui/figures/profile/profile_chart.h"

#include "ui/paint/ticks.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rope {
namespace {

QString axisTitle(Quantity quantity)
{
    switch (quantity) {
    case Quantity::Product:
        return QString::fromUtf8("product (R_m q)·(R_n k)");
    case Quantity::Score:
        return QString::fromUtf8("score (R_m q)·(R_n k) / √d");
    case Quantity::Attention:
        return "attention probability";
    }
    return {};
}

std::vector<QPointF> pointsOf(const std::vector<double>& offsets, const std::vector<double>& values, double factor)
{
    std::vector<QPointF> points;
    for (std::size_t index = 0; index < offsets.size(); ++index)
        points.emplace_back(offsets[index], factor * values[index]);
    return points;
}

struct Range {
    double low = std::numeric_limits<double>::infinity();
    double high = -std::numeric_limits<double>::infinity();

    void include(double value)
    {
        low = std::fmin(low, value);
        high = std::fmax(high, value);
    }
    void include(const OffsetCurve& curve, double factor)
    {
        for (const double value : curve.lowest)
            include(factor * value);
        for (const double value : curve.highest)
            include(factor * value);
    }
};

/// Axis range of everything that is shown, with room above and below.
Range valueRange(const ProfileNumbers& numbers)
{
    Range range;
    range.include(numbers.all, 1.0);
    range.include(numbers.one, numbers.magnification);
    if (numbers.perColumn == 1)
        range.include(numbers.envelope, 1.0);
    if (numbers.quantity == Quantity::Attention)
        range.include(0.0);
    if (!(range.low <= range.high))
        return {0.0, 1.0}; // nothing visible
    const double size = std::max(std::abs(range.low), std::abs(range.high));
    const double height = std::max(range.high - range.low, size > 0.0 ? 1e-6 * size : 1.0);
    return {range.low - 0.06 * height, range.high + 0.08 * height};
}

/// How one curve looks.
struct Look {
    QString name;
    double factor;
    QColor colour;
    double width;
    QList<qreal> dashes = {};
};

/// A line; where a point is many offsets, the area between their lowest and highest values.
void addCurve(ChartSpec& spec, const ProfileNumbers& numbers, const OffsetCurve& curve, const Look& look,
              const QColor& background)
{
    ChartSeries high{look.name, pointsOf(curve.offset, curve.highest, look.factor), look.colour};
    high.width = look.width;
    high.dashes = numbers.span > 400 ? QList<qreal>() : look.dashes; // short dashes of a long curve are no dashes
    if (numbers.perColumn > 1) {
        ChartSeries low{{}, pointsOf(curve.offset, curve.lowest, look.factor), look.colour};
        low.width = high.width = 0.4 * look.width;
        spec.fills.push_back({low.points, high.points, blended(background, look.colour, 0.45)});
        spec.series.push_back(low);
    }
    spec.series.push_back(high);
}

double visiblePoints(const ProfileNumbers& numbers)
{
    return static_cast<double>(
        std::count_if(numbers.all.lowest.begin(), numbers.all.lowest.end(), [](double v) { return !std::isnan(v); }));
}

void addCurves(ChartSpec& spec, const ProfileNumbers& numbers, const ExplorerState& state, const PaintStyle& style)
{
    const int pairs = pairCount(state);
    const bool several = pairs > 1 && !numbers.one.offset.empty();
    const QString factor =
        numbers.magnification == 1.0 ? QString() : QString::fromUtf8(" ×%1").arg(groupedNumber(numbers.magnification));
    const QString alone = QString("pair %1 alone").arg(state.highlightedPair) + factor;
    const QString all = pairs == 1 ? QString("the only pair") : QString("all %1 pairs").arg(pairs);
    if (several && numbers.perColumn == 1)
        addCurve(spec, numbers, numbers.envelope, {"envelope", 1.0, style.secondary, 0.8 * style.lineWidth, {4, 2}},
                 style.background);
    if (several)
        addCurve(spec, numbers, numbers.one, {alone, numbers.magnification, style.highlight, 0.75 * style.lineWidth},
                 style.background);
    addCurve(spec, numbers, numbers.all, {all, 1.0, style.primary, style.lineWidth}, style.background);
    if (numbers.perColumn == 1 && visiblePoints(numbers) <= 81.0)
        spec.series.back().markerSize = 0.36 * style.fontSize;
}

void addMasked(ChartSpec& spec, const ProfileNumbers& numbers, const ExplorerState& state, const PaintStyle& style)
{
    if (state.sequence.mask != Mask::Causal)
        return;
    spec.bands.push_back(
        {0.5, static_cast<double>(numbers.span), {"masked: the key comes later", "masked"}, style.panel});
}

void addPresentOffset(ChartSpec& spec, const ProfileNumbers& numbers, const ExplorerState& state,
                      const PaintStyle& style)
{
    const double offset = static_cast<double>(state.positions.key - state.positions.query);
    if (std::abs(offset) > static_cast<double>(numbers.span))
        return;
    const QString place = QString::fromUtf8("n − m = %1").arg(groupedNumber(offset));
    const QString value = numbers.current ? readableNumber(*numbers.current, 3) : QString("masked");
    spec.lines.push_back({Qt::Vertical, offset, {QString::fromUtf8("%1 → %2").arg(place, value), value}, style.key});
    if (numbers.current)
        spec.points.push_back({{offset, *numbers.current}, {}, style.key, 0.6 * style.fontSize});
}

} // namespace

ChartSpec profileChart(const ProfileNumbers& numbers, const ExplorerState& state, std::optional<std::int64_t> hovered,
                       const PaintStyle& style)
{
    const Range range = valueRange(numbers);
    const double span = static_cast<double>(numbers.span);
    const QString reduced =
        numbers.perColumn > 1
            ? QString::fromUtf8(" · min–max of each %1").arg(groupedNumber(static_cast<double>(numbers.perColumn)))
            : QString();
    const QString note =
        numbers.attentionTooLong ? QString::fromUtf8(" · score shown: too many keys for attention") : QString();
    ChartSpec spec;
    spec.frame.bottom = {-span, span, false, true, QString::fromUtf8("offset n − m (tokens)") + reduced + note};
    spec.frame.left = {range.low, range.high, false, false, axisTitle(numbers.quantity)};
    addMasked(spec, numbers, state, style);
    addCurves(spec, numbers, state, style);
    if (hovered && std::abs(static_cast<double>(*hovered)) <= span)
        spec.lines.push_back({Qt::Vertical, static_cast<double>(*hovered), {}, style.mutedText});
    addPresentOffset(spec, numbers, state, style);
    return spec;
}

} // namespace rope

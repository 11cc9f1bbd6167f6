#include "ui/figures/profile_chart.h"

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

/// A curve as one polyline: down and up within each column where a column has more than one offset.
std::vector<QPointF> polyline(const OffsetCurve& curve, double factor)
{
    std::vector<QPointF> points;
    bool upwards = true;
    for (std::size_t index = 0; index < curve.offset.size(); ++index) {
        const double x = curve.offset[index];
        const double low = factor * curve.lowest[index];
        const double high = factor * curve.highest[index];
        points.emplace_back(x, upwards ? low : high);
        if (low != high && !std::isnan(low))
            points.emplace_back(x, upwards ? high : low);
        upwards = !upwards;
    }
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
    range.include(numbers.envelope, 1.0);
    if (numbers.quantity == Quantity::Attention)
        range.include(0.0);
    if (!(range.low <= range.high))
        return {0.0, 1.0}; // nothing visible
    const double size = std::max(std::abs(range.low), std::abs(range.high));
    const double height = std::max(range.high - range.low, size > 0.0 ? 1e-6 * size : 1.0);
    return {range.low - 0.06 * height, range.high + 0.08 * height};
}

ChartSeries curve(const QString& name, const OffsetCurve& values, double factor, const QColor& colour, double width)
{
    ChartSeries series{name, polyline(values, factor), colour};
    series.width = width;
    return series;
}

void addCurves(ChartSpec& spec, const ProfileNumbers& numbers, const ExplorerState& state, const PaintStyle& style)
{
    const QString alone = QString("pair %1 alone").arg(state.highlightedPair);
    const QString factor =
        numbers.magnification == 1.0 ? QString() : QString::fromUtf8(" ×%1").arg(groupedNumber(numbers.magnification));
    const int pairs = pairCount(state);
    const QString all = pairs == 1 ? QString("1 pair") : QString("all %1 pairs").arg(pairs);
    if (!numbers.envelope.offset.empty() && pairs > 1) {
        spec.series.push_back(curve("envelope", numbers.envelope, 1.0, style.secondary, 0.8 * style.lineWidth));
        spec.series.back().dash = Qt::DashLine;
    }
    if (!numbers.one.offset.empty() && pairs > 1)
        spec.series.push_back(
            curve(alone + factor, numbers.one, numbers.magnification, style.highlight, 0.75 * style.lineWidth));
    spec.series.push_back(curve(all, numbers.all, 1.0, style.primary, style.lineWidth));
    if (numbers.span <= 40)
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
    const QString reduced = numbers.perColumn > 1 ? QString::fromUtf8(" · lowest and highest of every %1 offsets")
                                                        .arg(groupedNumber(static_cast<double>(numbers.perColumn)))
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

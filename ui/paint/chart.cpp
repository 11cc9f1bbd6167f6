#include "ui/paint/chart.h"

#include "ui/paint/chart_scene.h"
#include "ui/paint/text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace rope {
namespace {

constexpr double legendLine = 1.45;   // height of a row of the legend, in font sizes
constexpr double legendSample = 1.9;  // width of a sample
constexpr double legendSpacing = 1.2; // between entries

bool inLegend(const ChartSeries& series)
{
    return !series.name.isEmpty();
}

struct LegendEntry {
    const ChartSeries* series;
    QRectF box; ///< sample and text
};

/// The entries of the legend in rows above the plot, from `topLeft`; rows are broken at `width`.
std::vector<LegendEntry> legendEntries(const ChartSpec& spec, QPointF topLeft, double width, const PaintStyle& style)
{
    std::vector<LegendEntry> entries;
    QPointF at = topLeft;
    for (const ChartSeries& series : spec.series) {
        if (!inLegend(series))
            continue;
        const double wide = (legendSample + 0.4) * style.fontSize + richTextSize(series.name, style).width();
        if (at.x() > topLeft.x() && at.x() + wide > topLeft.x() + width)
            at = {topLeft.x(), at.y() + legendLine * style.fontSize};
        entries.push_back({&series, QRectF(at, QSizeF(std::min(wide, width), legendLine * style.fontSize))});
        at.rx() += wide + legendSpacing * style.fontSize;
    }
    return entries;
}

double legendHeight(const ChartSpec& spec, double width, const PaintStyle& style)
{
    const std::vector<LegendEntry> entries = legendEntries(spec, {0.0, 0.0}, width, style);
    return entries.empty() ? 0.0 : entries.back().box.bottom();
}

void paintLegend(QPainter& painter, const Frame& frame, const ChartSpec& spec, const PaintStyle& style)
{
    const QPointF topLeft(frame.plot.left(), frame.area.top());
    for (const LegendEntry& entry : legendEntries(spec, topLeft, frame.area.right() - topLeft.x(), style)) {
        const ChartSeries& series = *entry.series;
        const double y = entry.box.center().y();
        const QPointF from(entry.box.left(), y);
        const QPointF to(entry.box.left() + legendSample * style.fontSize, y);
        painter.setPen(QPen(series.colour, series.width, series.dash, Qt::FlatCap));
        if (series.width > 0.0)
            painter.drawLine(from, to);
        painter.setPen(Qt::NoPen);
        painter.setBrush(series.colour);
        if (series.markerSize > 0.0)
            painter.drawEllipse((from + to) / 2.0, series.markerSize / 2.0, series.markerSize / 2.0);
        const QRectF text = entry.box.adjusted((legendSample + 0.4) * style.fontSize, 0.0, 0.0, 0.0);
        drawRichText(painter, text, series.name, style, {.colour = style.text});
    }
}

/// What labels should keep clear of: the curves, as points at most a few units apart.
class Obstacles {
public:
    Obstacles(const Frame& frame, const ChartSpec& spec, double spacing)
    {
        for (const ChartSeries& series : spec.series)
            append(frame, series.points, spacing);
        for (const ChartPoint& point : spec.points)
            append(frame, {point.value}, spacing);
    }

    /// How much of the curves a rectangle covers.
    long countInside(const QRectF& rect) const
    {
        return std::count_if(points_.begin(), points_.end(), [&](QPointF point) { return rect.contains(point); });
    }

private:
    void append(const Frame& frame, const std::vector<QPointF>& values, double spacing)
    {
        const std::size_t stride = std::max<std::size_t>(1, values.size() / 4000);
        QPointF last(std::numeric_limits<double>::quiet_NaN(), 0.0);
        for (std::size_t index = 0; index < values.size(); index += stride) {
            const QPointF here = frame.toPosition(values[index].x(), values[index].y());
            const double length = std::hypot(here.x() - last.x(), here.y() - last.y());
            const double between = length / spacing < 200.0 ? length / spacing : 0.0; // also where it is not a number
            for (double step = 1.0; step < between; step += 1.0)
                points_.push_back(last + (here - last) * (step / between));
            if (isFinite(here))
                points_.push_back(here);
            last = here;
        }
    }

    std::vector<QPointF> points_;
};

/// Places labels and draws them, each at the free candidate that hides least.
class Labels {
public:
    Labels(QPainter& painter, const Frame& frame, const ChartSpec& spec, const PaintStyle& style)
        : painter_(painter)
        , frame_(frame)
        , style_(style)
        , obstacles_(frame, spec, 0.4 * style.fontSize)
        , placer_(frame.plot.adjusted(1e-3, 1e-3, -1e-3, -1e-3))
    {}

    void block(const QRectF& rect) { placer_.block(rect); }

    void draw(const std::vector<QRectF>& candidates, const QString& label, const QColor& colour)
    {
        const QRectF* best = nullptr;
        long least = std::numeric_limits<long>::max();
        for (const QRectF& candidate : candidates) {
            if (!placer_.isFree(candidate))
                continue;
            const long hidden = obstacles_.countInside(candidate);
            if (hidden >= least)
                continue;
            best = &candidate;
            least = hidden;
        }
        if (best == nullptr)
            return;
        placer_.block(*best);
        if (least > 0)
            painter_.fillRect(best->adjusted(0.0, 0.1 * best->height(), 0.0, -0.1 * best->height()), plate());
        drawRichText(painter_, *best, label, style_, {.colour = colour, .alignment = Qt::AlignCenter});
    }

    QSizeF sizeOf(const QString& label) const
    {
        return richTextSize(label, style_) + QSizeF(0.3 * style_.fontSize, 0.0);
    }
    const PaintStyle& style() const { return style_; }
    const Frame& frame() const { return frame_; }

private:
    QColor plate() const { return style_.background; }

    QPainter& painter_;
    const Frame& frame_;
    const PaintStyle& style_;
    Obstacles obstacles_;
    LabelPlacer placer_;
};

bool isInside(double position, double a, double b)
{
    return position >= std::min(a, b) - 0.5 && position <= std::max(a, b) + 0.5;
}

/// Above or below a horizontal line, at its right end first.
std::vector<QRectF> besideHorizontal(const QRectF& plot, double y, QSizeF size, double gap)
{
    std::vector<QRectF> candidates;
    for (const double share : {1.0, 0.0, 0.75, 0.5, 0.25})
        for (const double top : {y - size.height() - 0.2 * gap, y + 0.2 * gap}) {
            const double room = plot.width() - size.width() - 2.0 * gap;
            candidates.emplace_back(QPointF(plot.left() + gap + share * room, top), size);
        }
    return candidates;
}

/// Right or left of a vertical line, at its top first.
std::vector<QRectF> besideVertical(const QRectF& plot, double x, QSizeF size, double gap)
{
    std::vector<QRectF> candidates;
    for (const double share : {0.0, 1.0, 0.15, 0.3, 0.85, 0.5, 0.7})
        for (const double left : {x + gap, x - gap - size.width()}) {
            const double room = plot.height() - size.height() - gap;
            candidates.emplace_back(QPointF(left, plot.top() + 0.5 * gap + share * room), size);
        }
    return candidates;
}

std::vector<QRectF> aroundPoint(QPointF at, QSizeF size, double gap)
{
    const double w = size.width();
    const double h = size.height();
    std::vector<QRectF> candidates;
    for (const double distance : {gap, 2.5 * gap})
        for (const QPointF& corner : {QPointF(distance, -h - 0.3 * distance), QPointF(distance, -h / 2.0),
                                      QPointF(distance, 0.3 * distance), QPointF(-w - distance, 0.3 * distance),
                                      QPointF(-w - distance, -h / 2.0), QPointF(-w / 2.0, -h - distance),
                                      QPointF(-w / 2.0, distance), QPointF(-w - distance, -h - 0.3 * distance)})
            candidates.emplace_back(at + corner, size);
    return candidates;
}

void paintBands(QPainter& painter, const Frame& frame, const ChartSpec& spec)
{
    for (const ChartBand& band : spec.bands) {
        const double a = std::clamp(frame.x.toPosition(band.from), frame.plot.left(), frame.plot.right());
        const double b = std::clamp(frame.x.toPosition(band.to), frame.plot.left(), frame.plot.right());
        if (a < b)
            painter.fillRect(QRectF(a, frame.plot.top(), b - a, frame.plot.height()), band.fill);
    }
}

/// Captions of bands, inside them at the top; one that does not fit is left out (the description has it).
void paintBandLabels(Labels& labels, const ChartSpec& spec)
{
    const QRectF& plot = labels.frame().plot;
    const double gap = 0.35 * labels.style().fontSize;
    for (const ChartBand& band : spec.bands) {
        const double from = std::max(plot.left(), labels.frame().x.toPosition(band.from));
        const double to = std::min(plot.right(), labels.frame().x.toPosition(band.to));
        const QSizeF size = labels.sizeOf(band.label);
        if (band.label.isEmpty() || to - from < size.width())
            continue;
        std::vector<QRectF> candidates;
        for (const double top : {plot.top() + gap, plot.bottom() - size.height() - gap})
            for (const double share : {0.5, 0.0, 1.0})
                candidates.emplace_back(QPointF(from + share * (to - from - size.width()), top), size);
        labels.draw(candidates, band.label, labels.style().mutedText);
    }
}

void paintLine(QPainter& painter, const Frame& frame, const ChartLine& line, const PaintStyle& style)
{
    painter.setPen(QPen(line.colour, 0.8 * style.lineWidth, line.dash, Qt::FlatCap));
    if (line.orientation == Qt::Horizontal) {
        const double y = frame.y.toPosition(line.value);
        if (isInside(y, frame.plot.top(), frame.plot.bottom()))
            painter.drawLine(QPointF(frame.plot.left(), y), QPointF(frame.plot.right(), y));
    } else {
        const double x = frame.x.toPosition(line.value);
        if (isInside(x, frame.plot.left(), frame.plot.right()))
            painter.drawLine(QPointF(x, frame.plot.top()), QPointF(x, frame.plot.bottom()));
    }
}

void paintLineLabel(Labels& labels, const ChartLine& line)
{
    const Frame& frame = labels.frame();
    const bool horizontal = line.orientation == Qt::Horizontal;
    const double at = horizontal ? frame.y.toPosition(line.value) : frame.x.toPosition(line.value);
    const bool visible = horizontal ? isInside(at, frame.plot.top(), frame.plot.bottom())
                                    : isInside(at, frame.plot.left(), frame.plot.right());
    if (!visible || line.label.isEmpty())
        return;
    const QSizeF size = labels.sizeOf(line.label);
    const double gap = 0.4 * labels.style().fontSize;
    labels.draw(horizontal ? besideHorizontal(frame.plot, at, size, gap) : besideVertical(frame.plot, at, size, gap),
                line.label, line.colour);
}

void paintPoint(QPainter& painter, const Frame& frame, const ChartPoint& point, const PaintStyle& style)
{
    const QPointF at = frame.toPosition(point.value.x(), point.value.y());
    if (!isFinite(at) || !frame.plot.adjusted(-0.5, -0.5, 0.5, 0.5).contains(at) || point.size <= 0.0)
        return;
    painter.setPen(QPen(style.background, 0.6 * style.lineWidth));
    painter.setBrush(point.colour);
    painter.drawEllipse(at, point.size / 2.0, point.size / 2.0);
}

void paintPointLabel(Labels& labels, const ChartPoint& point)
{
    const QPointF at = labels.frame().toPosition(point.value.x(), point.value.y());
    if (point.label.isEmpty() || !isFinite(at) || !labels.frame().plot.contains(at))
        return;
    const double gap = 0.5 * point.size + 0.35 * labels.style().fontSize;
    labels.draw(aroundPoint(at, labels.sizeOf(point.label), gap), point.label, point.colour);
}

void paintLabels(QPainter& painter, const Frame& frame, const ChartSpec& spec, const PaintStyle& style)
{
    Labels labels(painter, frame, spec, style);
    for (const ChartPoint& point : spec.points) {
        const QPointF at = frame.toPosition(point.value.x(), point.value.y());
        labels.block(QRectF(at - QPointF(point.size, point.size) / 2.0, QSizeF(point.size, point.size)));
    }
    for (const ChartPoint& point : spec.points)
        paintPointLabel(labels, point);
    for (const ChartLine& line : spec.lines)
        paintLineLabel(labels, line);
    paintBandLabels(labels, spec);
}

} // namespace

Frame layoutChart(const QRectF& area, const ChartSpec& spec, const PaintStyle& style)
{
    FrameSpec frame = spec.frame;
    const Frame first = layoutFrame(area, frame, style); // the legend begins at the plot's left edge
    frame.topRoom += legendHeight(spec, area.right() - first.plot.left(), style);
    return layoutFrame(area, frame, style);
}

void paintChart(QPainter& painter, const QRectF& area, const ChartSpec& spec, const PaintStyle& style,
                double deviceScale)
{
    const Frame frame = layoutChart(area, spec, style);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    paintBands(painter, frame, spec);
    paintGrid(painter, frame, style);
    for (const ChartLine& line : spec.lines)
        paintLine(painter, frame, line, style);
    paintSeries(painter, frame, spec.series, deviceScale);
    paintAxes(painter, frame, style);
    for (const ChartPoint& point : spec.points)
        paintPoint(painter, frame, point, style);
    paintLabels(painter, frame, spec, style);
    paintLegend(painter, frame, spec, style);
    painter.restore();
}

} // namespace rope

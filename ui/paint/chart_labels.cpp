#include "ui/paint/chart_labels.h"

#include "ui/paint/text.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rope {
namespace {

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

    /// Draws the longest wording that finds room beside the curves, else the one that hides least of them.
    /// `candidates` gives the places for a size.
    template <class Candidates> void draw(const QStringList& wordings, const QColor& colour, Candidates candidates)
    {
        Place best;
        for (const QString& label : wordings) {
            if (label.isEmpty())
                continue;
            const Place place = bestPlace(candidates(sizeOf(label)), label);
            if (place.hidden < best.hidden)
                best = place;
        }
        if (best.hidden < nowhere)
            drawAt(best, colour);
    }

    const PaintStyle& style() const { return style_; }
    const Frame& frame() const { return frame_; }

private:
    static constexpr long nowhere = std::numeric_limits<long>::max();
    struct Place {
        QRectF box;
        QString label;
        long hidden = nowhere; ///< points of curves that it covers
    };

    Place bestPlace(const std::vector<QRectF>& candidates, const QString& label) const
    {
        Place best;
        for (const QRectF& candidate : candidates) {
            if (!placer_.isFree(candidate))
                continue;
            const long hidden = obstacles_.countInside(candidate);
            if (hidden < best.hidden)
                best = {candidate, label, hidden};
        }
        return best;
    }

    void drawAt(const Place& place, const QColor& colour)
    {
        placer_.block(place.box);
        const double trim = 0.1 * place.box.height();
        if (place.hidden > 0)
            painter_.fillRect(place.box.adjusted(0.0, trim, 0.0, -trim), style_.background);
        drawRichText(painter_, place.box, place.label, style_, {.colour = colour, .alignment = Qt::AlignCenter});
    }

    QSizeF sizeOf(const QString& label) const
    {
        return richTextSize(label, style_) + QSizeF(0.3 * style_.fontSize, 0.0);
    }

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

/// Captions of bands, inside them at the top or bottom; one that does not fit is left out.
void paintBandLabels(Labels& labels, const ChartSpec& spec)
{
    const QRectF& plot = labels.frame().plot;
    const double gap = 0.35 * labels.style().fontSize;
    for (const ChartBand& band : spec.bands) {
        const double from = std::max(plot.left(), labels.frame().x.toPosition(band.from));
        const double to = std::min(plot.right(), labels.frame().x.toPosition(band.to));
        labels.draw(band.labels, labels.style().mutedText, [&](QSizeF size) {
            std::vector<QRectF> candidates;
            if (to - from < size.width())
                return candidates;
            const double middle = plot.center().y() - 0.5 * size.height();
            for (const double top : {plot.top() + gap, plot.bottom() - size.height() - 2.0 * gap, middle})
                for (const double share : {0.5, 1.0, 0.0})
                    candidates.emplace_back(QPointF(from + share * (to - from - size.width()), top), size);
            return candidates;
        });
    }
}

void paintStripLabel(Labels& labels, const ChartStrip& strip)
{
    if (strip.cells.empty())
        return;
    const QRectF& plot = labels.frame().plot;
    const double gap = 0.4 * labels.style().fontSize;
    const double bottom = plot.bottom() - stripHeight(labels.style()) - 0.1 * gap;
    const double top = strip.atTop ? plot.top() : plot.bottom() - stripHeight(labels.style());
    labels.block({plot.left(), top, plot.width(), stripHeight(labels.style())});
    labels.draw(strip.labels, labels.style().mutedText, [&](QSizeF size) {
        std::vector<QRectF> candidates;
        for (const double share : {0.0, 1.0, 0.5})
            candidates.emplace_back(
                QPointF(plot.left() + gap + share * (plot.width() - size.width() - 2.0 * gap), bottom - size.height()),
                size);
        return candidates;
    });
}

void paintLineLabel(Labels& labels, const ChartLine& line)
{
    const Frame& frame = labels.frame();
    const bool horizontal = line.orientation == Qt::Horizontal;
    const double at = horizontal ? frame.y.toPosition(line.value) : frame.x.toPosition(line.value);
    const bool visible = horizontal ? isInside(at, frame.plot.top(), frame.plot.bottom())
                                    : isInside(at, frame.plot.left(), frame.plot.right());
    const double gap = 0.4 * labels.style().fontSize;
    if (!visible)
        return;
    labels.draw(line.labels, line.colour, [&](QSizeF size) {
        return horizontal ? besideHorizontal(frame.plot, at, size, gap) : besideVertical(frame.plot, at, size, gap);
    });
}

void paintPointLabel(Labels& labels, const ChartPoint& point)
{
    const QPointF at = labels.frame().toPosition(point.value.x(), point.value.y());
    if (!isFinite(at) || !labels.frame().plot.adjusted(-0.5, -0.5, 0.5, 0.5).contains(at))
        return;
    const double gap = 0.5 * point.size + 0.35 * labels.style().fontSize;
    labels.draw(point.labels, point.colour, [&](QSizeF size) { return aroundPoint(at, size, gap); });
}

} // namespace

double stripHeight(const PaintStyle& style)
{
    return 0.5 * style.fontSize;
}

namespace {

bool hasLabels(const ChartSpec& spec)
{
    const auto labelled = [](const auto& part) {
        return !part.labels.isEmpty();
    };
    return std::ranges::any_of(spec.points, labelled) || std::ranges::any_of(spec.lines, labelled) ||
           std::ranges::any_of(spec.bands, labelled) || labelled(spec.strip);
}

} // namespace

void paintChartLabels(QPainter& painter, const Frame& frame, const ChartSpec& spec, const PaintStyle& style)
{
    if (!hasLabels(spec))
        return;
    Labels labels(painter, frame, spec, style);
    for (const ChartPoint& point : spec.points) {
        const QPointF at = frame.toPosition(point.value.x(), point.value.y());
        if (isFinite(at))
            labels.block(QRectF(at - QPointF(point.size, point.size) / 2.0, QSizeF(point.size, point.size)));
    }
    for (const ChartPoint& point : spec.points)
        paintPointLabel(labels, point);
    for (const ChartLine& line : spec.lines)
        paintLineLabel(labels, line);
    paintStripLabel(labels, spec.strip);
    paintBandLabels(labels, spec);
}

} // namespace rope

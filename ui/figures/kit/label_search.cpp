#include "ui/figures/kit/label_search.h"

#include "ui/paint/text.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace rope {

namespace {

constexpr double spacing = 4.0; ///< kept between two labels, logical units
constexpr double stepAlongLine = 3.0;

/// A box that the ray from the anchor meets at `distance`, its nearest edge or corner there.
QRectF candidate(QSizeF size, QPointF anchor, QPointF direction, double distance)
{
    const double larger = std::max({1e-9, std::abs(direction.x()), std::abs(direction.y())});
    const QPointF reach(direction.x() / larger * size.width() / 2.0, direction.y() / larger * size.height() / 2.0);
    const QPointF centre = anchor + direction * distance + reach;
    return {centre.x() - size.width() / 2.0, centre.y() - size.height() / 2.0, size.width(), size.height()};
}

QPointF turnedBy(QPointF direction, double angle)
{
    const double c = std::cos(angle);
    const double s = std::sin(angle);
    return {c * direction.x() - s * direction.y(), s * direction.x() + c * direction.y()};
}

} // namespace

QSizeF labelSize(const Label& label, const PaintStyle& style, double size)
{
    QSizeF total(1.0, 0.0);
    for (const LabelPart& part : label) {
        const QSizeF own = richTextSize(part.markup, style, {.size = size});
        total = QSizeF(total.width() + own.width(), std::max(total.height(), own.height()));
    }
    return total;
}

void drawLabel(QPainter& painter, const Label& label, const PaintStyle& style, double size, const QRectF& box)
{
    QRectF rest = box;
    for (const LabelPart& part : label) {
        const QRectF drawn = drawRichText(painter, rest, part.markup, style, {.size = size, .colour = part.color});
        rest.setLeft(drawn.right());
    }
}

LabelSearch::LabelSearch(const QRectF& area)
    : area_(area)
{}

void LabelSearch::keepFree(const QRectF& box)
{
    taken_.push_back(box);
}

void LabelSearch::avoid(QPointF from, QPointF to)
{
    const double length = std::hypot(to.x() - from.x(), to.y() - from.y());
    const int steps = std::max(1, static_cast<int>(std::ceil(length / stepAlongLine)));
    for (int i = 0; i <= steps; ++i)
        avoided_.push_back(from + (to - from) * (static_cast<double>(i) / steps));
}

bool LabelSearch::isFree(const QRectF& box) const
{
    const QRectF padded = box.adjusted(-spacing, -spacing, spacing, spacing);
    return area_.contains(box) &&
           std::none_of(taken_.begin(), taken_.end(), [&](const QRectF& other) { return other.intersects(padded); });
}

double LabelSearch::cost(const QRectF& box) const
{
    const double left = box.left();
    const double right = box.right();
    const double top = box.top();
    const double bottom = box.bottom();
    const auto hits = std::count_if(avoided_.begin(), avoided_.end(), [=](QPointF point) {
        return point.x() >= left && point.x() <= right && point.y() >= top && point.y() <= bottom;
    });
    return 4.0 * stepAlongLine * static_cast<double>(hits);
}

std::optional<QRectF> LabelSearch::place(QSizeF size, QPointF anchor, QPointF direction, double gap)
{
    std::optional<QRectF> best;
    double lowest = std::numeric_limits<double>::infinity();
    for (int ring = 0; ring < 8; ++ring) {
        for (int turn = 0; turn < 24; ++turn) {
            const double angle = (turn % 2 == 0 ? 1.0 : -1.0) * std::numbers::pi / 12.0 * ((turn + 1) / 2);
            const double distance = gap * (1.0 + 0.7 * ring);
            const QRectF box = candidate(size, anchor, turnedBy(direction, angle), distance);
            const double least = distance + size.height() * std::abs(angle); // without what it costs to hide lines
            if (least >= lowest || !isFree(box))
                continue;
            if (const double total = least + cost(box); total < lowest) {
                lowest = total;
                best = box;
            }
        }
    }
    if (best)
        keepFree(*best);
    return best;
}

} // namespace rope

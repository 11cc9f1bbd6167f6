#include "ui/figures/kit/arrow.h"

#include <QPainterPath>
#include <QPen>
#include <QPolygonF>
#include <algorithm>
#include <cmath>
#include <numbers>

namespace rope {

namespace {

void fillHead(QPainter& painter, QPointF tip, QPointF direction, double length, double halfWidth, const QColor& color)
{
    const QPointF normal(-direction.y(), direction.x());
    const QPointF back = tip - direction * length;
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawPolygon(QPolygonF({tip, back + normal * halfWidth, back - normal * halfWidth}));
    painter.setBrush(Qt::NoBrush);
}

QPointF onCircle(QPointF centre, double radius, double angle)
{
    return centre + QPointF(radius * std::cos(angle), -radius * std::sin(angle));
}

} // namespace

void drawArrow(QPainter& painter, QPointF from, QPointF to, const QColor& color, double width)
{
    const QPointF along = to - from;
    const double length = std::hypot(along.x(), along.y());
    const double head = std::min(4.5 * width + 2.0, 0.6 * length);
    if (length < width) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(color);
        painter.drawEllipse(to, width, width);
        painter.setBrush(Qt::NoBrush);
        return;
    }
    const QPointF direction = along / length;
    painter.setPen(QPen(color, width, Qt::SolidLine, Qt::FlatCap));
    painter.drawLine(from, to - direction * (0.8 * head));
    fillHead(painter, to, direction, head, 0.38 * head, color);
}

void drawArcArrow(QPainter& painter, QPointF centre, double radius, double start, double sweep, double growth,
                  const QColor& color, double width)
{
    const double perTurn = growth / (2.0 * std::numbers::pi);
    const auto at = [&](double angle) {
        return onCircle(centre, radius + perTurn * std::abs(angle), start + angle);
    };
    const double head = std::min(3.0 * width + 3.0, 0.5 * radius * std::abs(sweep));
    const double stop = sweep - std::copysign(0.6 * head / radius, sweep);
    const int steps = std::max(2, static_cast<int>(std::ceil(std::abs(sweep) * 24.0)));
    QPainterPath path(at(0.0));
    for (int i = 1; i <= steps; ++i)
        path.lineTo(at(stop * i / steps));
    painter.setPen(QPen(color, width, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin));
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(path);
    if (head < 0.5)
        return;
    const QPointF tip = at(sweep);
    const QPointF back = at(sweep - std::copysign(head / radius, sweep));
    const QPointF chord = tip - back;
    fillHead(painter, tip, chord / std::max(1e-9, std::hypot(chord.x(), chord.y())), head, 0.42 * head, color);
}

QColor faded(const QColor& color, const QColor& background, double share)
{
    const auto mix = [share](int a, int b) {
        return static_cast<int>(std::lround(share * a + (1.0 - share) * b));
    };
    return {mix(color.red(), background.red()), mix(color.green(), background.green()),
            mix(color.blue(), background.blue())};
}

} // namespace rope

#include "ui/widgets/rows/calm_combo_box.h"

#include <QPainter>
#include <QWheelEvent>

namespace rope {

void CalmComboBox::wheelEvent(QWheelEvent* event)
{
    event->ignore();
}

void CalmComboBox::paintEvent(QPaintEvent* event)
{
    QComboBox::paintEvent(event);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(palette().color(isEnabled() ? QPalette::Active : QPalette::Disabled, QPalette::PlaceholderText),
                        1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    const QPointF tip(width() - 12.0, height() / 2.0 + 1.8);
    const QPointF arrow[] = {tip + QPointF(-3.6, -3.6), tip, tip + QPointF(3.6, -3.6)};
    painter.drawPolyline(arrow, 3);
}

} // namespace rope

#include "ui/widgets/explorer_style.h"

#include <QPainter>
#include <QStyleFactory>
#include <QStyleOption>

namespace rope {

ExplorerStyle::ExplorerStyle()
    : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion")))
{}

void ExplorerStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                                  const QWidget* widget) const
{
    if (element != PE_IndicatorCheckBox) {
        QProxyStyle::drawPrimitive(element, option, painter, widget);
        return;
    }
    const bool on = option->state.testFlag(State_On);
    const bool focused = option->state.testFlag(State_HasFocus);
    const QPalette& palette = option->palette;
    const QRectF box = QRectF(option->rect).adjusted(0.5, 0.5, -0.5, -0.5);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(palette.color(on || focused ? QPalette::Highlight : QPalette::Dark), focused ? 1.8 : 1.0));
    painter->setBrush(palette.color(on ? QPalette::Highlight : QPalette::Base));
    painter->drawRoundedRect(box, 3, 3);
    if (on) {
        painter->setPen(
            QPen(palette.color(QPalette::HighlightedText), 1.8, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        const QPointF mark[] = {box.topLeft() + QPointF(box.width() * 0.24, box.height() * 0.52),
                                box.topLeft() + QPointF(box.width() * 0.43, box.height() * 0.71),
                                box.topLeft() + QPointF(box.width() * 0.77, box.height() * 0.30)};
        painter->drawPolyline(mark, 3);
    }
    painter->restore();
}

} // namespace rope

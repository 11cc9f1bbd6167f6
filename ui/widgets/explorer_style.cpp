#include "ui/widgets/explorer_style.h"

#include <QPainter>
#include <QStyleFactory>
#include <QStyleOption>
#include <QWidget>
#include <algorithm>

namespace rope {

namespace {

void drawCheckMark(QPainter& painter, const QRectF& box, const QColor& colour)
{
    painter.setPen(QPen(colour, 1.8, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    const QPointF mark[] = {box.topLeft() + QPointF(box.width() * 0.24, box.height() * 0.52),
                            box.topLeft() + QPointF(box.width() * 0.43, box.height() * 0.71),
                            box.topLeft() + QPointF(box.width() * 0.77, box.height() * 0.30)};
    painter.drawPolyline(mark, 3);
}

/// A rounded square with a check mark, or a disc with a dot.
void drawIndicator(const QStyleOption& option, QPainter& painter, bool box)
{
    const bool on = option.state.testFlag(QStyle::State_On);
    const bool focused = option.state.testFlag(QStyle::State_HasFocus);
    const QPalette& palette = option.palette;
    const QRectF place = QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5);
    const double radius = box ? 3.0 : place.width() / 2.0;
    painter.setPen(QPen(palette.color(on || focused ? QPalette::Highlight : QPalette::Dark), focused ? 1.8 : 1.0));
    painter.setBrush(palette.color(on ? QPalette::Highlight : QPalette::Base));
    painter.drawRoundedRect(place, radius, radius);
    if (!on)
        return;
    if (box) {
        drawCheckMark(painter, place, palette.color(QPalette::HighlightedText));
        return;
    }
    painter.setPen(Qt::NoPen);
    painter.setBrush(palette.color(QPalette::HighlightedText));
    painter.drawEllipse(place.center(), place.width() * 0.2, place.height() * 0.2);
}

} // namespace

ExplorerStyle::ExplorerStyle()
    : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion")))
{}

void ExplorerStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                                  const QWidget* widget) const
{
    const bool box = element == PE_IndicatorCheckBox;
    if (!box && element != PE_IndicatorRadioButton) {
        QProxyStyle::drawPrimitive(element, option, painter, widget);
        return;
    }
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    drawIndicator(*option, *painter, box);
    painter->restore();
}

int ExplorerStyle::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const
{
    const int usual = QProxyStyle::pixelMetric(metric, option, widget);
    switch (metric) {
    case PM_IndicatorWidth:
    case PM_IndicatorHeight:
    case PM_ExclusiveIndicatorWidth:
    case PM_ExclusiveIndicatorHeight:
        return widget ? std::max(usual, widget->fontMetrics().height() * 5 / 6) : usual;
    default:
        return usual;
    }
}

} // namespace rope

#include "ui/widgets/elided_button.h"

#include <QStyleOptionToolButton>
#include <QStylePainter>

namespace rope {

void ElidedButton::paintEvent(QPaintEvent*)
{
    QStyleOptionToolButton option;
    initStyleOption(&option);
    const int frame = sizeHint().width() - fontMetrics().horizontalAdvance(text());
    option.text = fontMetrics().elidedText(text(), Qt::ElideMiddle, width() - frame);
    QStylePainter(this).drawComplexControl(QStyle::CC_ToolButton, option);
}

} // namespace rope

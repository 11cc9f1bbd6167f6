#include "ui/widgets/elided_button.h"

#include <QStyleOptionToolButton>
#include <QStylePainter>

namespace rope {
namespace {

constexpr int padding = 12; ///< left and right of the text, as the style sheet of the window has it

} // namespace

void ElidedButton::paintEvent(QPaintEvent*)
{
    QStyleOptionToolButton option;
    initStyleOption(&option);
    option.text = fontMetrics().elidedText(text(), Qt::ElideMiddle, width() - 2 * padding);
    QStylePainter(this).drawComplexControl(QStyle::CC_ToolButton, option);
}

} // namespace rope

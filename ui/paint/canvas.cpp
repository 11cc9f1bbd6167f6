#include "ui/paint/canvas.h"

namespace rope {

void paintCanvas(QPainter& painter, const Canvas& canvas)
{
    const PaintStyle style = styleOf(canvas.options.theme, canvas.options.fontSize * unitsPerInch / 72.0);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(canvas.area(), style.background);
    canvas.paint(painter, canvas.area(), style, canvas.deviceScale());
}

} // namespace rope

#include "ui/widgets/lesson/equation_image.h"

#include "core/base/resources.h"

#include <QPainter>
#include <QSvgRenderer>

namespace rope {

namespace {

constexpr double drawnFor = 16.0;    ///< font size, in pixels, that the files are made for
constexpr double italicGrowth = 1.1; ///< mathematics looks small beside a sans-serif text of the same size

} // namespace

QImage equationImage(const QString& name, double fontSize, const QColor& colour, double deviceScale,
                     double maximumWidth)
{
    const std::string_view drawing = resource("equations/" + name.toStdString() + ".svg");
    if (drawing.empty())
        return {};
    QSvgRenderer renderer(QByteArrayView(drawing).toByteArray().replace("currentColor", colour.name().toLatin1()));
    QSizeF size = QSizeF(renderer.defaultSize()) * (fontSize * italicGrowth / drawnFor);
    if (maximumWidth > 0.0 && size.width() > maximumWidth)
        size *= maximumWidth / size.width();
    QImage image((size * deviceScale).toSize().expandedTo({1, 1}), QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(deviceScale);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    renderer.render(&painter, QRectF(QPointF(), QSizeF(image.size()) / deviceScale));
    return image;
}

} // namespace rope

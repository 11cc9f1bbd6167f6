#include "app/window/figure_copy.h"

#include "ui/paint/export/export.h"
#include "ui/widgets/figure/figure_picture.h"

#include <QApplication>
#include <QClipboard>
#include <QMimeData>

namespace rope {

Result<void> copyFigureToClipboard(const Figure& figure, const ShownState& state, Theme theme)
{
    QApplication::setOverrideCursor(Qt::WaitCursor);
    const std::shared_ptr<const Prepared> prepared = preparedNow(figure, state);
    QApplication::restoreOverrideCursor();
    ExportOptions options;
    describeInto(options, figure, state);
    options.theme = theme;
    const PaintFunction paint = paintFunction(figure, state, prepared);
    const Result<QByteArray> png = exportPicture(u"png", options, paint);
    const Result<QByteArray> svg = exportPicture(u"svg", options, paint);
    if (!png || !svg)
        return tl::unexpected((png ? svg : png).error());
    auto* mime = new QMimeData;
    mime->setImageData(QImage::fromData(*png));
    mime->setData(QStringLiteral("image/svg+xml"), *svg);
    QApplication::clipboard()->setMimeData(mime);
    return {};
}

} // namespace rope

#pragma once

#include <QProxyStyle>

namespace rope {

/// Fusion with check boxes and radio buttons that can be told from their card in both themes.
class ExplorerStyle : public QProxyStyle {
    Q_OBJECT
public:
    ExplorerStyle();

    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override;

    /// The indicators grow with the type beside them.
    int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override;
};

} // namespace rope

#pragma once

#include "ui/paint/text.h"

#include <QPaintDevice>
#include <memory>
#include <optional>
#include <vector>

namespace rope {

/// A label as a whole, for devices that set type themselves: its runs, and the box that our own font would fill.
struct LabelHint {
    std::vector<TextRun> runs;
    QRectF box;
    double baseline = 0.0;
    double size = 0.0; ///< of the type, in the painter's units
    Qt::Alignment alignment = Qt::AlignLeft;
};

/// A paint device that writes what is painted as commands of LaTeX's package pgf: paths and clips as vectors, labels as
/// text nodes in the document's font, images as PDF operators inside the file. One unit is a tenth of a point (1/720
/// inch), the origin at the top left.
class TikzDevice : public QPaintDevice {
public:
    explicit TikzDevice(QSizeF size);
    ~TikzDevice() override;

    /// The commands so far, for the inside of a pgfpicture.
    QByteArray commands() const;
    /// Bytes of the largest image: TeX holds one in its memory.
    qsizetype largestImage() const;

    QPaintEngine* paintEngine() const override;

protected:
    int metric(PaintDeviceMetric metric) const override;

private:
    friend class LabelScope;
    class Engine;
    QSizeF size_;
    std::unique_ptr<Engine> engine_;
};

/// While it lives, text painted on a TikzDevice is one label, set once; on other devices it does nothing.
class LabelScope {
public:
    LabelScope(QPainter& painter, LabelHint hint);
    ~LabelScope();
    LabelScope(const LabelScope&) = delete;
    LabelScope& operator=(const LabelScope&) = delete;

private:
    TikzDevice* device_;
};

} // namespace rope

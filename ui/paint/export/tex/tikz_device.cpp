#include "ui/paint/export/tex/tikz_device.h"

#include "ui/paint/export/tex/latex_text.h"
#include "ui/paint/export/tex/pgf_commands.h"

#include <QFontMetricsF>
#include <QPaintEngine>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>
#include <numbers>

namespace rope {
namespace {

constexpr double unitsPerPoint = 10.0;

QPainterPath polygonPath(const QPointF* corners, int count, bool closed)
{
    QPainterPath path;
    path.moveTo(corners[0]);
    for (int i = 1; i < count; ++i)
        path.lineTo(corners[i]);
    if (closed)
        path.closeSubpath();
    return path;
}

/// PDF operators in a text know no transparency.
QImage onWhite(const QImage& image)
{
    if (!image.hasAlphaChannel())
        return image;
    QImage opaque(image.size(), QImage::Format_RGB32);
    opaque.fill(Qt::white);
    QPainter painter(&opaque);
    painter.drawImage(0, 0, image);
    return opaque;
}

} // namespace

class TikzDevice::Engine : public QPaintEngine {
public:
    explicit Engine(QSizeF size)
        : QPaintEngine(PrimitiveTransform | PixmapTransform | PainterPaths | Antialiasing | AlphaBlend |
                       ConstantOpacity)
        , size_(size)
    {}

    bool begin(QPaintDevice*) override { return true; }
    bool end() override
    {
        openClip({});
        return true;
    }
    Type type() const override { return QPaintEngine::User; }

    void updateState(const QPaintEngineState& changed) override
    {
        if (changed.state() & (DirtyClipPath | DirtyClipRegion | DirtyClipEnabled | DirtyTransform))
            clipIsStale_ = true;
    }

    void drawPath(const QPainterPath& path) override { paintPath(path, true); }

    void drawPolygon(const QPointF* corners, int count, PolygonDrawMode mode) override
    {
        QPainterPath path = polygonPath(corners, count, mode != PolylineMode);
        path.setFillRule(mode == WindingMode ? Qt::WindingFill : Qt::OddEvenFill);
        paintPath(path, mode != PolylineMode);
    }
    void drawPolygon(const QPoint* corners, int count, PolygonDrawMode mode) override
    {
        const std::vector<QPointF> exact(corners, corners + count);
        drawPolygon(exact.data(), count, mode);
    }

    void drawPixmap(const QRectF& target, const QPixmap& pixmap, const QRectF& source) override
    {
        drawImage(target, pixmap.toImage(), source, Qt::AutoColor);
    }

    void drawImage(const QRectF& target, const QImage& image, const QRectF& source, Qt::ImageConversionFlags) override
    {
        if (!followClip())
            return;
        const QByteArray text = pgfImage(onWhite(image.copy(source.toAlignedRect())), toPage().mapRect(target));
        largestImage = std::max(largestImage, text.size());
        commands += text;
    }

    void drawTextItem(const QPointF& at, const QTextItem& item) override
    {
        if (label && labelIsSet)
            return;
        labelIsSet = true;
        if (!followClip() || item.text().trimmed().isEmpty())
            return;
        const double advance = QFontMetricsF(item.font()).horizontalAdvance(item.text());
        const LabelHint alone{{{item.text(), TextRun::Script::Normal}},
                              QRectF(at, QSizeF(advance, 0.0)),
                              at.y(),
                              static_cast<double>(item.font().pixelSize())};
        setLabel(label.value_or(alone), item.font().bold());
    }

    QByteArray commands;
    qsizetype largestImage = 0;
    std::optional<LabelHint> label; ///< what the texts painted now are
    bool labelIsSet = false;

private:
    /// From the painter's units to points with y upwards.
    QTransform toPage() const
    {
        return painter()->deviceTransform() *
               QTransform(1.0 / unitsPerPoint, 0.0, 0.0, -1.0 / unitsPerPoint, 0.0, size_.height() / unitsPerPoint);
    }

    double penWidth(const QPen& pen) const
    {
        const double scale = pen.isCosmetic() ? 1.0 : std::sqrt(std::abs(painter()->deviceTransform().determinant()));
        return std::max(pen.widthF(), 1.0) * scale / unitsPerPoint;
    }

    /// False where the clip leaves nothing.
    bool followClip()
    {
        if (!clipIsStale_)
            return !clipHidesAll_;
        clipIsStale_ = false;
        const QPainterPath path = painter()->hasClipping() ? painter()->clipPath() : QPainterPath();
        clipHidesAll_ = painter()->hasClipping() && path.isEmpty();
        openClip(path.isEmpty() ? QByteArray() : pgfPath(path, toPage()) + "\\pgfusepath{clip}%\n");
        return !clipHidesAll_;
    }

    void openClip(const QByteArray& clip)
    {
        if (clip == clip_)
            return;
        if (!clip_.isEmpty())
            commands += "\\end{pgfscope}%\n";
        if (!clip.isEmpty())
            commands += "\\begin{pgfscope}%\n" + clip;
        clip_ = clip;
    }

    void paintPath(const QPainterPath& path, bool filled)
    {
        const QBrush brush = painter()->brush();
        const QPen pen = painter()->pen();
        const bool fills = filled && brush.style() != Qt::NoBrush && brush.color().alpha() > 0;
        const bool strokes = pen.style() != Qt::NoPen && pen.color().alpha() > 0;
        if (path.isEmpty() || !(fills || strokes) || !followClip())
            return;
        const QByteArray outline = pgfPath(path, toPage());
        commands += "\\begin{pgfscope}%\n";
        if (fills)
            commands += fillSettings(brush.color(), path.fillRule()) + outline + "\\pgfusepath{fill}%\n";
        if (strokes)
            commands += strokeSettings(pen) + outline + "\\pgfusepath{stroke}%\n";
        commands += "\\end{pgfscope}%\n";
    }

    double opacityOf(const QColor& colour) const { return colour.alphaF() * painter()->opacity(); }

    QByteArray fillSettings(const QColor& colour, Qt::FillRule rule) const
    {
        QByteArray text = pgfColour(colour) + "\\pgfsetfillcolor{rope}";
        if (opacityOf(colour) < 1.0)
            text += "\\pgfsetfillopacity{" + pgfNumber(opacityOf(colour)) + '}';
        return text + (rule == Qt::OddEvenFill ? "\\pgfseteorule%\n" : "\\pgfsetnonzerorule%\n");
    }

    QByteArray strokeSettings(const QPen& pen) const
    {
        const double width = penWidth(pen);
        QByteArray text = pgfColour(pen.color()) + "\\pgfsetstrokecolor{rope}\\pgfsetlinewidth{" + pgfPoints(width) +
                          '}' + pgfCap(pen) + pgfJoin(pen);
        if (opacityOf(pen.color()) < 1.0)
            text += "\\pgfsetstrokeopacity{" + pgfNumber(opacityOf(pen.color())) + '}';
        if (pen.style() != Qt::SolidLine) {
            QByteArray lengths;
            for (const double length : pen.dashPattern())
                lengths += '{' + pgfPoints(length * width) + '}';
            text += "\\pgfsetdash{" + lengths + "}{" + pgfPoints(pen.dashOffset() * width) + '}';
        }
        return text + "%\n";
    }

    /// The document's font fills its own width: the label keeps the side, or the middle, that it was aligned by.
    void setLabel(const LabelHint& hint, bool bold)
    {
        double x = hint.box.left();
        QByteArray side = "left,";
        if (hint.alignment & Qt::AlignRight) {
            x = hint.box.right();
            side = "right,";
        } else if (hint.alignment & Qt::AlignHCenter) {
            x = hint.box.center().x();
            side.clear();
        }
        const QTransform page = toPage();
        const QPointF at = page.map(QPointF(x, hint.baseline));
        const QPointF along = page.map(QPointF(x + 1.0, hint.baseline)) - at;
        const double degrees = std::atan2(along.y(), along.x()) * 180.0 / std::numbers::pi;
        const double size = hint.size * std::hypot(along.x(), along.y());
        commands += "\\begin{pgfscope}%\n" + textSettings();
        commands += "\\pgftext[" + side + "base,at={\\pgfqpoint{" + pgfPoints(at.x()) + "}{" + pgfPoints(at.y()) +
                    "}}" + (std::abs(degrees) > 0.01 ? ",rotate=" + pgfNumber(degrees) : QByteArray()) +
                    "]{\\fontsize{" + pgfNumber(size) + "bp}{" + pgfNumber(1.2 * size) + "bp}\\selectfont " +
                    (bold ? "\\bfseries " : "") + "\\color{rope}" + latexText(hint.runs).toUtf8() + "}%\n" +
                    "\\end{pgfscope}%\n";
    }

    QByteArray textSettings() const
    {
        const QColor colour = painter()->pen().color();
        const double opacity = opacityOf(colour);
        return pgfColour(colour) + (opacity < 1.0 ? "\\pgfsetfillopacity{" + pgfNumber(opacity) + '}' : QByteArray()) +
               "%\n";
    }

    QSizeF size_;
    QByteArray clip_;
    bool clipIsStale_ = true;
    bool clipHidesAll_ = false;
};

TikzDevice::TikzDevice(QSizeF size)
    : size_(size)
    , engine_(std::make_unique<Engine>(size))
{}

TikzDevice::~TikzDevice() = default;

QByteArray TikzDevice::commands() const
{
    return engine_->commands;
}

qsizetype TikzDevice::largestImage() const
{
    return engine_->largestImage;
}

QPaintEngine* TikzDevice::paintEngine() const
{
    return engine_.get();
}

int TikzDevice::metric(PaintDeviceMetric metric) const
{
    switch (metric) {
    case PdmWidth:
        return static_cast<int>(std::ceil(size_.width()));
    case PdmHeight:
        return static_cast<int>(std::ceil(size_.height()));
    case PdmWidthMM:
        return static_cast<int>(size_.width() / 720.0 * 25.4);
    case PdmHeightMM:
        return static_cast<int>(size_.height() / 720.0 * 25.4);
    case PdmNumColors:
        return 1 << 24;
    case PdmDepth:
        return 32;
    case PdmDpiX:
    case PdmDpiY:
    case PdmPhysicalDpiX:
    case PdmPhysicalDpiY:
        return 720;
    case PdmDevicePixelRatio:
        return 1;
    default:
        return QPaintDevice::metric(metric);
    }
}

LabelScope::LabelScope(QPainter& painter, LabelHint hint)
    : device_(dynamic_cast<TikzDevice*>(painter.device()))
{
    if (device_ == nullptr)
        return;
    device_->engine_->label = std::move(hint);
    device_->engine_->labelIsSet = false;
}

LabelScope::~LabelScope()
{
    if (device_ != nullptr)
        device_->engine_->label.reset();
}

} // namespace rope

#include "tests/ui/text_recorder.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>

namespace rope {

namespace {

/// Spaces around a text are not ink.
QRectF inkOf(const QString& text, const QFontMetricsF& metrics)
{
    const QString trimmed = text.trimmed();
    const double skipped = metrics.horizontalAdvance(text.left(text.indexOf(trimmed)));
    return metrics.tightBoundingRect(trimmed).translated(skipped, 0.0);
}

} // namespace

class TextRecorder::Engine : public QPaintEngine {
public:
    Engine()
        : QPaintEngine(QPaintEngine::AllFeatures)
    {}
    bool begin(QPaintDevice*) override { return true; }
    bool end() override { return true; }
    void updateState(const QPaintEngineState& changed) override
    {
        if (changed.state() & QPaintEngine::DirtyTransform)
            transform_ = changed.transform();
    }
    void drawPixmap(const QRectF&, const QPixmap&, const QRectF&) override {}
    void drawPolygon(const QPointF*, int, PolygonDrawMode) override {}
    void drawPath(const QPainterPath&) override {}
    void drawImage(const QRectF&, const QImage&, const QRectF&, Qt::ImageConversionFlags) override {}
    void drawTextItem(const QPointF& at, const QTextItem& item) override
    {
        const QRectF ink = inkOf(item.text(), QFontMetricsF(item.font()));
        if (!ink.isEmpty())
            texts.push_back({item.text(), transform_.mapRect(ink.translated(at))});
    }
    Type type() const override { return QPaintEngine::User; }

    std::vector<PaintedText> texts;

private:
    QTransform transform_;
};

TextRecorder::TextRecorder(QSize size)
    : size_(size)
    , engine_(std::make_unique<Engine>())
{}

TextRecorder::~TextRecorder() = default;

const std::vector<PaintedText>& TextRecorder::texts() const
{
    return engine_->texts;
}

QPaintEngine* TextRecorder::paintEngine() const
{
    return engine_.get();
}

int TextRecorder::metric(PaintDeviceMetric metric) const
{
    switch (metric) {
    case PdmWidth:
        return size_.width();
    case PdmHeight:
        return size_.height();
    case PdmWidthMM:
        return static_cast<int>(size_.width() * 25.4 / 96.0);
    case PdmHeightMM:
        return static_cast<int>(size_.height() * 25.4 / 96.0);
    case PdmNumColors:
        return 1 << 24;
    case PdmDepth:
        return 32;
    case PdmDpiX:
    case PdmDpiY:
    case PdmPhysicalDpiX:
    case PdmPhysicalDpiY:
        return 96;
    case PdmDevicePixelRatio:
        return 1;
    default:
        return QPaintDevice::metric(metric);
    }
}

std::vector<std::string> overlappingTexts(const std::vector<PaintedText>& texts)
{
    std::vector<std::string> found;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        for (std::size_t j = i + 1; j < texts.size(); ++j) {
            const QRectF both = texts[i].ink & texts[j].ink;
            if (both.width() > 1.6 && both.height() > 0.6) // a subscript j reaches a pixel under its letter
                found.push_back((texts[i].text + QStringLiteral(" / ") + texts[j].text).toStdString());
        }
    }
    return found;
}

std::vector<std::string> textsOutside(const std::vector<PaintedText>& texts, const QRectF& area)
{
    std::vector<std::string> found;
    for (const PaintedText& text : texts)
        if (!area.adjusted(-0.5, -0.5, 0.5, 0.5).contains(text.ink))
            found.push_back(text.text.toStdString());
    return found;
}

} // namespace rope

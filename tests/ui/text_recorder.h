#pragma once

#include <QPaintDevice>
#include <QPaintEngine>
#include <QRectF>
#include <QString>
#include <memory>
#include <string>
#include <vector>

namespace rope {

/// A piece of text as it was painted: what it says and the box of its ink, in the device's coordinates.
struct PaintedText {
    QString text;
    QRectF ink;
};

/// A paint device that keeps the texts painted on it and nothing else.
class TextRecorder : public QPaintDevice {
public:
    explicit TextRecorder(QSize size);
    ~TextRecorder() override;

    const std::vector<PaintedText>& texts() const;
    QPaintEngine* paintEngine() const override;

protected:
    int metric(PaintDeviceMetric metric) const override;

private:
    class Engine;
    QSize size_;
    std::unique_ptr<Engine> engine_;
};

/// Texts that lie on one another (by more than a hair), as "a / b", one per pair.
std::vector<std::string> overlappingTexts(const std::vector<PaintedText>& texts);

/// Texts whose ink is not all inside `area`.
std::vector<std::string> textsOutside(const std::vector<PaintedText>& texts, const QRectF& area);

} // namespace rope

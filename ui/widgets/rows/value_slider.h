#pragma once

#include "ui/widgets/rows/slider_scale.h"

#include <QWidget>

namespace rope {

/// A slider over real numbers, linear or logarithmic. It shows a value exactly where it stands and never changes it
/// by itself: moving it emits `moved`, and whoever owns the value answers with showValue.
class ValueSlider : public QWidget {
    Q_OBJECT
public:
    explicit ValueSlider(QWidget* parent = nullptr);

    void setScale(const SliderScale& scale);
    const SliderScale& scale() const { return scale_; }

    /// Shows a value; `text` is what a screen reader says for it.
    void showValue(double value, const QString& text);
    double value() const { return value_; }
    const QString& valueText() const { return valueText_; }

    /// Asks for a value as a gesture of its own, as a screen reader does.
    void ask(double value) { Q_EMIT moved(value, true); }

    QSize sizeHint() const override { return {160, 24}; }
    QSize minimumSizeHint() const override { return {60, 24}; }

Q_SIGNALS:
    /// The hand asks for this value; `beginsGesture` is set at a press and at the first of repeated keys.
    void moved(double value, bool beginsGesture);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    QRectF track() const;
    double handleX() const;
    double valueUnder(double x) const;

    SliderScale scale_;
    double value_ = 0.0;
    QString valueText_;
    bool pressed_ = false;
    double grabOffset_ = 0.0; ///< pointer minus handle when the handle itself was taken
};

} // namespace rope

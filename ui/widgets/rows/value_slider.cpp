#include "ui/widgets/rows/value_slider.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QFocusEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

namespace rope {

namespace {

constexpr double handleRadius = 6.5;
constexpr double trackThickness = 3.0;

/// Tells assistive technology the real value, its range and its text.
class ValueSliderAccessible : public QAccessibleWidget, public QAccessibleValueInterface {
public:
    explicit ValueSliderAccessible(ValueSlider* slider)
        : QAccessibleWidget(slider, QAccessible::Slider)
    {}

    void* interface_cast(QAccessible::InterfaceType type) override
    {
        if (type == QAccessible::ValueInterface)
            return static_cast<QAccessibleValueInterface*>(this);
        return QAccessibleWidget::interface_cast(type);
    }
    QString text(QAccessible::Text kind) const override
    {
        return kind == QAccessible::Value ? slider()->valueText() : QAccessibleWidget::text(kind);
    }
    QVariant currentValue() const override { return slider()->value(); }
    void setCurrentValue(const QVariant& value) override { slider()->ask(value.toDouble()); }
    QVariant maximumValue() const override { return slider()->scale().maximum; }
    QVariant minimumValue() const override { return slider()->scale().minimum; }
    QVariant minimumStepSize() const override
    {
        return std::abs(stepped(slider()->scale(), slider()->value(), 1.0) - slider()->value());
    }

private:
    ValueSlider* slider() const { return static_cast<ValueSlider*>(widget()); }
};

QAccessibleInterface* makeAccessible(const QString& className, QObject* object)
{
    auto* slider = qobject_cast<ValueSlider*>(object);
    return slider && className == QLatin1String(ValueSlider::staticMetaObject.className())
               ? new ValueSliderAccessible(slider)
               : nullptr;
}

double stepsOfKey(const QKeyEvent& event)
{
    switch (event.key()) {
    case Qt::Key_Right:
    case Qt::Key_Up:
        return 1.0;
    case Qt::Key_Left:
    case Qt::Key_Down:
        return -1.0;
    case Qt::Key_PageUp:
        return 10.0;
    case Qt::Key_PageDown:
        return -10.0;
    default:
        return 0.0;
    }
}

} // namespace

ValueSlider::ValueSlider(QWidget* parent)
    : QWidget(parent)
{
    static const bool installed = [] {
        QAccessible::installFactory(makeAccessible);
        return true;
    }();
    Q_UNUSED(installed);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAttribute(Qt::WA_Hover);
}

void ValueSlider::setScale(const SliderScale& scale)
{
    if (scale == scale_)
        return;
    scale_ = scale;
    update();
}

void ValueSlider::showValue(double value, const QString& text)
{
    if (value == value_ && text == valueText_)
        return;
    value_ = value;
    valueText_ = text;
    update();
    if (QAccessible::isActive()) {
        QAccessibleValueChangeEvent event(this, value);
        QAccessible::updateAccessibility(&event);
    }
}

QRectF ValueSlider::track() const
{
    const double inset = handleRadius + 1.5;
    return {inset, height() / 2.0 - trackThickness / 2.0, width() - 2.0 * inset, trackThickness};
}

double ValueSlider::handleX() const
{
    return track().left() + fractionOf(scale_, value_) * track().width();
}

double ValueSlider::valueUnder(double x) const
{
    const QRectF line = track();
    return valueAt(scale_, line.width() > 0.0 ? (x - line.left()) / line.width() : 0.0);
}

void ValueSlider::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QPalette::ColorGroup group = isEnabled() ? QPalette::Active : QPalette::Disabled;
    const QColor accent = isEnabled() ? palette().color(group, QPalette::Highlight) : palette().color(QPalette::Mid);
    const QRectF line = track();
    painter.setPen(Qt::NoPen);
    painter.setBrush(palette().color(group, QPalette::Mid));
    painter.drawRoundedRect(line, trackThickness / 2.0, trackThickness / 2.0);
    painter.setBrush(accent);
    painter.drawRoundedRect(QRectF(line.topLeft(), QPointF(handleX(), line.bottom())), trackThickness / 2.0,
                            trackThickness / 2.0);
    const QPointF centre(handleX(), height() / 2.0);
    if (hasFocus() || pressed_) {
        QColor halo = accent;
        halo.setAlphaF(0.25F);
        painter.setBrush(halo);
        painter.drawEllipse(centre, handleRadius + 4.0, handleRadius + 4.0);
    }
    painter.setPen(QPen(accent, underMouse() || pressed_ ? 2.6 : 2.0));
    painter.setBrush(palette().color(group, QPalette::Base));
    painter.drawEllipse(centre, handleRadius - 1.0, handleRadius - 1.0);
}

void ValueSlider::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    pressed_ = true;
    const double distance = event->position().x() - handleX();
    const bool onHandle = std::abs(distance) <= handleRadius + 2.0;
    grabOffset_ = onHandle ? distance : 0.0;
    Q_EMIT moved(onHandle ? value_ : valueUnder(event->position().x()), true);
    update();
}

void ValueSlider::mouseMoveEvent(QMouseEvent* event)
{
    if (pressed_)
        Q_EMIT moved(valueUnder(event->position().x() - grabOffset_), false);
}

void ValueSlider::mouseReleaseEvent(QMouseEvent*)
{
    pressed_ = false;
    update();
}

void ValueSlider::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Home || event->key() == Qt::Key_End) {
        Q_EMIT moved(event->key() == Qt::Key_Home ? scale_.minimum : scale_.maximum, true);
        return;
    }
    const double steps = stepsOfKey(*event);
    if (steps == 0.0)
        QWidget::keyPressEvent(event);
    else
        Q_EMIT moved(stepped(scale_, value_, steps), !event->isAutoRepeat());
}

} // namespace rope

#include "ui/widgets/rows/number_field.h"

#include "ui/paint/number_text.h"

#include <QKeyEvent>
#include <cmath>
#include <utility>

namespace rope {

NumberField::NumberField(StateKey key, QWidget* parent)
    : QLineEdit(parent)
    , key_(std::move(key))
{
    setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    setMaxLength(64);
    connect(this, &QLineEdit::editingFinished, this, &NumberField::accept);
}

QSize NumberField::sizeHint() const
{
    return {fontMetrics().horizontalAdvance(QStringLiteral("10 000 000")) + 20, QLineEdit::sizeHint().height()};
}

void NumberField::showValue(double value)
{
    if (shown_ && value == value_)
        return;
    value_ = value;
    shown_ = true;
    restore();
}

void NumberField::restore()
{
    setText(numberText(value_));
    setModified(false);
    setCursorPosition(0);
}

void NumberField::accept()
{
    if (!isModified())
        return;
    const Result<Value> typed = parseValue(key_, text().toStdString());
    restore();
    if (!typed)
        Q_EMIT refused(QString::fromStdString(typed.error().message));
    else if (const double* number = std::get_if<double>(&*typed))
        Q_EMIT entered(*number);
    if (hasFocus())
        selectAll();
}

void NumberField::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Up:
        Q_EMIT stepped(1.0, !event->isAutoRepeat());
        return;
    case Qt::Key_Down:
        Q_EMIT stepped(-1.0, !event->isAutoRepeat());
        return;
    case Qt::Key_Escape:
        if (isModified()) {
            restore();
            selectAll();
            return;
        }
        break;
    default:
        break;
    }
    QLineEdit::keyPressEvent(event);
}

} // namespace rope

#include "ui/widgets/lesson/number_pad.h"

#include "ui/widgets/rows/wrap_layout.h"

#include <QLineEdit>
#include <QToolButton>

namespace rope {

namespace {

constexpr const char* keys[] = {"1", "2", "3", "4", "5", "−", "⌫", "6", "7", "8", "9", "0", "."};

/// A second minus takes the first one away.
void turnSign(QLineEdit& field)
{
    const QString text = field.text();
    field.setText(text.startsWith(u'-') ? text.mid(1) : u'-' + text);
}

void press(QLineEdit& field, const QString& key)
{
    if (key == QStringLiteral("−"))
        turnSign(field);
    else if (key == QStringLiteral("⌫"))
        field.setText(field.text().chopped(field.text().isEmpty() ? 0 : 1));
    else
        field.setText(field.text() + key);
}

} // namespace

NumberPad::NumberPad(QLineEdit& field, QWidget* parent)
    : QWidget(parent)
{
    auto* row = new WrapLayout;
    setLayout(row);
    for (const char* name : keys) {
        const QString key = QString::fromUtf8(name);
        auto* button = new QToolButton(this);
        button->setObjectName(QStringLiteral("padKey"));
        button->setText(key);
        button->setFocusPolicy(Qt::NoFocus); // the keyboard has these keys
        row->addWidget(button);
        connect(button, &QToolButton::clicked, this, [&field, key] { press(field, key); });
    }
}

} // namespace rope

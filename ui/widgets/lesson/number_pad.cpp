#include "ui/widgets/lesson/number_pad.h"

#include <QGridLayout>
#include <QLineEdit>
#include <QToolButton>

namespace rope {

namespace {

constexpr int columns = 7;
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
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setSpacing(3);
    int place = 0;
    for (const char* name : keys) {
        const QString key = QString::fromUtf8(name);
        auto* button = new QToolButton(this);
        button->setObjectName(QStringLiteral("padKey"));
        button->setText(key);
        button->setFocusPolicy(Qt::NoFocus); // the keyboard has these keys
        button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        grid->addWidget(button, place / columns, place % columns);
        ++place;
        connect(button, &QToolButton::clicked, this, [&field, key] { press(field, key); });
    }
}

} // namespace rope

#pragma once

#include <QWidget>

class QLineEdit;

namespace rope {

/// Keys for a number, for whoever has only a mouse: digits, point, minus sign and a key that takes the last one away.
class NumberPad : public QWidget {
    Q_OBJECT
public:
    explicit NumberPad(QLineEdit& field, QWidget* parent = nullptr);
};

} // namespace rope

#pragma once

#include "core/state/keys.h"

#include <QLineEdit>

namespace rope {

/// An exact entry for one number: `500k`, `1e6`, `2^20`, `131 072`. It shows every digit of the value, grouped.
/// What is refused leaves the old value in place and says why.
class NumberField : public QLineEdit {
    Q_OBJECT
public:
    explicit NumberField(StateKey key, QWidget* parent = nullptr);

    void showValue(double value);
    double value() const { return value_; }

    QSize sizeHint() const override;

Q_SIGNALS:
    void entered(double value);                     ///< the user typed a number
    void stepped(double steps, bool beginsGesture); ///< up and down keys
    void refused(const QString& message);           ///< what was typed is no number: the old value is back

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void accept();
    void restore();

    StateKey key_;
    double value_ = 0.0;
    bool shown_ = false;
};

} // namespace rope

#pragma once

#include <QToolButton>

namespace rope {

/// A button whose text is shortened in its middle where it does not fit, not cut at both ends.
class ElidedButton : public QToolButton {
    Q_OBJECT
public:
    using QToolButton::QToolButton;

protected:
    void paintEvent(QPaintEvent* event) override;
};

} // namespace rope

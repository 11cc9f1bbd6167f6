#pragma once

#include <QComboBox>

namespace rope {

/// A combo box that leaves the wheel to the panel around it (scrolling must not change a choice on its way) and draws
/// its arrow in the text colour of the theme.
class CalmComboBox : public QComboBox {
    Q_OBJECT
public:
    using QComboBox::QComboBox;

protected:
    void wheelEvent(QWheelEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
};

} // namespace rope

#pragma once

#include <QLabel>

namespace rope {

/// One line that gives way: what does not fit is shortened, and whole in the tooltip.
class ElidedLabel : public QLabel {
    Q_OBJECT
public:
    explicit ElidedLabel(QWidget* parent = nullptr);

    void showText(const QString& text);
    /// Width at which nothing is shortened.
    int wholeWidth() const { return fontMetrics().horizontalAdvance(whole_); }
    QSize minimumSizeHint() const override { return {20, QLabel::minimumSizeHint().height()}; }

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void fit();

    QString whole_;
};

} // namespace rope

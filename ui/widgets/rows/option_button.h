#pragma once

#include "ui/paint/style.h"

#include <QRadioButton>
#include <QWidget>

class QLabel;

namespace rope {

/// Markdown as it is spoken: its words without its marks.
QString withoutMarks(const QString& markdown);

/// A radio button whose text may be long: it wraps, holds Markdown and can be clicked anywhere.
class OptionButton : public QWidget {
    Q_OBJECT
public:
    OptionButton(const QString& text, const PaintStyle& style, QWidget* parent = nullptr);

    QRadioButton* button() const { return button_; }

protected:
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    QRadioButton* button_;
    QLabel* label_;
};

} // namespace rope

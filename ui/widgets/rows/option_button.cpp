#include "ui/widgets/rows/option_button.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMouseEvent>
#include <QTextDocumentFragment>

namespace rope {

QString withoutMarks(const QString& markdown)
{
    return QTextDocumentFragment::fromMarkdown(markdown).toPlainText();
}

OptionButton::OptionButton(const QString& text, const PaintStyle& style, QWidget* parent)
    : QWidget(parent)
    , button_(new QRadioButton(this))
    , label_(new QLabel(text, this))
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    label_->setTextFormat(Qt::MarkdownText);
    label_->setWordWrap(true);
    label_->setFont(fontOf(style, style.fontSize * 1.15));
    button_->setAccessibleName(withoutMarks(text));
    label_->setAccessibleName(withoutMarks(text));
    row->addWidget(button_, 0, Qt::AlignTop);
    row->addWidget(label_, 1);
    setCursor(Qt::PointingHandCursor);
}

void OptionButton::mouseReleaseEvent(QMouseEvent* event)
{
    if (rect().contains(event->pos())) {
        button_->setFocus(Qt::MouseFocusReason);
        button_->setChecked(true);
    }
}

} // namespace rope

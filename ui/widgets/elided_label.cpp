#include "ui/widgets/elided_label.h"

#include "ui/widgets/plain_tool_tip.h"

namespace rope {

ElidedLabel::ElidedLabel(QWidget* parent)
    : QLabel(parent)
{
    setTextFormat(Qt::PlainText);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
}

void ElidedLabel::showText(const QString& text)
{
    if (text == whole_)
        return;
    whole_ = text;
    setAccessibleName(text);
    fit();
}

void ElidedLabel::resizeEvent(QResizeEvent* event)
{
    QLabel::resizeEvent(event);
    fit();
}

void ElidedLabel::fit()
{
    const QString shown = fontMetrics().elidedText(whole_, Qt::ElideRight, contentsRect().width());
    if (shown != text())
        setText(shown);
    setToolTip(shown == whole_ ? QString() : plainToolTip(whole_));
}

} // namespace rope

#include "ui/widgets/message_bar.h"

#include "ui/widgets/icons.h"

#include <QAccessible>
#include <QHBoxLayout>
#include <QToolButton>

namespace rope {

namespace {

constexpr int noticeTime = 8000; ///< ms

} // namespace

MessageBar::MessageBar(QWidget* parent)
    : QFrame(parent)
    , icon_(new QLabel(this))
    , text_(new QLabel(this))
{
    setObjectName(QStringLiteral("noteBox"));
    text_->setWordWrap(true);
    text_->setTextFormat(Qt::PlainText);
    text_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    auto* close = new QToolButton(this);
    close->setObjectName(QStringLiteral("flat"));
    close->setIcon(lineIcon(IconName::Close));
    close->setIconSize({14, 14});
    close->setToolTip(tr("Close this message"));
    close->setAccessibleName(tr("Close this message"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(12, 6, 6, 6);
    row->addWidget(icon_);
    row->addWidget(text_, 1);
    row->addWidget(close);
    connect(close, &QToolButton::clicked, this, &MessageBar::clear);
    leave_.setSingleShot(true);
    leave_.setInterval(noticeTime);
    connect(&leave_, &QTimer::timeout, this, &MessageBar::clear);
    hide();
}

void MessageBar::showMessage(const QString& text, Kind kind)
{
    text_->setText(text);
    icon_->setVisible(kind == Kind::Warning);
    icon_->setPixmap(lineIcon(IconName::Warning).pixmap(18, 18));
    setVisible(!text.isEmpty());
    if (kind == Kind::Notice)
        leave_.start();
    else
        leave_.stop();
    if (QAccessible::isActive()) {
        QAccessibleEvent event(text_, QAccessible::Alert);
        QAccessible::updateAccessibility(&event);
    }
}

void MessageBar::clear()
{
    text_->clear();
    hide();
}

} // namespace rope

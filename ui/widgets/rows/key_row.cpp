#include "ui/widgets/rows/key_row.h"

#include "ui/widgets/icons.h"
#include "ui/widgets/rows/choice_row.h"
#include "ui/paint/number_text.h"
#include "ui/widgets/rows/parameter_row.h"
#include "ui/widgets/rows/switch_row.h"
#include "ui/widgets/rows/text_row.h"

#include <QAccessible>
#include <algorithm>
#include <utility>

namespace rope {

namespace {

/// Meaning, range and the name for the command line.
QString tooltipOf(const StateKey& key)
{
    QString text = QStringLiteral("<p>%1</p>").arg(QString::fromStdString(key.help).toHtmlEscaped());
    if (key.kind == ValueKind::Integer || key.kind == ValueKind::Real)
        text += QStringLiteral("<p>%1 … %2 %3</p>")
                    .arg(numberText(key.minimum, 6), numberText(key.maximum, 6),
                         QString::fromStdString(key.unit).toHtmlEscaped());
    return text + QStringLiteral("<p><code>%1</code></p>").arg(QString::fromStdString(key.id).toHtmlEscaped());
}

} // namespace

KeyRow::KeyRow(ExplorerStore& store, StateKey key, QWidget* parent)
    : QWidget(parent)
    , store_(store)
    , key_(std::move(key))
    , label_(new QLabel(QString::fromStdString(key_.title), this))
    , unit_(new QLabel(QString::fromStdString(key_.unit), this))
    , reset_(new QToolButton(this))
    , error_(new QLabel(this))
{
    setObjectName(QString::fromStdString(key_.id));
    setToolTip(tooltipOf(key_));
    unit_->setObjectName(QStringLiteral("unit"));
    error_->setObjectName(QStringLiteral("fieldError"));
    error_->setTextFormat(Qt::PlainText);
    error_->setWordWrap(true);
    error_->hide();
    reset_->setIcon(lineIcon(IconName::Reset));
    reset_->setIconSize({12, 12});
    reset_->setObjectName(QStringLiteral("resetButton"));
    reset_->setAccessibleName(tr("Reset %1").arg(label_->text()));
    QSizePolicy keepsItsPlace = reset_->sizePolicy();
    keepsItsPlace.setRetainSizeWhenHidden(true);
    reset_->setSizePolicy(keepsItsPlace);
    reset_->hide();
    connect(reset_, &QToolButton::clicked, this, [this] {
        if (resetValue_)
            proposeValue(*resetValue_);
    });
}

void KeyRow::showState(const ExplorerState& state)
{
    showValue(state);
    updateReset(state);
    if (!error_->isHidden())
        showError({});
}

void KeyRow::setResetValue(std::optional<Value> value)
{
    resetValue_ = std::move(value);
    updateReset(store_.state());
}

void KeyRow::setOrigin(const QString& origin)
{
    const QString from = tr("From: %1").arg(origin).toHtmlEscaped();
    setToolTip(tooltipOf(key_) + (origin.isEmpty() ? QString() : QStringLiteral("<p>%1</p>").arg(from)));
}

void KeyRow::updateReset(const ExplorerState& state)
{
    const bool differs = resetValue_ && key_.get(state) != *resetValue_;
    reset_->setVisible(differs);
    if (differs)
        reset_->setToolTip(tr("Back to %1").arg(QString::fromStdString(formatValue(*resetValue_))));
}

bool KeyRow::proposeValue(const Value& value, int gesture)
{
    const std::optional<Error> error = store_.propose(SetValue{key_.id, value}, label_->text(), gesture);
    showError(error ? QString::fromStdString(error->message) : QString());
    return !error;
}

void KeyRow::showError(const QString& message)
{
    error_->setText(message);
    error_->setVisible(!message.isEmpty());
    if (!message.isEmpty() && QAccessible::isActive()) {
        QAccessibleEvent event(error_, QAccessible::Alert);
        QAccessible::updateAccessibility(&event);
    }
}

void KeyRow::introduce(QWidget* control)
{
    control->setAccessibleName(label_->text());
    control->setAccessibleDescription(QString::fromStdString(key_.help));
    label_->setBuddy(control);
}

KeyRow* makeKeyRow(ExplorerStore& store, const StateKey& key, QWidget* parent)
{
    switch (key.kind) {
    case ValueKind::Choice:
        return new ChoiceRow(store, key, parent);
    case ValueKind::Switch:
        return new SwitchRow(store, key, parent);
    case ValueKind::Text:
        return new TextRow(store, key, parent);
    case ValueKind::Integer:
    case ValueKind::Real:
        break;
    }
    return new ParameterRow(store, key, parent);
}

bool sameRow(const StateKey& left, const StateKey& right)
{
    const auto sameChoice = [](const KeyChoice& a, const KeyChoice& b) {
        return a.id == b.id && a.title == b.title;
    };
    return left.id == right.id && left.title == right.title && left.help == right.help && left.unit == right.unit &&
           left.kind == right.kind && left.minimum == right.minimum && left.maximum == right.maximum &&
           left.logarithmic == right.logarithmic &&
           std::equal(left.choices.begin(), left.choices.end(), right.choices.begin(), right.choices.end(), sameChoice);
}

} // namespace rope

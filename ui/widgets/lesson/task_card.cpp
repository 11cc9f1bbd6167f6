#include "ui/widgets/lesson/task_card.h"

#include "ui/widgets/appearance.h"
#include "ui/widgets/lesson/number_pad.h"
#include "ui/widgets/rows/option_button.h"
#include "ui/widgets/rows/wrap_layout.h"

#include <QButtonGroup>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

namespace rope {

namespace {

QString kindText(TaskKind kind)
{
    switch (kind) {
    case TaskKind::Predict:
        return TaskCard::tr("predict");
    case TaskKind::Choose:
        return TaskCard::tr("choose");
    case TaskKind::Reach:
        break;
    }
    return TaskCard::tr("find");
}

QString live(const std::string& text, const ShownState& state)
{
    return QString::fromStdString(withLiveNumbers(text, state));
}

} // namespace

TaskCard::TaskCard(const Task& task, int number, const PaintStyle& style, QWidget* parent)
    : QFrame(parent)
    , task_(task)
    , style_(style)
{
    setObjectName(QStringLiteral("noteBox"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(14, 12, 14, 12);
    column->setSpacing(9);
    addHeading(column, number);
    question_ = addText(column, QString::fromStdString(task_.question));
    if (task_.kind == TaskKind::Choose)
        addOptions(column);
    if (task_.kind == TaskKind::Predict)
        addField(column);
    addButtons(column);
    result_ = addText(column, {});
    result_->hide();
    setAccessibleName(tr("Task %1: %2").arg(number).arg(kindText(task_.kind)));
}

QLabel* TaskCard::addText(QVBoxLayout* column, const QString& text)
{
    auto* label = new QLabel(text, this);
    label->setTextFormat(Qt::MarkdownText);
    label->setAccessibleName(withoutMarks(text));
    label->setWordWrap(true);
    label->setFont(fontOf(style_, style_.fontSize * 1.15));
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    column->addWidget(label);
    return label;
}

void TaskCard::addHeading(QVBoxLayout* column, int number)
{
    heading_ = new QLabel(tr("Task %1 · %2").arg(number).arg(kindText(task_.kind)), this);
    heading_->setObjectName(QStringLiteral("muted"));
    column->addWidget(heading_);
}

void TaskCard::addOptions(QVBoxLayout* column)
{
    options_ = new QButtonGroup(this);
    for (const TaskOption& option : task_.options) {
        auto* button = new OptionButton(QString::fromStdString(option.text), style_, this);
        options_->addButton(button->button(), static_cast<int>(&option - task_.options.data()));
        column->addWidget(button);
    }
    connect(options_, &QButtonGroup::idToggled, this, &TaskCard::dropResult);
}

void TaskCard::addField(QVBoxLayout* column)
{
    auto* row = new WrapLayout;
    const LiveQuantity* quantity = findQuantity(task_.quantity.id);
    const QString unit = QString::fromUtf8(quantity->unit.data(), static_cast<qsizetype>(quantity->unit.size()));
    auto* label = new QLabel(tr("My &guess"), this);
    field_ = new QLineEdit(this);
    field_->setMaximumWidth(140);
    field_->setAccessibleName(tr("My guess: %1").arg(QString::fromStdString(std::string(quantity->title))));
    label->setBuddy(field_);
    row->addWidget(label);
    row->addWidget(field_);
    row->addWidget(new QLabel(unit, this));
    auto* keys = new QToolButton(this);
    keys->setText(QStringLiteral("123"));
    keys->setCheckable(true);
    keys->setFocusPolicy(Qt::NoFocus);
    keys->setToolTip(tr("Keys for the mouse"));
    keys->setAccessibleName(tr("Number pad"));
    row->addWidget(keys);
    column->addLayout(row);
    auto* pad = new NumberPad(*field_, this);
    pad->hide();
    column->addWidget(pad);
    connect(keys, &QToolButton::toggled, pad, &QWidget::setVisible);
    connect(field_, &QLineEdit::returnPressed, this, &TaskCard::checkAnswer);
    connect(field_, &QLineEdit::textChanged, this, &TaskCard::dropResult);
}

void TaskCard::addButtons(QVBoxLayout* column)
{
    auto* row = new WrapLayout;
    auto* checkButton = new QPushButton(tr("Check"), this);
    checkButton->setObjectName(QStringLiteral("primary"));
    checkButton->setAutoDefault(false);
    row->addWidget(checkButton);
    connect(checkButton, &QPushButton::clicked, this, &TaskCard::checkAnswer);
    if (!task_.hint.empty()) {
        auto* hint = new QPushButton(tr("Hint"), this);
        row->addWidget(hint);
        connect(hint, &QPushButton::clicked, this, &TaskCard::showHint);
    }
    see_ = new QPushButton(tr("See it"), this);
    see_->setToolTip(tr("Sets the explorer to the state that the task asks about"));
    see_->hide();
    row->addWidget(see_);
    connect(see_, &QPushButton::clicked, this, [this] { Q_EMIT stateRequested(task_.at); });
    column->addLayout(row);
}

Answer TaskCard::answer() const
{
    if (field_)
        return field_->text().toStdString();
    if (options_ && options_->checkedId() >= 0)
        return options_->checkedId();
    return {};
}

QString TaskCard::message() const
{
    return result_->text();
}

void TaskCard::checkAnswer()
{
    showResult(check(task_, state_, answer()));
    Q_EMIT answered();
}

void TaskCard::showResult(const TaskResult& result)
{
    const QColor colour = result.solved ? style_.good : style_.warning;
    QPalette palette = result_->palette();
    palette.setColor(QPalette::WindowText, colour);
    result_->setPalette(palette);
    result_->setStyleSheet(QStringLiteral("color: %1").arg(colour.name()));
    const QString mark = result.solved ? tr("✓ ") : QString();
    result_->setText(mark + QString::fromStdString(result.message));
    result_->setAccessibleName(withoutMarks(result_->text()));
    result_->show();
    if (result.solved)
        markDone();
}

/// What was said of the last answer says nothing of another.
void TaskCard::dropResult()
{
    result_->clear();
    result_->hide();
}

void TaskCard::showHint()
{
    showResult({false, withLiveNumbers(task_.hint, state_)});
    Q_EMIT answered();
}

void TaskCard::markDone()
{
    const bool first = !done_;
    showDone();
    if (first)
        Q_EMIT solved();
}

void TaskCard::showDone()
{
    done_ = true;
    if (!heading_->text().endsWith(tr("solved")))
        heading_->setText(heading_->text() + tr(" · ✓ solved"));
    see_->setVisible(!task_.at.empty());
}

void TaskCard::showState(const ShownState& state)
{
    state_ = state;
    reached_ = task_.kind == TaskKind::Reach && check(task_, state_).solved;
    const QString question = live(task_.question, state_);
    if (question == question_->text())
        return;
    question_->setText(question);
    question_->setAccessibleName(withoutMarks(question));
}

void TaskCard::follow(const ShownState& state)
{
    const bool wasReached = reached_;
    showState(state);
    if (reached_ && !wasReached && !done_)
        showResult(check(task_, state_));
}

} // namespace rope

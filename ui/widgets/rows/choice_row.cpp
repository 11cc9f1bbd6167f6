#include "ui/widgets/rows/choice_row.h"

#include "ui/widgets/rows/calm_combo_box.h"

#include <QEvent>
#include <QGridLayout>

namespace rope {

namespace {

constexpr int labelCharacters = 11; ///< wide: choices below each other begin at one line

} // namespace

ChoiceRow::ChoiceRow(ExplorerStore& store, const StateKey& key, QWidget* parent)
    : KeyRow(store, key, parent)
    , choices_(new CalmComboBox(this))
{
    for (const KeyChoice& choice : key.choices)
        choices_->addItem(QString::fromStdString(choice.title), QString::fromStdString(choice.id));
    choices_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    choices_->setMinimumContentsLength(9);
    choices_->setMinimumWidth(96);
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 2, 0, 2);
    grid->setHorizontalSpacing(6);
    grid->setVerticalSpacing(2);
    grid->setColumnStretch(2, 1);
    label()->setWordWrap(true);
    fitLabel();
    grid->addWidget(label(), 0, 0);
    grid->addWidget(resetButton(), 0, 1);
    grid->addWidget(choices_, 0, 2);
    grid->addWidget(errorLabel(), 1, 0, 1, 3);
    QSizePolicy givesWay = resetButton()->sizePolicy();
    givesWay.setRetainSizeWhenHidden(false);
    resetButton()->setSizePolicy(givesWay);
    unit()->hide();
    introduce(choices_);
    connect(choices_, &QComboBox::activated, this, [this](int index) {
        if (!proposeValue(choices_->itemData(index).toString().toStdString()))
            showValue(this->store().state());
    });
    showState(store.state());
}

void ChoiceRow::fitLabel()
{
    label()->ensurePolished();
    label()->setFixedWidth(labelCharacters * label()->fontMetrics().averageCharWidth());
}

/// Presenter mode has larger letters.
void ChoiceRow::changeEvent(QEvent* event)
{
    KeyRow::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        fitLabel();
}

void ChoiceRow::showValue(const ExplorerState& state)
{
    const Value value = key().get(state);
    choices_->setCurrentIndex(choices_->findData(QString::fromStdString(std::get<std::string>(value))));
}

} // namespace rope

#include "ui/widgets/rows/switch_row.h"

#include <QGridLayout>
#include <QMouseEvent>

namespace rope {

SwitchRow::SwitchRow(ExplorerStore& store, const StateKey& key, QWidget* parent)
    : KeyRow(store, key, parent)
    , box_(new QCheckBox(this))
{
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 3, 0, 3);
    grid->setVerticalSpacing(2);
    grid->setHorizontalSpacing(4);
    grid->setColumnStretch(1, 1);
    label()->setWordWrap(true);
    grid->addWidget(box_, 0, 0);
    grid->addWidget(label(), 0, 1);
    grid->addWidget(resetButton(), 0, 2);
    grid->addWidget(errorLabel(), 1, 0, 1, 3);
    unit()->hide();
    introduce(box_);
    connect(box_, &QCheckBox::clicked, this, [this](bool on) {
        if (!proposeValue(on ? 1.0 : 0.0))
            showValue(this->store().state());
    });
    showState(store.state());
}

/// The label belongs to the box: a click on it counts.
void SwitchRow::mouseReleaseEvent(QMouseEvent* event)
{
    if (label()->geometry().contains(event->position().toPoint()))
        box_->click();
}

void SwitchRow::showValue(const ExplorerState& state)
{
    box_->setChecked(std::get<double>(key().get(state)) != 0.0);
}

} // namespace rope

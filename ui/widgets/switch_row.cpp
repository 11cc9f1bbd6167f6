#include "ui/widgets/switch_row.h"

#include <QGridLayout>

namespace rope {

SwitchRow::SwitchRow(ExplorerStore& store, const StateKey& key, QWidget* parent)
    : KeyRow(store, key, parent)
    , box_(new QCheckBox(QString::fromStdString(key.title), this))
{
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 3, 0, 3);
    grid->setVerticalSpacing(2);
    grid->setColumnStretch(0, 1);
    grid->addWidget(box_, 0, 0);
    grid->addWidget(resetButton(), 0, 1);
    grid->addWidget(errorLabel(), 1, 0, 1, 2);
    label()->hide();
    unit()->hide();
    introduce(box_);
    connect(box_, &QCheckBox::clicked, this, [this](bool on) {
        if (!proposeValue(on ? 1.0 : 0.0))
            showValue(this->store().state());
    });
    showState(store.state());
}

void SwitchRow::showValue(const ExplorerState& state)
{
    box_->setChecked(std::get<double>(key().get(state)) != 0.0);
}

} // namespace rope

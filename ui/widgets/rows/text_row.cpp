#include "ui/widgets/rows/text_row.h"

#include <QGridLayout>

namespace rope {

TextRow::TextRow(ExplorerStore& store, const StateKey& key, QWidget* parent)
    : KeyRow(store, key, parent)
    , field_(new QLineEdit(this))
{
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 2, 0, 2);
    grid->setVerticalSpacing(2);
    grid->setColumnStretch(0, 1);
    grid->addWidget(label(), 0, 0);
    grid->addWidget(resetButton(), 0, 1);
    grid->addWidget(field_, 1, 0, 1, 2);
    grid->addWidget(errorLabel(), 2, 0, 1, 2);
    unit()->hide();
    introduce(field_);
    connect(field_, &QLineEdit::editingFinished, this, [this] {
        if (field_->isModified() && !proposeValue(field_->text().toStdString()))
            showValue(this->store().state());
    });
    showState(store.state());
}

void TextRow::showValue(const ExplorerState& state)
{
    const QString text = QString::fromStdString(std::get<std::string>(key().get(state)));
    if (text != field_->text())
        field_->setText(text);
    field_->setModified(false);
}

} // namespace rope

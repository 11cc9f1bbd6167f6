#pragma once

#include "ui/widgets/rows/key_row.h"

#include <QComboBox>

namespace rope {

/// One of several named choices.
class ChoiceRow : public KeyRow {
    Q_OBJECT
public:
    ChoiceRow(ExplorerStore& store, const StateKey& key, QWidget* parent);

    QComboBox* choices() const { return choices_; }

protected:
    void showValue(const ExplorerState& state) override;
    void changeEvent(QEvent* event) override;

private:
    void fitLabel();

    QComboBox* choices_;
};

} // namespace rope

#pragma once

#include "ui/widgets/rows/key_row.h"

#include <QCheckBox>

namespace rope {

/// On or off.
class SwitchRow : public KeyRow {
    Q_OBJECT
public:
    SwitchRow(ExplorerStore& store, const StateKey& key, QWidget* parent);

    QCheckBox* box() const { return box_; }

protected:
    void showValue(const ExplorerState& state) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    QCheckBox* box_;
};

} // namespace rope

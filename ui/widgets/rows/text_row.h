#pragma once

#include "ui/widgets/rows/key_row.h"

#include <QLineEdit>

namespace rope {

/// A text: a sentence, a file's name.
class TextRow : public KeyRow {
    Q_OBJECT
public:
    TextRow(ExplorerStore& store, const StateKey& key, QWidget* parent);

    QLineEdit* field() const { return field_; }

protected:
    void showValue(const ExplorerState& state) override;

private:
    QLineEdit* field_;
};

} // namespace rope

#pragma once

#include "ui/store/explorer_store.h"

#include <QFrame>
#include <string>
#include <vector>

class QVBoxLayout;

namespace rope {

class KeyRow;

/// The parameters that a passage of a lesson is about, right in its text: rows as in the parameter panel, for those of
/// its keys that the state has now. They are there in presenter mode, too, where the panel is hidden.
class ControlBox : public QFrame {
    Q_OBJECT
public:
    /// `baseline`: the state that resets go back to.
    ControlBox(ExplorerStore& store, std::vector<std::string> keys, ExplorerState baseline, QWidget* parent = nullptr);

    void follow();
    const std::vector<KeyRow*>& rows() const { return rows_; }

Q_SIGNALS:
    /// A page key in one of the controls: it turns the lesson's page, as everywhere in the lesson. +1: on, -1: back.
    void pageTurned(int direction);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void watchPageKeys(KeyRow* row);
    void rebuild(const std::vector<StateKey>& keys);
    void updateResets();

    ExplorerStore& store_;
    std::vector<std::string> ids_;
    ExplorerState baseline_;
    QVBoxLayout* column_ = nullptr;
    std::vector<KeyRow*> rows_;
};

} // namespace rope

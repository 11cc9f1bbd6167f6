#pragma once

#include "core/state/keys.h"
#include "ui/store/explorer_store.h"

#include <QLabel>
#include <QToolButton>
#include <QWidget>
#include <optional>

namespace rope {

/// One row of the parameter panel, made from a row of the key table: label, unit, control, reset, and the reason of a
/// refusal beneath. It changes the state through propose alone and follows what the store shows.
class KeyRow : public QWidget {
    Q_OBJECT
public:
    KeyRow(ExplorerStore& store, StateKey key, QWidget* parent);

    const StateKey& key() const { return key_; }

    /// Shows what the key is in this state.
    void showState(const ExplorerState& state);
    /// The value that the reset button brings back; nothing: no reset.
    void setResetValue(std::optional<Value> value);

    /// Where the value came from, for the tooltip; empty: nothing is known about it.
    void setOrigin(const QString& origin);

    /// Why the last request was refused; empty when it was not.
    QString errorText() const { return error_->text(); }

protected:
    virtual void showValue(const ExplorerState& state) = 0;

    /// Proposes a value; a refusal is shown beneath. True when it was accepted.
    bool proposeValue(const Value& value, int gesture = 0);
    void showError(const QString& message);
    /// Gives the control its name, description and tooltip, and makes it the label's buddy.
    void introduce(QWidget* control);

    ExplorerStore& store() const { return store_; }
    QLabel* label() const { return label_; }
    QLabel* unit() const { return unit_; }
    QToolButton* resetButton() const { return reset_; }
    QLabel* errorLabel() const { return error_; }

private:
    void updateReset(const ExplorerState& state);

    ExplorerStore& store_;
    StateKey key_;
    std::optional<Value> resetValue_;
    QLabel* label_;
    QLabel* unit_;
    QToolButton* reset_;
    QLabel* error_;
};

/// The row that suits a key: slider and field, choice, switch or text.
KeyRow* makeKeyRow(ExplorerStore& store, const StateKey& key, QWidget* parent);

/// True when two keys make the same row.
bool sameRow(const StateKey& left, const StateKey& right);

} // namespace rope

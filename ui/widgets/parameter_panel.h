#pragma once

#include "core/state/keys.h"
#include "ui/store/explorer_store.h"
#include "ui/widgets/rows/key_row.h"

#include <QScrollArea>
#include <map>
#include <vector>

class QVBoxLayout;

namespace rope {

/// Every key of the state as a row, in groups that fold. The rows are made from the key table, so another scheme
/// brings its own parameters; rows that stay the same keep their widgets, and with them the focus.
class ParameterPanel : public QScrollArea {
    Q_OBJECT
public:
    explicit ParameterPanel(ExplorerStore& store, QWidget* parent = nullptr);

    /// The state whose values the reset buttons bring back: the model as it was opened.
    void setBaseline(const ExplorerState& baseline);

    /// Where the values of the model came from, by key; shown on hover.
    void setOrigins(std::map<QString, QString> origins);

    /// The row of a key, or nullptr.
    KeyRow* row(const QString& id) const;

    /// Folds or unfolds a group.
    void setGroupOpen(const QString& group, bool open);
    QStringList closedGroups() const;

private:
    struct Group {
        QToolButton* heading;
        QWidget* body;
        QVBoxLayout* rows;
    };

    void follow();
    bool keysChanged(const std::vector<StateKey>& keys) const;
    void rebuild(const std::vector<StateKey>& keys);
    KeyRow* rowFor(const StateKey& key, std::vector<KeyRow*>& spare);
    Group& groupFor(const std::string& title);
    Group makeGroup(const QString& title);
    void updateResets();
    void updateOrigins();

    ExplorerStore& store_;
    ExplorerState baseline_;
    std::map<QString, QString> origins_;
    QVBoxLayout* column_;
    std::map<std::string, Group> groups_;
    std::vector<KeyRow*> rows_;
};

} // namespace rope

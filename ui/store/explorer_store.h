#pragma once

#include "core/state/change.h"
#include "core/state/shown_state.h"

#include <QObject>
#include <QUndoStack>
#include <optional>
#include <string>

namespace rope {

/// Which parts of the state differ between two states.
enum class StatePart : unsigned {
    Model = 1U << 0U,
    Encoding = 1U << 1U,
    Positions = 1U << 2U,
    Pair = 1U << 3U,    ///< highlighted pair
    Content = 1U << 4U, ///< pairs' content
    Sequence = 1U << 5U,
    View = 1U << 6U,
    Lab = 1U << 7U, ///< precision and aliasing
    All = 0xFFU,
};
Q_DECLARE_FLAGS(StateParts, StatePart)

/// The one door to the state. Every change goes through propose and can be undone. The store owns the content file that
/// the state names: it opens it, and says with the state what is wrong with it.
class ExplorerStore : public QObject {
    Q_OBJECT
public:
    /// `shelf`: content files that have been read already.
    explicit ExplorerStore(ExplorerState initial = {}, ContentShelf shelf = {}, QObject* parent = nullptr);

    const ShownState& state() const { return state_; }
    QUndoStack& history() { return history_; }

    /// Applies a change as one undo step, or returns why it is refused. Changes of the same gesture (> 0) merge into
    /// one step; a gesture that ends where it began leaves none. Proposing the present state does nothing.
    std::optional<Error> propose(const Change& change, const QString& label, int gesture = 0);

    /// A number for a new gesture.
    int newGesture() { return ++lastGesture_; }

    /// Makes the queries and keys of `source` the content, as withContent does; returns why that cannot be.
    std::optional<Error> proposeContent(const std::string& source, const QString& label);

    /// Starts over with another state and an empty history (opening a session at start).
    void reset(ExplorerState state);

Q_SIGNALS:
    void stateChanged(const rope::ShownState& state, rope::StateParts changedParts);

private:
    friend class SetStateCommand;
    void swapState(const ExplorerState& next);

    ContentShelf shelf_;
    ShownState state_;
    QUndoStack history_;
    int lastGesture_ = 0;
};

/// What differs between two states.
StateParts changedParts(const ExplorerState& before, const ExplorerState& after);

} // namespace rope

Q_DECLARE_OPERATORS_FOR_FLAGS(rope::StateParts)

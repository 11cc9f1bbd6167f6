#include "ui/store/explorer_store.h"

#include "core/state/content_choice.h"

#include <utility>

namespace rope {

/// Swaps whole states. Commands of one gesture merge; one that ends where it began becomes obsolete.
class SetStateCommand : public QUndoCommand {
public:
    SetStateCommand(ExplorerStore& store, ExplorerState next, const QString& label, int gesture)
        : QUndoCommand(label)
        , store_(store)
        , before_(store.state())
        , after_(std::move(next))
        , gesture_(gesture)
    {}

    void undo() override { store_.swapState(before_); }
    void redo() override { store_.swapState(after_); }
    int id() const override { return gesture_ > 0 ? gesture_ : -1; }

    bool mergeWith(const QUndoCommand* other) override
    {
        after_ = static_cast<const SetStateCommand*>(other)->after_;
        setObsolete(after_ == before_);
        return true;
    }

private:
    ExplorerStore& store_;
    ExplorerState before_;
    ExplorerState after_;
    int gesture_;
};

ExplorerStore::ExplorerStore(ExplorerState initial, ContentShelf shelf, QObject* parent)
    : QObject(parent)
    , shelf_(std::move(shelf))
    , state_(withContentOpened(std::move(initial), shelf_))
{}

std::optional<Error> ExplorerStore::propose(const Change& change, const QString& label, int gesture)
{
    Result<ExplorerState> next = withChange(state_, change);
    if (!next)
        return next.error();
    if (*next != state_)
        history_.push(new SetStateCommand(*this, std::move(*next), label, gesture));
    return std::nullopt;
}

std::optional<Error> ExplorerStore::proposeContent(const std::string& source, const QString& label)
{
    const auto content = shelf_.open(source);
    if (!content)
        return content.error();
    Result<ExplorerState> next = withContent(state_, source, **content);
    if (!next)
        return next.error();
    const std::optional<Error> refused = propose(ReplaceAll{std::move(*next)}, label);
    if (!refused && state_.content != *content)
        swapState(ExplorerState(state_)); // the same state, of files that have changed since
    return refused;
}

void ExplorerStore::reset(ExplorerState state)
{
    history_.clear();
    swapState(state);
}

void ExplorerStore::swapState(const ExplorerState& next)
{
    ShownState shown = withContentOpened(next, shelf_);
    StateParts parts = changedParts(state_, shown);
    parts.setFlag(StatePart::Sequence, parts.testFlag(StatePart::Sequence) || shown.content != state_.content ||
                                           shown.contentProblem != state_.contentProblem);
    if (!parts)
        return;
    state_ = std::move(shown);
    Q_EMIT stateChanged(state_, parts);
}

StateParts changedParts(const ExplorerState& before, const ExplorerState& after)
{
    StateParts parts;
    parts.setFlag(StatePart::Model, before.model != after.model || before.compared != after.compared);
    parts.setFlag(StatePart::Encoding, before.encoding != after.encoding);
    parts.setFlag(StatePart::Positions, before.positions != after.positions);
    parts.setFlag(StatePart::Pair, before.highlightedPair != after.highlightedPair);
    parts.setFlag(StatePart::Content, before.pairs != after.pairs);
    parts.setFlag(StatePart::Sequence, before.sequence != after.sequence);
    parts.setFlag(StatePart::View, before.view != after.view);
    parts.setFlag(StatePart::Lab, before.precision != after.precision || before.aliasing != after.aliasing);
    return parts;
}

} // namespace rope

#include "ui/store/explorer_store.h"

namespace rope {

namespace {

SetValue queryAt(double position)
{
    return {"positions.query", position};
}

/// A store and the list of signals that it sent.
struct Watched {
    ExplorerStore store;
    std::vector<StateParts> signals;

    Watched()
    {
        QObject::connect(&store, &ExplorerStore::stateChanged, &store,
                         [this](const ExplorerState&, StateParts parts) { signals.push_back(parts); });
    }
    std::int64_t query() const { return store.state().positions.query; }
};

} // namespace

TEST(ExplorerStore, AChangeIsOneStepAndOneSignal)
{
    Watched watched;
    EXPECT_FALSE(watched.store.propose(queryAt(40), "Query position"));
    EXPECT_EQ(watched.query(), 40);
    EXPECT_EQ(watched.store.history().count(), 1);
    EXPECT_EQ(watched.store.history().undoText(), "Query position");
    ASSERT_EQ(watched.signals.size(), 1U);
    EXPECT_EQ(watched.signals.front(), StateParts(StatePart::Positions));
}

TEST(ExplorerStore, UndoAndRedoBringBackTheWholeState)
{
    Watched watched;
    const ExplorerState before = watched.store.state();
    watched.store.propose(queryAt(40), "a");
    watched.store.propose(SetValue{"model.base", 500000.0}, "b");
    const ExplorerState after = watched.store.state();
    watched.store.history().undo();
    watched.store.history().undo();
    EXPECT_EQ(watched.store.state(), before);
    watched.store.history().redo();
    watched.store.history().redo();
    EXPECT_EQ(watched.store.state(), after);
    EXPECT_EQ(watched.signals.size(), 6U);
}

TEST(ExplorerStore, OneDragIsOneUndoStep)
{
    Watched watched;
    const int gesture = watched.store.newGesture();
    for (int position = 13; position <= 60; ++position)
        watched.store.propose(queryAt(position), "Query position", gesture);
    EXPECT_EQ(watched.store.history().count(), 1);
    watched.store.history().undo();
    EXPECT_EQ(watched.query(), 12);
}

TEST(ExplorerStore, TwoDragsAreTwoSteps)
{
    Watched watched;
    watched.store.propose(queryAt(20), "Query position", watched.store.newGesture());
    watched.store.propose(queryAt(30), "Query position", watched.store.newGesture());
    EXPECT_EQ(watched.store.history().count(), 2);
}

TEST(ExplorerStore, ChangesWithoutAGestureDoNotMerge)
{
    Watched watched;
    watched.store.propose(queryAt(20), "Query position");
    watched.store.propose(queryAt(30), "Query position");
    EXPECT_EQ(watched.store.history().count(), 2);
}

TEST(ExplorerStore, ADragThatEndsWhereItBeganLeavesNoStep)
{
    Watched watched;
    watched.store.propose(queryAt(20), "before");
    const int gesture = watched.store.newGesture();
    watched.store.propose(queryAt(30), "Query position", gesture);
    watched.store.propose(queryAt(20), "Query position", gesture);
    EXPECT_EQ(watched.query(), 20);
    EXPECT_EQ(watched.store.history().count(), 1);
    EXPECT_EQ(watched.store.history().undoText(), "before");
}

TEST(ExplorerStore, ProposingThePresentStateDoesNothing)
{
    Watched watched;
    EXPECT_FALSE(watched.store.propose(queryAt(12), "Query position"));
    EXPECT_FALSE(watched.store.propose(ReplaceAll{watched.store.state()}, "Open"));
    EXPECT_EQ(watched.store.history().count(), 0);
    EXPECT_TRUE(watched.signals.empty());
}

TEST(ExplorerStore, ARefusedChangeLeavesStateAndHistoryAlone)
{
    Watched watched;
    const ExplorerState before = watched.store.state();
    const std::optional<Error> error = watched.store.propose(SetValue{"model.base", -3.0}, "Base");
    ASSERT_TRUE(error);
    EXPECT_EQ(error->field, "model.base");
    EXPECT_EQ(watched.store.state(), before);
    EXPECT_EQ(watched.store.history().count(), 0);
    EXPECT_TRUE(watched.signals.empty());
}

TEST(ExplorerStore, ResetStartsOverWithoutHistory)
{
    Watched watched;
    watched.store.propose(queryAt(20), "a");
    ExplorerState other;
    other.highlightedPair = 3;
    watched.store.reset(other);
    EXPECT_EQ(watched.store.state(), other);
    EXPECT_EQ(watched.store.history().count(), 0);
    ASSERT_EQ(watched.signals.size(), 2U);
    EXPECT_EQ(watched.signals.back(), StateParts(StatePart::Positions) | StatePart::Pair);
}

TEST(ExplorerStore, ChangedPartsNamesEveryPart)
{
    const ExplorerState before;
    ExplorerState after;
    after.model.name = "other";
    after.encoding.relative = RelativeEncoding::None;
    after.positions.key = 6;
    after.highlightedPair = 1;
    after.pairs.resize(1);
    after.sequence.seed = 7;
    after.aliasing.pairs = 3;
    after.view.autoRange = false;
    EXPECT_EQ(changedParts(before, after), StateParts(StatePart::All));
    EXPECT_EQ(changedParts(before, before), StateParts());
    after = before;
    after.compared = before.model;
    EXPECT_EQ(changedParts(before, after), StateParts(StatePart::Model));
}

} // namespace rope

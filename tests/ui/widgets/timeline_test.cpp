#include "ui/widgets/timeline.h"

#include <gtest/gtest.h>

namespace rope {

namespace {

class TimelineTest : public testing::Test {
protected:
    std::int64_t query() const { return store.state().positions.query; }

    ExplorerStore store;
    Timeline timeline{store};
};

} // namespace

TEST_F(TimelineTest, OnePlayIsOneUndoStep)
{
    timeline.setPlaying(true);
    for (int frame = 0; frame < 100; ++frame)
        timeline.advance(0.016);
    timeline.setPlaying(false);
    EXPECT_NEAR(static_cast<double>(query()), 12.0 + 8.0 * 1.6, 1.0);
    EXPECT_EQ(store.history().count(), 1);
    store.history().undo();
    EXPECT_EQ(query(), 12);
}

TEST_F(TimelineTest, SpeedIsTrueWhateverTheFrames)
{
    timeline.setSpeed(4.0);
    timeline.setPlaying(true);
    timeline.advance(0.2);
    timeline.advance(0.05);
    timeline.advance(0.75);
    EXPECT_NEAR(static_cast<double>(query()), 12.0 + 32.0, 1.0);
}

TEST_F(TimelineTest, LoopsOrStopsAtTheEnd)
{
    store.propose(SetValue{"sequence.length", 32.0}, "T");
    timeline.setPlaying(true);
    timeline.advance(3.0); // 24 of the 31 steps: past the end from 12
    EXPECT_TRUE(timeline.isPlaying());
    EXPECT_LT(query(), 12);
    timeline.setLooping(false);
    timeline.advance(5.0);
    EXPECT_FALSE(timeline.isPlaying());
    EXPECT_EQ(query(), 31);
}

TEST_F(TimelineTest, RunsNoTimerWhilePaused)
{
    EXPECT_FALSE(timeline.isPlaying());
    timeline.setPlaying(true);
    timeline.step(1);
    EXPECT_FALSE(timeline.isPlaying());
    EXPECT_EQ(query(), 13);
}

TEST_F(TimelineTest, AnyNumericParameterRuns)
{
    int refusals = 0;
    QObject::connect(&timeline, &Timeline::refused, &timeline, [&refusals] { ++refusals; });
    for (const StateKey& key : keysOf(store.state())) {
        if (key.kind != ValueKind::Integer && key.kind != ValueKind::Real)
            continue;
        timeline.setParameter(QString::fromStdString(key.id));
        ASSERT_EQ(timeline.parameter().toStdString(), key.id);
        const KeyRange range = sliderRange(store.state(), key);
        const Value before = key.get(store.state());
        timeline.step(std::get<double>(before) < range.maximum ? 1 : -1);
        EXPECT_TRUE(key.get(store.state()) != before || refusals > 0) << key.id;
        EXPECT_LE(refusals, 2); // the ends of the colour range stay in order
        store.history().undo();
    }
}

TEST_F(TimelineTest, TakesUpAValueThatAnotherHandChanged)
{
    timeline.setPlaying(true);
    timeline.advance(0.5);
    store.propose(SetValue{"positions.query", 500.0}, "m");
    timeline.advance(0.5);
    EXPECT_NEAR(static_cast<double>(query()), 504.0, 1.0);
}

TEST_F(TimelineTest, ReturnsToTheQueryWhenItsParameterGoes)
{
    store.propose(SetValue{"model.scheme", std::string("yarn")}, "Scaling");
    timeline.setParameter("scheme.factor");
    timeline.setPlaying(true);
    store.propose(SetValue{"model.scheme", std::string("default")}, "Scaling");
    EXPECT_EQ(timeline.parameter(), "positions.query");
    EXPECT_FALSE(timeline.isPlaying());
}

} // namespace rope

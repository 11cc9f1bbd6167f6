#include "core/views/compared_state.h"

#include "core/model/presets.h"
#include "core/state/change.h"

#include <gtest/gtest.h>

namespace rope {
namespace {

ExplorerState stateOf(const char* first, const char* second)
{
    const ExplorerState one = *withChange(ExplorerState{}, SetModel{loadPreset(first)->model});
    return *withChange(one, SetCompared{loadPreset(second)->model});
}

TEST(ComparedState, IsNothingWithoutASecondModel)
{
    EXPECT_FALSE(comparedState(ExplorerState{}).has_value());
}

TEST(ComparedState, HasTheSecondModelAndEverythingElseOfTheFirst)
{
    const ExplorerState state = stateOf("llama-2-7b", "llama-3-8b");
    const std::optional<ExplorerState> second = comparedState(state);
    ASSERT_TRUE(second.has_value());
    EXPECT_EQ(second->model, *state.compared);
    EXPECT_FALSE(second->compared.has_value());
    EXPECT_EQ(second->positions, state.positions);
    EXPECT_EQ(second->view, state.view);
}

TEST(ComparedState, ShowsTheKindOfLayerThatTheFirstShows)
{
    ExplorerState state = stateOf("gemma-3-27b", "gemma-3-27b");
    for (int layer = 0; layer < 2; ++layer) {
        state.model.activeLayer = layer;
        EXPECT_EQ(activeRotary(*comparedState(state)).layerType, activeRotary(state).layerType);
    }
}

TEST(ComparedState, APairThatTheSecondDoesNotHaveBecomesItsLast)
{
    ExplorerState state = stateOf("llama-2-7b", "gpt-j-6b");
    state.highlightedPair = 60;
    EXPECT_EQ(comparedState(state)->highlightedPair, 31);
}

} // namespace
} // namespace rope

#include "core/state/model_name.h"

#include "core/state/change.h"

#include <gtest/gtest.h>

namespace rope {
namespace {

ExplorerState with(const ExplorerState& state, const char* key, double value)
{
    return withChange(state, SetValue{key, value}).value();
}

} // namespace

TEST(ModelName, FollowsHeadDimensionAndBaseOfAFreeModel)
{
    const ExplorerState fresh;
    EXPECT_TRUE(hasPlainName(fresh.model));
    EXPECT_EQ(with(fresh, "model.head_dim", 2).model.name, "RoPE, d 2, base 10 000");
    EXPECT_EQ(with(fresh, "model.base", 5e5).model.name, "RoPE, d 128, base 500 000");
    EXPECT_EQ(with(fresh, "model.base", 1.5).model.name, "RoPE, d 128, base 1.5");
    EXPECT_EQ(with(with(fresh, "model.base", 500), "model.base", 1e4), fresh);
}

TEST(ModelName, OfAModelThatHasOneStays)
{
    ExplorerState named;
    named.model.name = "My model";
    EXPECT_EQ(with(named, "model.head_dim", 64).model.name, "My model");
    ExplorerState preset;
    preset.model.source = "llama-2-7b";
    EXPECT_EQ(with(preset, "model.head_dim", 64).model.name, preset.model.name);
}

} // namespace rope

#include "core/lessons/condition.h"

namespace rope {
namespace {

bool holdsNow(const char* text, const ExplorerState& state = {})
{
    return holds(parseCondition(text).value(), state).value();
}

} // namespace

TEST(Condition, ComparesQuantitiesWithNumbers)
{
    EXPECT_TRUE(holdsNow("offset < 0")); // m = 12, n = 5
    EXPECT_TRUE(holdsNow("offset = -7"));
    EXPECT_TRUE(holdsNow("offset <= -7"));
    EXPECT_TRUE(holdsNow("offset >= -7"));
    EXPECT_FALSE(holdsNow("offset != -7"));
    EXPECT_FALSE(holdsNow("offset > -7"));
    EXPECT_TRUE(holdsNow("wavelength:0 > 6.28"));
}

TEST(Condition, ComparesKeysWithTheirValues)
{
    EXPECT_TRUE(holdsNow("sequence.mask = none"));
    EXPECT_TRUE(holdsNow("sequence.mask != causal"));
    EXPECT_TRUE(holdsNow("model.base = 10k"));
    EXPECT_FALSE(holdsNow("positions.keep_offset = on"));
}

TEST(Condition, RefusesWhatItCannotRead)
{
    EXPECT_FALSE(parseCondition("offset"));
    EXPECT_FALSE(parseCondition("ofset < 1"));
    EXPECT_FALSE(parseCondition("offset < one"));
    EXPECT_FALSE(parseCondition("sequence.mask < causal"));
    EXPECT_FALSE(holds(parseCondition("sequence.musk = causal").value(), {}));
    EXPECT_FALSE(holds(parseCondition("wavelength:64 < 1").value(), {}));
}

} // namespace rope

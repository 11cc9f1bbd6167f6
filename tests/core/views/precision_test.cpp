#include "core/views/precision.h"

#include "core/rotation/frequency.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

namespace rope {
namespace {

ExplorerState stateOf(NumberFormat positions, NumberFormat frequencies, NumberFormat tables = NumberFormat::Float32)
{
    ExplorerState state;
    state.precision = {positions, frequencies, tables, NumberFormat::Float64};
    return state;
}

const PrecisionErrors& at(const PrecisionNumbers& numbers, std::int64_t position)
{
    const auto found = std::ranges::find(numbers.errors, position, &PrecisionErrors::position);
    EXPECT_NE(found, numbers.errors.end()) << position;
    return *found;
}

TEST(PrecisionNumbers, APositionThatOverflowsItsFormatHasNoNumber)
{
    const PrecisionNumbers numbers = precisionNumbers(stateOf(NumberFormat::Float16, NumberFormat::Float32));
    for (const PrecisionErrors& errors : numbers.errors) {
        const bool overflows = errors.position >= 65'520; // the first integer that float16 rounds to infinity
        EXPECT_EQ(std::isinf(errors.phase), overflows) << errors.position;
        EXPECT_EQ(std::isinf(errors.pairPhase), overflows) << errors.position;
        EXPECT_EQ(std::isinf(errors.table), overflows) << errors.position;
        EXPECT_FALSE(std::isnan(errors.toeplitz)) << errors.position;
        EXPECT_TRUE(std::isinf(errors.toeplitz) || !overflows) << errors.position;
    }
}

TEST(PrecisionNumbers, HoldThePositionsThatAreTold)
{
    // bfloat16 inverse frequencies, d 128, base 1e4, position 4095: 5.0088 rad
    const ExplorerState state = stateOf(NumberFormat::Float32, NumberFormat::BFloat16);
    const PrecisionNumbers numbers = precisionNumbers(state);
    EXPECT_NEAR(at(numbers, 4095).phase, 5.0088, 2e-4);
    for (const std::int64_t position : toldPositions) {
        const PrecisionErrors alone = precisionErrors(state, position);
        EXPECT_EQ(at(numbers, position).phase, alone.phase);
        EXPECT_EQ(at(numbers, position).table, alone.table);
        EXPECT_EQ(at(numbers, position).toeplitz, alone.toeplitz);
    }
}

TEST(PrecisionNumbers, LargestSoFarIsTheLargestOfAllRowsUpToThere)
{
    const PrecisionNumbers numbers = precisionNumbers(stateOf(NumberFormat::BFloat16, NumberFormat::Float32));
    ASSERT_EQ(numbers.largest.size(), numbers.errors.size());
    double phase = 0.0;
    double table = 0.0;
    bool fell = false;
    for (std::size_t i = 0; i < numbers.errors.size(); ++i) {
        fell = fell || numbers.errors[i].phase < phase;
        phase = std::max(phase, numbers.errors[i].phase);
        table = std::max(table, numbers.errors[i].table);
        EXPECT_EQ(numbers.largest[i].phase, phase);
        EXPECT_EQ(numbers.largest[i].table, table);
        EXPECT_EQ(numbers.largest[i].toeplitz, numbers.errors[i].toeplitz);
    }
    EXPECT_TRUE(fell); // so that the two differ
}

} // namespace
} // namespace rope

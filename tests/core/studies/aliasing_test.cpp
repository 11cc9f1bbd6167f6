#include "core/studies/aliasing.h"

#include "core/rotation/frequency.h"
#include "core/rotation/rotation.h"
#include "tests/core/property.h"
#include "tests/core/samples.h"

#include <algorithm>
#include <cmath>

namespace rope {

TEST(Aliasing, OffsetsThatTheFastestPairCannotTellFromZero)
{
    const std::vector<Alias> aliases = aliasesOfPair(1.0, 1000, 0.018);
    ASSERT_FALSE(aliases.empty());
    EXPECT_EQ(aliases.front().offset, 44);
    EXPECT_NEAR(std::abs(aliases.front().error), 0.0177, 5e-5);
    const auto closest = std::find_if(aliases.begin(), aliases.end(), [](const Alias& a) { return a.offset == 710; });
    ASSERT_NE(closest, aliases.end());
    EXPECT_NEAR(std::abs(closest->error), 0.00006, 5e-6);
}

TEST(Aliasing, FindsAllOffsetsThatASearchOfEveryOffsetFinds)
{
    EXPECT_TRUE(testing::holds([] {
        const double theta = testing::anyReal(0.001, 6.5);
        const double tolerance = testing::anyReal(0.0, 1.5);
        std::vector<Alias> expected;
        for (std::int64_t offset = 1; offset <= 3000; ++offset)
            if (std::abs(phase(offset, theta)) <= tolerance)
                expected.push_back({offset, phase(offset, theta)});
        RC_ASSERT(aliasesOfPair(theta, 3000, tolerance) == expected);
    }));
}

TEST(Aliasing, RecordsComeEverCloser)
{
    std::vector<std::int64_t> offsets;
    for (const Alias& record : recordAliases(1.0, 1000))
        offsets.push_back(record.offset);
    EXPECT_EQ(offsets, (std::vector<std::int64_t>{1, 6, 19, 25, 44, 333, 710}));
}

TEST(Aliasing, FindsNoneAllAndAsManyAsTheToleranceTakesOfATurn)
{
    const double share = 0.5 / std::numbers::pi; // within 0.5 rad of 0 on both sides, over 2 pi
    EXPECT_NEAR(static_cast<double>(aliasesOfPair(1.0, 1'000'000, 0.5).size()), 1e6 * share, 2.0);
    EXPECT_TRUE(aliasesOfPair(1e-9, 1000, 1e-12).empty());
    EXPECT_EQ(aliasesOfPair(1e-9, 1000, 1e-6).size(), 1000U);
}

TEST(Aliasing, OtherPairsTellAliasesApart)
{
    const Eigen::VectorXd theta = inverseFrequencies(1e4, 128);
    const Eigen::VectorXd distances = combinedDistances(theta, 710);
    EXPECT_LT(distances[0], 1e-4);
    EXPECT_GT(distances[1], 0.5);
    // mean |e^{ix} - 1|^2 = 2 - 2 mean cos x
    EXPECT_NEAR(distances[63], std::sqrt(2.0 - 2.0 * 0.2260), 1e-4);
    EXPECT_EQ(combinedDistances(theta, 0).maxCoeff(), 0.0);
}

} // namespace rope

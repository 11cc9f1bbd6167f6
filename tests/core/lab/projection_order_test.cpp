#include "core/lab/projection_order.h"

#include "tests/core/lab/lab_cases.h"

namespace rope {

TEST(CommonShift, IsRoundingAfterTheProjectionsAndNotBeforeThem)
{
    const LabCase lab;
    ASSERT_EQ(lab.embeddings.cols(), lab.head.query.cols());
    LabPositions positions = rotaryPositions();
    positions.inverseFrequency = inverseFrequencies(10000.0, static_cast<int>(lab.embeddings.cols()));
    const CommonShift shift =
        commonShift(lab.embeddings.topRows(1), lab.embeddings.bottomRows(1), lab.head, positions, 12, 5, 1000);
    EXPECT_LT(shift.turnedAfter, 1e-10);
    EXPECT_GT(shift.turnedBefore, 0.1);
}

TEST(CommonShift, ProjectionsThatDoNotMixChannelsMayStandOnEitherSide)
{
    const LabCase lab;
    const Eigen::Index dim = lab.embeddings.cols();
    LabPositions positions = rotaryPositions();
    positions.inverseFrequency = inverseFrequencies(10000.0, static_cast<int>(dim));
    const LabHead plain{RowMatrix::Identity(dim, dim), RowMatrix::Identity(dim, dim), RowMatrix::Identity(dim, dim)};
    EXPECT_LT(commonShift(lab.embeddings.topRows(1), lab.embeddings.bottomRows(1), plain, positions, 12, 5, 1000)
                  .turnedBefore,
              1e-10);
}

} // namespace rope

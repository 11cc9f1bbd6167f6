#include "core/captures/measured_loss.h"

namespace rope {

TEST(MeasuredLoss, EveryCurveHasOneValueAndErrorPerBucket)
{
    for (const std::int64_t length : {128, 256, 512, 1024}) {
        const MeasuredLoss measured = measuredLoss(length).value();
        EXPECT_EQ(measured.edges.front(), 0);
        EXPECT_EQ(measured.edges.back(), length);
        for (const LossCurve& curve : measured.curves) {
            const std::size_t buckets = measured.edges.size() - 1;
            if (curve.scheme != "dynamic_ntk_by_octave") {
                EXPECT_EQ(curve.loss.size(), buckets) << curve.scheme;
            }
            EXPECT_EQ(curve.standardError.size(), curve.loss.size()) << curve.scheme;
            EXPECT_EQ(curve.changeError.size(), curve.change.size()) << curve.scheme;
        }
    }
}

/// Numbers from the account of the measurement: last bucket at 1024 tokens, minus the reference.
TEST(MeasuredLoss, IsWhatWasPublished)
{
    const MeasuredLoss measured = measuredLoss(1024).value();
    EXPECT_NEAR(curveOf(measured, "unscaled")->change.back(), 0.805, 5e-4);
    EXPECT_NEAR(curveOf(measured, "unscaled")->changeError.back(), 0.020, 5e-4);
    EXPECT_NEAR(curveOf(measured, "linear")->change.back(), 0.962, 5e-4);
    EXPECT_NEAR(curveOf(measured, "yarn")->change.back(), 0.106, 1e-3);
    EXPECT_NEAR(curveOf(measured, "llama3")->loss.back(), 3.097, 5e-4);
    EXPECT_NEAR(curveOf(measured, "window128")->change.back(), -0.049, 5e-4);
}

TEST(MeasuredLoss, RefusesWhatWasNotMeasured)
{
    EXPECT_FALSE(measuredLoss(2048));
    EXPECT_FALSE(curveOf(measuredLoss(128).value(), "window128"));
    EXPECT_NE(measuredLossCaption().find("One seed"), std::string::npos);
}

} // namespace rope

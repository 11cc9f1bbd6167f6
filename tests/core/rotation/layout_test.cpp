#include "core/rotation/layout.h"

#include "core/rotation/frequency.h"
#include "tests/core/property.h"
#include "tests/core/reference.h"
#include "tests/core/samples.h"

#include <cmath>

namespace rope {

using testing::anyFrequencies;
using testing::anyPosition;
using testing::anyVector;
using testing::holds;
using testing::matrixIn;

namespace {

/// What models vary about one rotation.
struct RotationConvention {
    PairLayout layout = PairLayout::HalfSplit; ///< how pairs lie in the input
    bool rotatesTail = false;                  ///< the last channels rotate instead of the first
    bool negativeAngle = false;                ///< by -m theta
    bool writesHalfSplit = false; ///< pairs are read in `layout` and written half-split (DeepSeek-V3 in transformers)
};

/// x with the last `count` channels moved to the front.
Eigen::VectorXd tailToFront(const Eigen::VectorXd& x, Eigen::Index count)
{
    Eigen::VectorXd y(x.size());
    y << x.tail(count), x.head(x.size() - count);
    return y;
}

Eigen::VectorXd rotateIn(const RotationConvention& convention, const Eigen::VectorXd& x, std::int64_t position,
                         const Eigen::VectorXd& theta)
{
    const auto rotaryDim = static_cast<int>(2 * theta.size());
    const auto headDim = static_cast<int>(x.size());
    Eigen::VectorXd y = convention.rotatesTail ? tailToFront(x, rotaryDim) : x;
    y = rotate(y, convention.negativeAngle ? -position : position, theta, convention.layout);
    if (convention.writesHalfSplit)
        y = permute(y, layoutPermutation(convention.layout, PairLayout::HalfSplit, rotaryDim, headDim));
    return convention.rotatesTail ? tailToFront(y, headDim - rotaryDim) : y;
}

RotationConvention conventionIn(const std::string& pairing)
{
    const auto says = [&](const char* words) {
        return pairing.find(words) != std::string::npos;
    };
    return {testing::layoutIn(pairing), says("last rotary_dim"), says("negative angle"), says("half-split output")};
}

/// The frequencies of a case; Gemma 4's "proportional" ones stop early and leave the other pairs still.
Eigen::VectorXd frequenciesIn(const nlohmann::json& one)
{
    Eigen::VectorXd theta = inverseFrequencies(one.at("rope_theta"), one.at("rotary_dim"));
    if (one.contains("partial_rotary_factor")) {
        const auto turning =
            static_cast<Eigen::Index>(one["partial_rotary_factor"].get<double>() * one["head_dim"].get<int>() / 2);
        theta.tail(theta.size() - turning).setZero();
    }
    return theta;
}

} // namespace

TEST(Layout, RotatesAsPublicImplementationsDo)
{
    int cases = 0;
    for (const auto& one : testing::referenceCases("apply.json")) {
        const std::string pairing = one.at("pairing");
        const Eigen::VectorXd theta = frequenciesIn(one);
        const RowMatrix x = matrixIn(one.at("x"));
        const RowMatrix expected = matrixIn(one.at("y_f64"));
        for (Eigen::Index r = 0; r < x.rows(); ++r) {
            const std::int64_t position = one.at("positions").at(static_cast<std::size_t>(r));
            const Eigen::VectorXd y = pairing.rfind("QUIRK", 0) == 0
                                          ? rotateMixed(x.row(r).transpose(), position, theta, PairLayout::Interleaved)
                                          : rotateIn(conventionIn(pairing), x.row(r).transpose(), position, theta);
            EXPECT_LT((y.transpose() - expected.row(r)).cwiseAbs().maxCoeff(), 1e-10)
                << one["id"] << " at " << position;
        }
        ++cases;
    }
    testing::expectEveryCase("apply.json", cases);
}

TEST(Layout, PermutationsUndoEachOtherAndCarryOneLayoutIntoTheOther)
{
    EXPECT_TRUE(holds([] {
        const Eigen::VectorXd theta = anyFrequencies();
        const auto rotaryDim = static_cast<int>(2 * theta.size());
        const Eigen::VectorXd x = anyVector(rotaryDim + *rc::gen::inRange(0, 4));
        const auto headDim = static_cast<int>(x.size());
        const auto there = layoutPermutation(PairLayout::Interleaved, PairLayout::HalfSplit, rotaryDim, headDim);
        const auto back = layoutPermutation(PairLayout::HalfSplit, PairLayout::Interleaved, rotaryDim, headDim);
        const std::int64_t position = anyPosition();
        RC_ASSERT(permute(permute(x, there), back) == x);
        RC_ASSERT(permute(rotate(x, position, theta, PairLayout::Interleaved), there) ==
                  rotate(permute(x, there), position, theta, PairLayout::HalfSplit));
    }));
}

TEST(Layout, ConventionsDoNotChangeWhatScoresMean)
{
    EXPECT_TRUE(holds([] {
        const Eigen::VectorXd theta = anyFrequencies();
        const Eigen::Index size = 2 * theta.size() + *rc::gen::inRange(0, 4);
        const Eigen::VectorXd q = anyVector(size);
        const Eigen::VectorXd k = anyVector(size);
        const RotationConvention convention{testing::anyLayout(), *rc::gen::arbitrary<bool>(),
                                            *rc::gen::arbitrary<bool>(), *rc::gen::arbitrary<bool>()};
        const auto product = [&](std::int64_t m, std::int64_t n) {
            return rotateIn(convention, q, m, theta).dot(rotateIn(convention, k, n, theta));
        };
        const std::int64_t m = anyPosition();
        const std::int64_t n = anyPosition();
        RC_ASSERT(std::abs(product(m, n) - product(m + 12345, n + 12345)) < 1e-13);
        RC_ASSERT(std::abs(rotateIn(convention, q, m, theta).norm() - q.norm()) < 1e-13);
    }));
}

TEST(Layout, MixedConventionsBreakNormsAndTheRelativeProperty)
{
    const Eigen::VectorXd theta = inverseFrequencies(1e4, 8);
    const Eigen::VectorXd ones = Eigen::VectorXd::Ones(8);
    const MixReport report = mixConventions(ones, ones, 7, 3, 100, theta, PairLayout::HalfSplit);
    // channels a, b of a pair turn by different angles: (cos a - sin a)^2 + (cos b + sin b)^2, summed over the pairs
    double square = 0.0;
    for (int channel = 0; channel < 8; ++channel) {
        const double angle = 7.0 * theta[channel / 2];
        const double value = std::cos(angle) + (channel < 4 ? -1.0 : 1.0) * std::sin(angle);
        square += value * value;
    }
    EXPECT_NEAR(report.normRatio, std::sqrt(square / 8.0), 1e-14);
    EXPECT_NEAR(report.normRatio, 0.7378, 5e-5);
    EXPECT_GT(std::abs(report.scoreShift), 0.05);
    EXPECT_NEAR(mixConventions(ones, ones, 0, 0, 0, theta, PairLayout::HalfSplit).normRatio, 1.0, 1e-15);
}

} // namespace rope

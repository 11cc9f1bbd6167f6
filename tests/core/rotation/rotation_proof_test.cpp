#include "core/rotation/rotation_proof.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>

namespace rope {
namespace {

ProofInput inputAt(std::int64_t queryPosition, std::int64_t keyPosition)
{
    return {.inverseFrequency = 0.31,
            .queryPosition = queryPosition,
            .keyPosition = keyPosition,
            .query = {1.2, -0.4},
            .key = {0.3, 0.9},
            .scale = 1.0 / std::sqrt(2.0)};
}

} // namespace

TEST(RotationProof, TheTransposeTurnsBack)
{
    for (const std::int64_t m : {0, 1, 12, 4095, 1'000'003}) {
        const RotationProof proof = rotationProof(inputAt(m, 5));
        EXPECT_LT(proof.transposeDifference(), 1e-15) << m;
        EXPECT_TRUE((proof.queryRotation.transpose() * proof.queryRotation).isIdentity(1e-15)) << m;
    }
}

TEST(RotationProof, TheProductOfTwoRotationsIsThatOfTheirDifference)
{
    const RotationProof proof = rotationProof(inputAt(12, 5));
    EXPECT_NEAR(proof.product(0, 0), std::cos(-7 * 0.31), 1e-15);
    EXPECT_NEAR(proof.product(0, 1), -std::sin(-7 * 0.31), 1e-15);
    EXPECT_LT(proof.productDifference(), 1e-15);
    EXPECT_GT((proof.product - proof.keyRotation).cwiseAbs().maxCoeff(), 0.1) << "the difference is no accident";
}

TEST(RotationProof, BothWaysToTheScoreAgree)
{
    const RotationProof proof = rotationProof(inputAt(12, 5));
    const double angle = -7 * 0.31;
    const double byHand = (1.2 * (std::cos(angle) * 0.3 - std::sin(angle) * 0.9) -
                           0.4 * (std::sin(angle) * 0.3 + std::cos(angle) * 0.9)) /
                          std::sqrt(2.0);
    EXPECT_NEAR(proof.scoreOfTurned, byHand, 1e-15);
    EXPECT_NEAR(proof.scoreOfOffset, byHand, 1e-15);
}

TEST(RotationProof, MovingBothPositionsMovesNothing)
{
    const RotationProof here = rotationProof(inputAt(12, 5));
    const RotationProof there = rotationProof(inputAt(100'012, 100'005));
    EXPECT_NEAR(there.scoreOfTurned, here.scoreOfTurned, 1e-14);
    EXPECT_LT((there.product - here.product).cwiseAbs().maxCoeff(), 1e-14);
    EXPECT_GT((there.turnedQuery - here.turnedQuery).norm(), 0.1) << "the arrows themselves have turned";
}

TEST(RotationProof, TurningKeepsLengths)
{
    const ProofInput input = inputAt(4095, 17);
    const RotationProof proof = rotationProof(input);
    EXPECT_NEAR(proof.turnedQuery.norm(), input.query.norm(), 1e-15);
    EXPECT_NEAR(proof.turnedKey.norm(), input.key.norm(), 1e-15);
}

} // namespace rope

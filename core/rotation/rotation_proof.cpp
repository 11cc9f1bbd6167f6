#include "core/rotation/rotation_proof.h"

#include "core/rotation/rotation.h"

#include <cmath>

namespace rope {

double RotationProof::transposeDifference() const
{
    return (queryRotation.transpose() - backward).cwiseAbs().maxCoeff();
}

double RotationProof::productDifference() const
{
    return (product - offsetRotation).cwiseAbs().maxCoeff();
}

Eigen::Matrix2d planeRotation(double angle)
{
    Eigen::Matrix2d rotation;
    rotation << std::cos(angle), -std::sin(angle), std::sin(angle), std::cos(angle);
    return rotation;
}

RotationProof rotationProof(const ProofInput& input)
{
    const auto rotationAt = [&](std::int64_t position) {
        return planeRotation(phase(position, input.inverseFrequency));
    };
    RotationProof proof;
    proof.queryRotation = rotationAt(input.queryPosition);
    proof.keyRotation = rotationAt(input.keyPosition);
    proof.backward = rotationAt(-input.queryPosition);
    proof.product = proof.queryRotation.transpose() * proof.keyRotation;
    proof.offsetRotation = rotationAt(input.keyPosition - input.queryPosition);
    proof.turnedQuery = proof.queryRotation * input.query;
    proof.turnedKey = proof.keyRotation * input.key;
    proof.relativeKey = proof.offsetRotation * input.key;
    proof.scoreOfTurned = input.scale * proof.turnedQuery.dot(proof.turnedKey);
    proof.scoreOfOffset = input.scale * input.query.dot(proof.relativeKey);
    return proof;
}

} // namespace rope

#pragma once

#include <Eigen/Core>
#include <cstdint>

namespace rope {

/// Why only the offset counts, in the numbers of one pair: both sides of every equation of the proof, each computed
/// its own way. Angles in radians.
struct RotationProof {
    Eigen::Matrix2d queryRotation;  ///< R_m = R(m theta)
    Eigen::Matrix2d keyRotation;    ///< R_n = R(n theta)
    Eigen::Matrix2d backward;       ///< R(-m theta), from the angle; it equals the transpose of R_m
    Eigen::Matrix2d product;        ///< R_m^T R_n, multiplied out
    Eigen::Matrix2d offsetRotation; ///< R_(n-m), from the offset alone
    double scoreOfTurned;           ///< scale (R_m q) . (R_n k)
    double scoreOfOffset;           ///< scale q . R_(n-m) k
    Eigen::Vector2d turnedQuery;    ///< R_m q
    Eigen::Vector2d turnedKey;      ///< R_n k
    Eigen::Vector2d relativeKey;    ///< R_(n-m) k: what the unturned query meets

    /// Largest entry of |R_m^T - R(-m theta)| and of |R_m^T R_n - R_(n-m)|.
    double transposeDifference() const;
    double productDifference() const;
};

/// What the proof is about: a pair of channels of the query at m and of the key at n.
struct ProofInput {
    double inverseFrequency = 1.0; ///< theta with the sign of the turn, rad/token
    std::int64_t queryPosition = 0;
    std::int64_t keyPosition = 0;
    Eigen::Vector2d query = Eigen::Vector2d::Zero(); ///< before rotation
    Eigen::Vector2d key = Eigen::Vector2d::Zero();
    double scale = 1.0; ///< of the scores: 1 / sqrt(d)
};
RotationProof rotationProof(const ProofInput& input);

/// [cos, -sin; sin, cos] of an angle.
Eigen::Matrix2d planeRotation(double angle);

} // namespace rope

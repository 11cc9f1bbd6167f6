#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <span>
#include <vector>

namespace rope {

/// What a rotation does to each channel of a head: the channel it turns with, and how fast.
struct ChannelTurns {
    std::vector<int> partner; ///< of channel c; c itself where the channel passes through. Shape: headDim
    std::vector<double> rate; ///< rad/token: theta_j of a pair's first channel, -theta_j of its second, else 0
};

/// How alike two rotations leave one vector, by position. 1: the same; the attention factor is left out.
struct RotationAgreement {
    std::vector<std::int64_t> positions; ///< tokens
    /// Cosine between the two rotations of a vector with the same length in every pair, pair by pair:
    /// mean over j of cos(m (theta'_j - theta_j)).
    std::vector<double> mean;
    std::vector<double> lowest;     ///< of any single pair
    std::vector<double> unpermuted; ///< channelAgreement of the heads as they lie; empty where these differ in size
};

/// Requires equal sizes of both, at least one pair, and |theta_j| < 2^53. Phases are exact at any position.
RotationAgreement agreementOf(const Eigen::VectorXd& first, const Eigen::VectorXd& second,
                              std::span<const std::int64_t> positions);

/// The mean cosine between the two rotations of a vector with no preferred direction, channel by channel as the head
/// lies: trace(R^T R') over the channels that either turns, per channel. Where both have the same pairs it is the mean
/// of agreementOf; where partners differ, less. 1 where neither turns any. Requires equal numbers of channels.
double channelAgreement(const ChannelTurns& first, const ChannelTurns& second, std::int64_t position);

/// About `count` whole positions from 0 to `last`, as evenly spread on a logarithmic axis as whole numbers can be,
/// ascending, both ends included. Requires last >= 1 and count >= 2.
std::vector<std::int64_t> spreadPositions(std::int64_t last, int count);

} // namespace rope

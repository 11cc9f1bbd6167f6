#pragma once

#include "core/rotation.h"

#include <cstdint>
#include <span>
#include <vector>

namespace rope {

/// Axes of a position in M-RoPE, in the order of `mrope_section`.
inline constexpr int timeAxis = 0;
inline constexpr int heightAxis = 1;
inline constexpr int widthAxis = 2;

/// Axis of each pair when sections of pairs follow one another (Qwen2-VL): sections[0] pairs of axis 0, then
/// sections[1] of axis 1, ... Shape: the sum of sections.
std::vector<int> chunkedAxes(std::span<const int> sections);

/// Axis of each pair when axes alternate (Qwen3-VL): pair i is height if i % 3 == 1 and i < 3 sections[1], width if
/// i % 3 == 2 and i < 3 sections[2], else time. Shape: the sum of sections. Requires three sections.
std::vector<int> interleavedAxes(std::span<const int> sections);

/// Axis of each pair for a grid: the first half of the pairs height, the second half width. Requires an even number.
std::vector<int> axialAxes(int pairs);

/// Inverse frequencies of a grid: both halves of the pairs have the same ladder base^(-2i/(d/2)), i = 0 ... d/4 - 1.
/// Shape: rotaryDim/2. Requires base > 1 and a rotaryDim divisible by 4.
Eigen::VectorXd axialFrequencies(double base, int rotaryDim);

/// x with pair j turned by positions[axisOfPair[j]] * theta_j; the rest as rotate().
/// Requires axisOfPair.size() == inverseFrequency.size() and every axis within positions.
Eigen::VectorXd rotateAxes(const Eigen::VectorXd& x, std::span<const std::int64_t> positions,
                           std::span<const int> axisOfPair, const Eigen::VectorXd& inverseFrequency, PairLayout layout,
                           double attentionFactor = 1.0);

} // namespace rope

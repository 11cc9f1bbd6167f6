#pragma once

#include "core/rotation/rotation.h"

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

/// Axis of each pair when height and width alternate and time follows (Ernie 4.5 VL). Sections are pairs of h, w, t.
/// Shape: the sum of sections. Requires three sections, as many of height as of width.
std::vector<int> heightWidthTimeAxes(std::span<const int> sections);

/// Axis of each pair for a grid: the first half of the pairs `first`, the second half the other of height and width.
/// Requires an even number.
std::vector<int> axialAxes(int pairs, int first = heightAxis);

/// A whole ladder dealt to the two halves of a grid: its even steps in order, then its odd ones (Pixtral).
/// Shape: as given. Requires an even size.
Eigen::VectorXd evenThenOdd(const Eigen::VectorXd& ladder);

/// The positions of one axis, one per row.
using AxisPositions = std::vector<std::int64_t>;

/// Each row of x turned as rotateAxes does, row r at positions[axis][r]. Shape: as x.
/// Requires one position per row on every axis and what rotateAxes requires.
RowMatrix rotateAxesRows(const RowMatrix& x, std::span<const AxisPositions> positions, std::span<const int> axisOfPair,
                         const Eigen::VectorXd& inverseFrequency, PairLayout layout, double attentionFactor = 1.0);

/// x with pair j turned by positions[axisOfPair[j]] * theta_j; the rest as rotate().
/// Requires axisOfPair.size() == inverseFrequency.size() and every axis within positions.
Eigen::VectorXd rotateAxes(const Eigen::VectorXd& x, std::span<const std::int64_t> positions,
                           std::span<const int> axisOfPair, const Eigen::VectorXd& inverseFrequency, PairLayout layout,
                           double attentionFactor = 1.0);

} // namespace rope

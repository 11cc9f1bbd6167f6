#pragma once

#include "core/captures/captured.h"
#include "core/rotation/frequency.h"
#include "core/rotation/rotation.h"
#include "core/scores/score.h"

#include <cmath>
#include <numeric>

namespace rope::testing {

/// The block-diagonal matrix of all pairs at `position`, shape (headDim, headDim); identity on the channels that do
/// not rotate.
inline Eigen::MatrixXd rotationMatrix(std::int64_t position, const Eigen::VectorXd& inverseFrequency, int headDim,
                                      PairLayout layout)
{
    const int rotaryDim = 2 * static_cast<int>(inverseFrequency.size());
    Eigen::MatrixXd matrix = Eigen::MatrixXd::Identity(headDim, headDim);
    for (int j = 0; j < rotaryDim / 2; ++j) {
        const auto [a, b] = pairChannels(layout, rotaryDim, j);
        const double angle = phase(position, inverseFrequency[j]);
        matrix(a, a) = matrix(b, b) = std::cos(angle);
        matrix(b, a) = std::sin(angle);
        matrix(a, b) = -std::sin(angle);
    }
    return matrix;
}

/// Inverse frequencies of a grid: both halves of the pairs have the ladder base^(-2i/(d/2)), i = 0 ... d/4 - 1.
inline Eigen::VectorXd axialFrequencies(double base, int rotaryDim)
{
    return inverseFrequencies(base, rotaryDim / 2).replicate(2, 1);
}

/// Share of each pair in what a head can compare: sqrt(query energy * key energy), divided by its sum. Shape: pairs.
inline Eigen::VectorXd pairShares(const RowMatrix& queries, const RowMatrix& keys, PairLayout layout)
{
    const Eigen::VectorXd product = (pairEnergy(queries, layout).array() * pairEnergy(keys, layout).array()).sqrt();
    return product / product.sum();
}

/// One head's scores with and without rotation, scaled by 1/sqrt(headDim). Shapes (places, places).
struct CapturedScores {
    RowMatrix before; ///< q_m . k_n: content alone
    RowMatrix after;  ///< (R_m q_m) . (R_n k_n): what the model sees
};

inline CapturedScores capturedScores(const Capture& capture, int layer, int head)
{
    const RowMatrix queries = capturedQueries(capture, layer, head);
    const RowMatrix keys = capturedKeys(capture, layer, head);
    std::vector<std::int64_t> places(static_cast<std::size_t>(capture.places));
    std::iota(places.begin(), places.end(), 0);
    const Eigen::VectorXd theta = inverseFrequencies(capture.base, capture.headDim);
    const double scale = 1.0 / std::sqrt(static_cast<double>(capture.headDim));
    return {scoreMatrix(queries, keys, scale), scoreMatrix(rotateRows(queries, places, theta, capture.layout),
                                                           rotateRows(keys, places, theta, capture.layout), scale)};
}

} // namespace rope::testing

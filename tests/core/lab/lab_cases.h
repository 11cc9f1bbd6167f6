#pragma once

#include "core/lab/attention_lab.h"
#include "core/rotation/frequency.h"
#include "core/scores/content.h"

#include <cmath>

namespace rope {

/// A sentence with a repeated word, a head, and one example of every kind of position scheme.
struct LabCase {
    std::vector<std::string> tokens = tokensOf("the dog bites the man and the man runs");
    int modelDim = 16;
    int headDim = 16;
    RowMatrix embeddings = tokenEmbeddings(tokens, modelDim, 7);
    LabHead head = labHead(modelDim, headDim, 7);
};

inline LabPositions rotaryPositions(int headDim = 16)
{
    LabPositions positions;
    positions.inverseFrequency = inverseFrequencies(10000.0, headDim);
    return positions;
}

/// Sines and cosines of growing wavelength, written here on its own so that the lab is not tested against itself.
inline LabPositions addedWaves(Eigen::Index length, int modelDim = 16)
{
    LabPositions positions;
    positions.absolute.resize(length, modelDim);
    for (Eigen::Index p = 0; p < length; ++p)
        for (int c = 0; c < modelDim; ++c) {
            const double angle = static_cast<double>(p) * std::pow(10000.0, -2.0 * (c / 2) / modelDim);
            positions.absolute(p, c) = c % 2 == 0 ? std::sin(angle) : std::cos(angle);
        }
    return positions;
}

/// -|n - m| / 2 on every score.
inline LabPositions distanceBias(Eigen::Index length)
{
    LabPositions positions;
    positions.bias.resize(length, length);
    for (Eigen::Index m = 0; m < length; ++m)
        for (Eigen::Index n = 0; n < length; ++n)
            positions.bias(m, n) = -0.5 * std::abs(static_cast<double>(n - m));
    return positions;
}

} // namespace rope

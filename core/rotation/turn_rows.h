#pragma once

#include "core/rotation/rotation.h"

namespace rope {

/// Turns one pair of one row: (a, b) -> (a cos - b sin, a sin + b cos).
template <class Scalar> void turn(Scalar& a, Scalar& b, Scalar cosine, Scalar sine)
{
    const Scalar first = a * cosine - b * sine;
    b = a * sine + b * cosine;
    a = first;
}

/// Turns the rotating channels of one row by a row of cosines and sines, one of each per pair.
template <class Scalar>
void turnRow(Scalar* row, const Scalar* cosine, const Scalar* sine, Eigen::Index pairs, PairLayout layout)
{
    if (layout == PairLayout::HalfSplit)
        for (Eigen::Index j = 0; j < pairs; ++j)
            turn(row[j], row[j + pairs], cosine[j], sine[j]);
    else
        for (Eigen::Index j = 0; j < pairs; ++j)
            turn(row[2 * j], row[2 * j + 1], cosine[j], sine[j]);
}

/// Rows of floats to be turned: row r begins at rows + r * stride.
struct TurnedRows {
    float* rows;
    Eigen::Index count;
    Eigen::Index stride;
    Eigen::Index pairs;
    PairLayout layout;
};

/// Angles of a block of 2 half rows about its middle: row half + w turns by outer + inner_w, row half - 1 - w by
/// outer - inner_w, so that one product of cosines serves two rows. The sums of angles are formed in double and rounded
/// once: a float32 row far out is as good as one near 0.
struct MirroredAngles {
    Eigen::Index half;
    const double* outerCosine; ///< (pairs)
    const double* outerSine;
    const double* innerCosine; ///< (half, pairs), row by row; with the attention factor
    const double* innerSine;
};

/// Turns rows in place; 256-bit arithmetic where the machine has it. Requires rows.count <= 2 half.
void turnRows(const TurnedRows& rows, const MirroredAngles& angles);

/// Turns rows in place by ready cosines and sines, (count, pairs) row by row.
void turnRows(const TurnedRows& rows, const float* cosine, const float* sine);

} // namespace rope

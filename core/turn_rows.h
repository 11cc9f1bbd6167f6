#pragma once

#include "core/rotation.h"

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

} // namespace rope

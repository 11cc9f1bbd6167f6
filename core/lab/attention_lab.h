#pragma once

#include "core/rotation/rotation.h"
#include "core/scores/attention.h"

#include <span>
#include <string>
#include <vector>

namespace rope {

/// What tells the lab's attention where a token stands. Every part may be absent; absent parts change nothing, so
/// content alone runs through the same code.
struct LabPositions {
    RowMatrix absolute; ///< row p is added to the token at place p, before the projections; empty: nothing is added
    RowMatrix bias;     ///< cell (m, n) is added to the scaled score; empty: nothing is added
    Eigen::VectorXd inverseFrequency; ///< turns query and key, theta_j in rad/token; empty: nothing turns
    PairLayout layout = PairLayout::HalfSplit;
    double attentionFactor = 1.0;
};

/// Query, key and value projections of one head. Shapes (modelDim, headDim): a row of x times a projection.
struct LabHead {
    RowMatrix query;
    RowMatrix key;
    RowMatrix value;
};

/// Every step of one attention head on one sentence. Row = place in the sentence.
struct LabRun {
    RowMatrix x;             ///< embeddings, with the absolute encoding added; (T, modelDim)
    RowMatrix queries;       ///< before rotation; (T, headDim)
    RowMatrix keys;          ///< before rotation; (T, headDim)
    RowMatrix values;        ///< never rotated; (T, headDim)
    RowMatrix turnedQueries; ///< after rotation; equal to queries where nothing turns
    RowMatrix turnedKeys;    ///< after rotation
    RowMatrix scores;        ///< turned query . turned key / sqrt(headDim) + bias; (T, T)
    RowMatrix weights;       ///< softmax of the scores over the visible keys; (T, T)
    RowMatrix output;        ///< weights times values; (T, headDim)
};

/// One row of standard normal entries per token; equal tokens have equal rows, whatever their place and sentence.
/// Shape (tokens, modelDim). Deterministic in token and seed.
RowMatrix tokenEmbeddings(const std::vector<std::string>& tokens, int modelDim, std::uint64_t seed);

/// Seeded Gaussian projections that keep the size of entries; the query projection is `sharpness` times larger, so that
/// the softmax prefers some keys plainly.
LabHead labHead(int modelDim, int headDim, std::uint64_t seed, double sharpness = 2.0);

/// One head on token embeddings that stand at places first, first + 1, ...
/// Requires matching shapes, an `absolute` of x.rows() rows and a square `bias` of as many, where they are present.
LabRun runAttention(const RowMatrix& embeddings, const LabHead& head, const LabPositions& positions, Mask mask,
                    std::int64_t first = 0);

/// Rows of x in the order `permutation`: row r of the result is row permutation[r] of x.
RowMatrix permutedRows(const RowMatrix& x, std::span<const int> permutation);

/// max |Attention(P X) - P Attention(X)|: rounding alone where no position information acts and nothing is masked.
double permutationResidual(const RowMatrix& embeddings, const LabHead& head, const LabPositions& positions, Mask mask,
                           std::span<const int> permutation);

} // namespace rope

#pragma once

#include "core/rotation/rotation.h"
#include "core/scores/block_means.h"

#include <cstdint>
#include <string>
#include <vector>

namespace rope {

/// Independent sequences of numbers under one seed.
enum class ContentStream : std::uint64_t { Query = 1, Key = 2, Value = 3, Table = 4 };

/// A standard Gaussian number that depends on (seed, stream, row, channel) alone: counter-based, so that any part of
/// any sequence can be made at any time, in any order, on any machine. One of 65536 equally likely quantiles: moments
/// agree with the Gaussian's to 0.1 %, no value beyond 4.4.
float gaussian(std::uint64_t seed, ContentStream stream, std::uint64_t row, std::uint64_t channel);

/// Every row independent Gaussian content.
RowSource gaussianRows(std::uint64_t seed, ContentStream stream);

/// The same vector in every row.
RowSource identicalRows(const Eigen::VectorXd& row);

/// The rows of a matrix, repeated from the start after its last row. Requires at least one row.
RowSource repeatedRows(RowMatrixF rows);

/// Each distinct token has its own seeded Gaussian vector, the same wherever it stands and in whatever sentence: row r
/// shows tokens[r % tokens.size()]. Requires at least one token and headDim >= 1.
RowSource tokenRows(const std::vector<std::string>& tokens, int headDim, std::uint64_t seed, ContentStream stream);

/// (1 - mix) identical + mix varied, mix in [0, 1].
RowSource mixedRows(RowSource identical, RowSource varied, double mix);

/// The same in double precision: `varied` holds its numbers exactly.
ExactRowSource mixedExactRows(Eigen::VectorXd identical, RowSource varied, double mix);

/// The words of a sentence, split at white space. An empty sentence is one empty token.
std::vector<std::string> tokensOf(const std::string& text);

/// Largest distance of a visible pixel of a picture from the mean of its diagonal: 0 for a Toeplitz picture.
double toeplitzDistance(const ScoreImage& image);

} // namespace rope

#pragma once

#include "core/base/result.h"
#include "core/rotation/rotation.h"

#include <cstdint>
#include <span>
#include <vector>

namespace rope {

/// Where the sines and cosines of a sinusoidal table stand.
enum class SinusoidalLayout {
    Interleaved,    ///< sin in channel 2i, cos in 2i + 1 (Vaswani et al. 2017, section 3.5)
    Concatenated,   ///< all sines, then all cosines, the same angles (RoFormer's code)
    TensorToTensor, ///< as Concatenated with base^(-i / (d/2 - 1)): the last frequency is exactly 1/base
                    ///< (tensor2tensor)
};

/// Rows first, first + 1, ... of the sinusoidal table, shape (count, dimension): a fixed formula, defined at every
/// position. Requires an even dimension >= 2 (>= 4 for TensorToTensor), base > 1 and count >= 0.
RowMatrix sinusoidalTable(std::int64_t first, std::int64_t count, int dimension, SinusoidalLayout layout,
                          double base = 10000.0);

/// Row i: the mean of rows edges[i] ... edges[i + 1] - 1 of that table, a closed sum. Shape (edges.size() - 1,
/// dimension). Requires rising edges.
RowMatrix sinusoidalMeans(std::span<const std::int64_t> edges, int dimension, SinusoidalLayout layout,
                          double base = 10000.0);

/// A learned table's stand-in: seeded Gaussian rows of standard deviation 0.02, and a hard end. Nobody trained it: what
/// matters is that it has no formula and no entry past its end.
class LearnedTable {
public:
    /// Requires length >= 1 and dimension >= 1.
    LearnedTable(std::int64_t length, int dimension, std::uint64_t seed);

    std::int64_t length() const { return length_; }

    /// The vector of one position; refused outside [0, length).
    Result<Eigen::VectorXd> at(std::int64_t position) const;

    /// Rows first, first + 1, ..., shape (count, dimension); refused when one of them is outside [0, length).
    Result<RowMatrix> rows(std::int64_t first, std::int64_t count) const;

private:
    std::int64_t length_;
    int dimension_;
    std::uint64_t seed_;
};

/// ALiBi's slopes, one per head: 2^(-8 h / heads), h = 1 ... heads, for a power of two; for other counts the slopes of
/// the power of two below, then every second slope of twice that power (Press et al. 2022 and their code).
/// Requires heads >= 1.
Eigen::VectorXd alibiSlopes(int heads);

/// How T5 shares one learned bias among offsets.
struct T5Buckets {
    int buckets = 32;
    int maximumDistance = 128; ///< all distances from here on share the last bucket
    bool bidirectional = true; ///< false: future keys (offset > 0) share bucket 0 with offset 0
};

/// The bucket of offset = n - m: exact for small distances, then logarithmic (Raffel et al. 2020, and their code).
/// Requires buckets >= 4, even when bidirectional, and maximumDistance above the number of exact buckets.
int t5Bucket(std::int64_t offset, const T5Buckets& layout);

/// A stand-in for T5's learned biases, one per bucket: seeded Gaussian, standard deviation 1. Shape: layout.buckets.
Eigen::VectorXd t5Biases(const T5Buckets& layout, std::uint64_t seed);

} // namespace rope

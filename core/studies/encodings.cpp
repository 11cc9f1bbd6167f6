#include "core/studies/encodings.h"

#include "core/rotation/frequency.h"
#include "core/scores/content.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <string>

namespace rope {

namespace {

/// Angles per token of a sinusoidal table, shape (dimension / 2).
Eigen::VectorXd sinusoidalFrequencies(int dimension, SinusoidalLayout layout, double base)
{
    if (layout != SinusoidalLayout::TensorToTensor)
        return inverseFrequencies(base, dimension);
    const int half = dimension / 2;
    Eigen::VectorXd theta(half);
    for (int i = 0; i < half; ++i)
        theta[i] = std::pow(base, -static_cast<double>(i) / (half - 1));
    return theta;
}

Eigen::VectorXd powerOfTwoSlopes(int heads)
{
    Eigen::VectorXd slopes(heads);
    for (int h = 0; h < heads; ++h)
        slopes[h] = std::exp2(-8.0 * (h + 1) / heads);
    return slopes;
}

} // namespace

RowMatrix sinusoidalTable(std::int64_t first, std::int64_t count, int dimension, SinusoidalLayout layout, double base)
{
    assert(dimension % 2 == 0 && dimension >= (layout == SinusoidalLayout::TensorToTensor ? 4 : 2));
    const Eigen::VectorXd theta = sinusoidalFrequencies(dimension, layout, base);
    const bool interleaved = layout == SinusoidalLayout::Interleaved;
    RowMatrix table(count, dimension);
    for (Eigen::Index i = 0; i < theta.size(); ++i)
        for (Eigen::Index r = 0; r < count; ++r) {
            const double angle = phase(first + r, theta[i]);
            table(r, interleaved ? 2 * i : i) = std::sin(angle);
            table(r, interleaved ? 2 * i + 1 : i + theta.size()) = std::cos(angle);
        }
    return table;
}

RowMatrix sinusoidalMeans(std::span<const std::int64_t> edges, int dimension, SinusoidalLayout layout, double base)
{
    const Eigen::VectorXd theta = sinusoidalFrequencies(dimension, layout, base);
    const bool interleaved = layout == SinusoidalLayout::Interleaved;
    RowMatrix means(static_cast<Eigen::Index>(edges.size()) - 1, dimension);
    for (Eigen::Index r = 0; r < means.rows(); ++r) {
        const std::int64_t first = edges[static_cast<std::size_t>(r)];
        const double count = static_cast<double>(edges[static_cast<std::size_t>(r) + 1] - first);
        for (Eigen::Index i = 0; i < theta.size(); ++i) {
            const double half = std::sin(0.5 * theta[i]);
            const double length = half == 0.0 ? 1.0 : std::sin(0.5 * count * theta[i]) / (count * half);
            const double angle = phase(first, theta[i]) + 0.5 * (count - 1.0) * theta[i];
            means(r, interleaved ? 2 * i : i) = length * std::sin(angle);
            means(r, interleaved ? 2 * i + 1 : i + theta.size()) = length * std::cos(angle);
        }
    }
    return means;
}

LearnedTable::LearnedTable(std::int64_t length, int dimension, std::uint64_t seed)
    : length_(length)
    , dimension_(dimension)
    , seed_(seed)
{
    assert(length >= 1 && dimension >= 1);
}

Result<Eigen::VectorXd> LearnedTable::at(std::int64_t position) const
{
    const Result<RowMatrix> row = rows(position, 1);
    if (!row)
        return tl::unexpected(row.error());
    return row->row(0).transpose();
}

Result<RowMatrix> LearnedTable::rows(std::int64_t first, std::int64_t count) const
{
    if (first < 0 || count < 0 || first > length_ - count) {
        const std::int64_t position = first < 0 ? first : std::max(first, length_);
        return refuse("encoding.table_length", "the learned table has no entry for position " +
                                                   std::to_string(position) + "; its entries are 0 to " +
                                                   std::to_string(length_ - 1));
    }
    RowMatrixF values(count, dimension_);
    gaussianRows(seed_, ContentStream::Table)(first, values);
    return RowMatrix(0.02 * values.cast<double>());
}

Eigen::VectorXd alibiSlopes(int heads)
{
    assert(heads >= 1);
    const int power = static_cast<int>(std::bit_floor(static_cast<unsigned>(heads)));
    Eigen::VectorXd slopes(heads);
    slopes.head(power) = powerOfTwoSlopes(power);
    const Eigen::VectorXd finer = powerOfTwoSlopes(2 * power);
    for (int h = power; h < heads; ++h)
        slopes[h] = finer[2 * (h - power)];
    return slopes;
}

int t5Bucket(std::int64_t offset, const T5Buckets& layout)
{
    const int buckets = layout.bidirectional ? layout.buckets / 2 : layout.buckets;
    const int side = layout.bidirectional && offset > 0 ? buckets : 0;
    const std::int64_t distance = layout.bidirectional ? std::abs(offset) : std::max<std::int64_t>(0, -offset);
    const int exact = buckets / 2;
    assert(exact >= 1 && layout.maximumDistance > exact);
    if (distance < exact)
        return side + static_cast<int>(distance);
    const double octaves =
        std::log(static_cast<double>(distance) / exact) / std::log(static_cast<double>(layout.maximumDistance) / exact);
    const double bucket = exact + std::floor(octaves * (buckets - exact));
    return side + static_cast<int>(std::min(bucket, buckets - 1.0));
}

Eigen::VectorXd t5Biases(const T5Buckets& layout, std::uint64_t seed)
{
    Eigen::VectorXd biases(layout.buckets);
    for (Eigen::Index b = 0; b < biases.size(); ++b)
        biases[b] = static_cast<double>(gaussian(seed, ContentStream::Table, static_cast<std::uint64_t>(b), 0));
    return biases;
}

} // namespace rope

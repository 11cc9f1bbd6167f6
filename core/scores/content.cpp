#include "core/scores/content.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <memory>
#include <numbers>
#include <sstream>
#include <utility>

namespace rope {

namespace {

constexpr std::size_t quantiles = 65536;

/// The Gaussian's value below which a share p lies, by Newton's method from a nearby start.
double quantile(double p, double start)
{
    double z = start;
    for (int i = 0; i < 50; ++i) {
        const double density = std::exp(-0.5 * z * z) / std::sqrt(2.0 * std::numbers::pi);
        const double step = (0.5 * std::erfc(-z / std::numbers::sqrt2) - p) / density;
        z -= std::clamp(step, -0.5, 0.5);
        if (std::abs(step) < 1e-13)
            break;
    }
    return z;
}

std::vector<float> quantileTable()
{
    std::vector<float> table(quantiles);
    double z = 0.0;
    for (std::size_t i = quantiles / 2; i-- > 0;) { // from the middle outwards, each from its neighbour
        z = quantile((static_cast<double>(i) + 0.5) / quantiles, z);
        table[i] = static_cast<float>(z);
        table[quantiles - 1 - i] = -table[i];
    }
    return table;
}

/// Mixes 64 bits so that every input bit moves every output bit (Steele, Lea, Flood 2014; Stafford's variant 13).
std::uint64_t mixBits(std::uint64_t bits)
{
    bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9U;
    bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebU;
    return bits ^ (bits >> 31);
}

std::uint64_t rowKey(std::uint64_t seed, ContentStream stream, std::uint64_t row)
{
    const std::uint64_t streamKey = mixBits(seed + 0x9e3779b97f4a7c15U * static_cast<std::uint64_t>(stream));
    return mixBits(streamKey + 0x9e3779b97f4a7c15U * (row + 1));
}

/// Four numbers from the 64 bits of each group of four channels.
void fillGaussian(std::uint64_t key, float* row, Eigen::Index count)
{
    static const std::vector<float> table = quantileTable();
    for (Eigen::Index c = 0; c < count; c += 4) {
        std::uint64_t bits = mixBits(key + 0x9e3779b97f4a7c15U * (static_cast<std::uint64_t>(c / 4) + 1));
        for (Eigen::Index i = c; i < std::min(count, c + 4); ++i, bits >>= 16)
            row[i] = table[bits & 0xffff];
    }
}

/// FNV-1a: a token's text as the row number of its vector.
std::uint64_t textKey(const std::string& text)
{
    std::uint64_t hash = 0xcbf29ce484222325U;
    for (const char c : text)
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
    return hash;
}

/// Mean of the visible values of the diagonal column - row = d.
double diagonalMean(const ScoreImage& image, int d)
{
    double sum = 0.0;
    int count = 0;
    for (int r = std::max(0, -d); r < std::min(image.pixels, image.pixels - d); ++r)
        if (const double value = image.at(r, r + d); !std::isnan(value)) {
            sum += value;
            ++count;
        }
    return count > 0 ? sum / count : 0.0;
}

} // namespace

float gaussian(std::uint64_t seed, ContentStream stream, std::uint64_t row, std::uint64_t channel)
{
    std::array<float, 4> group{};
    const std::uint64_t key = rowKey(seed, stream, row) + 0x9e3779b97f4a7c15U * (channel / 4);
    fillGaussian(key, group.data(), 4);
    return group[channel % 4];
}

RowSource gaussianRows(std::uint64_t seed, ContentStream stream)
{
    return [seed, stream](std::int64_t first, RowMatrixF& block) {
        for (Eigen::Index r = 0; r < block.rows(); ++r)
            fillGaussian(rowKey(seed, stream, static_cast<std::uint64_t>(first + r)), block.row(r).data(),
                         block.cols());
    };
}

RowSource identicalRows(const Eigen::VectorXd& row)
{
    return [values = Eigen::RowVectorXf(row.transpose().cast<float>())](std::int64_t, RowMatrixF& block) {
        block.rowwise() = values;
    };
}

RowSource repeatedRows(RowMatrixF rows)
{
    assert(rows.rows() >= 1);
    return [table = std::make_shared<const RowMatrixF>(std::move(rows))](std::int64_t first, RowMatrixF& block) {
        for (Eigen::Index r = 0; r < block.rows(); ++r)
            block.row(r) = table->row((first + r) % table->rows());
    };
}

RowSource tokenRows(const std::vector<std::string>& tokens, int headDim, std::uint64_t seed, ContentStream stream)
{
    assert(!tokens.empty() && headDim >= 1);
    RowMatrixF rows(static_cast<Eigen::Index>(tokens.size()), headDim);
    for (std::size_t t = 0; t < tokens.size(); ++t)
        fillGaussian(rowKey(seed, stream, textKey(tokens[t])), rows.row(static_cast<Eigen::Index>(t)).data(), headDim);
    return repeatedRows(std::move(rows));
}

RowSource mixedRows(RowSource identical, RowSource varied, double mix)
{
    if (mix <= 0.0)
        return identical;
    if (mix >= 1.0)
        return varied;
    return [identical = std::move(identical), varied = std::move(varied),
            share = static_cast<float>(mix)](std::int64_t first, RowMatrixF& block) {
        RowMatrixF other(block.rows(), block.cols());
        identical(first, other);
        varied(first, block);
        block = share * block + (1.0F - share) * other;
    };
}

ExactRowSource mixedExactRows(Eigen::VectorXd identical, RowSource varied, double mix)
{
    return [row = Eigen::RowVectorXd((1.0 - mix) * identical.transpose()), varied = std::move(varied),
            mix](std::int64_t first, RowMatrix& block) {
        RowMatrixF other(block.rows(), block.cols());
        varied(first, other);
        block = mix * other.cast<double>();
        block.rowwise() += row;
    };
}

std::vector<std::string> tokensOf(const std::string& text)
{
    std::vector<std::string> tokens;
    std::istringstream words(text);
    for (std::string word; words >> word;)
        tokens.push_back(word);
    if (tokens.empty())
        tokens.emplace_back();
    return tokens;
}

double toeplitzDistance(const ScoreImage& image)
{
    if (image.isToeplitz())
        return 0.0;
    double largest = 0.0;
    for (int d = 1 - image.pixels; d < image.pixels; ++d) {
        const double mean = diagonalMean(image, d);
        for (int r = std::max(0, -d); r < std::min(image.pixels, image.pixels - d); ++r)
            if (const double value = image.at(r, r + d); !std::isnan(value))
                largest = std::max(largest, std::abs(value - mean));
    }
    return largest;
}

} // namespace rope

#include "core/lab/placed_content.h"

#include "core/rotation/frequency.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <complex>
#include <limits>

namespace rope {

namespace {

using Complex = std::complex<double>;

constexpr Complex imaginary{0.0, 1.0};
constexpr double notANumber = std::numeric_limits<double>::quiet_NaN();

/// Mean of exp(i k angle) over k = 0 ... count - 1.
Complex meanTurn(double angle, std::int64_t count)
{
    const double terms = static_cast<double>(count);
    const double sine = std::sin(0.5 * angle);
    const double length = sine == 0.0 ? 1.0 : std::sin(0.5 * terms * angle) / (terms * sine);
    return std::polar(1.0, 0.5 * (terms - 1.0) * angle) * length;
}

/// The factors that turn the first row of a block into the block's mean, one for each plane and wave. Blocks come in
/// two sizes at most, so they are made twice.
struct BlockFactors {
    std::int64_t count = 0;
    Eigen::VectorXcd content;
    Eigen::MatrixXcd rising;
    Eigen::MatrixXcd falling;
};

} // namespace

PlacedContent::PlacedContent(const RowMatrix& content, const LabHead& head, PlacedEncoding encoding)
    : encoding_(std::move(encoding))
    , scale_(1.0 / std::sqrt(static_cast<double>(head.query.cols())))
    , modelDim_(static_cast<int>(head.query.rows()))
{
    assert(content.rows() == 1 && content.cols() == head.query.rows());
    const int headDim = static_cast<int>(head.query.cols());
    const int turning = 2 * static_cast<int>(encoding_.inverseFrequency.size());
    for (int pair = 0; pair < turning / 2; ++pair) {
        const PairChannels channels = pairChannels(encoding_.layout, turning, pair);
        planes_.push_back(
            {channels.first, channels.second, encoding_.inverseFrequency[pair], encoding_.attentionFactor});
    }
    for (int channel = turning; channel < headDim; channel += 2)
        planes_.push_back({channel, std::min(channel + 1, headDim - 1), 0.0, 1.0});
    if (encoding_.sinusoidal)
        waves_ = inverseFrequencies(10000.0, modelDim_);
    query_ = side(content, head.query);
    key_ = side(content, head.key);
}

/// sin(w m) and cos(w m) times their projected channels, as exp(i w m) and exp(-i w m).
PlacedContent::Side PlacedContent::side(const RowMatrix& content, const RowMatrix& projection) const
{
    Side result;
    result.content = complexRow(content.row(0) * projection);
    result.rising.resize(static_cast<Eigen::Index>(planes_.size()), waves_.size());
    result.falling.resizeLike(result.rising);
    for (Eigen::Index wave = 0; wave < waves_.size(); ++wave) {
        const Eigen::VectorXcd sine = complexRow(projection.row(2 * wave));
        const Eigen::VectorXcd cosine = complexRow(projection.row(2 * wave + 1));
        result.rising.col(wave) = 0.5 * (cosine - imaginary * sine);
        result.falling.col(wave) = 0.5 * (cosine + imaginary * sine);
    }
    if (encoding_.table)
        result.projection = encoding_.tableGrowth * projection;
    return result;
}

Eigen::VectorXcd PlacedContent::complexRow(const Eigen::RowVectorXd& channels) const
{
    Eigen::VectorXcd row(static_cast<Eigen::Index>(planes_.size()));
    for (Eigen::Index plane = 0; plane < row.size(); ++plane) {
        const Plane& at = planes_[static_cast<std::size_t>(plane)];
        row[plane] = at.factor * Complex(channels[at.first], at.first == at.second ? 0.0 : channels[at.second]);
    }
    return row;
}

Eigen::VectorXcd PlacedContent::turns(std::int64_t place) const
{
    Eigen::VectorXcd result(static_cast<Eigen::Index>(planes_.size()));
    for (Eigen::Index plane = 0; plane < result.size(); ++plane)
        result[plane] = std::polar(1.0, phase(place, planes_[static_cast<std::size_t>(plane)].theta));
    return result;
}

Eigen::VectorXcd PlacedContent::waves(std::int64_t place) const
{
    Eigen::VectorXcd result(waves_.size());
    for (Eigen::Index wave = 0; wave < result.size(); ++wave)
        result[wave] = std::polar(1.0, phase(place, waves_[wave]));
    return result;
}

std::optional<std::int64_t> PlacedContent::end() const
{
    return encoding_.table ? std::optional(encoding_.table->length()) : std::nullopt;
}

/// Requires a place that a table has, where there is one.
Eigen::VectorXcd PlacedContent::turnedRow(const Side& side, std::int64_t place) const
{
    Eigen::VectorXcd row = side.content;
    if (waves_.size() > 0) {
        const Eigen::VectorXcd wave = waves(place);
        row += side.rising * wave + side.falling * wave.conjugate();
    }
    if (encoding_.table)
        row += complexRow(encoding_.table->at(place)->transpose() * side.projection);
    return row.cwiseProduct(turns(place));
}

double PlacedContent::score(std::int64_t queryPlace, std::int64_t keyPlace) const
{
    if (const auto last = end(); last && std::max(queryPlace, keyPlace) >= *last)
        return notANumber;
    const double product = turnedRow(key_, keyPlace).dot(turnedRow(query_, queryPlace)).real();
    return scale_ * product + encoding_.bias.at(keyPlace - queryPlace);
}

RowMatrix PlacedContent::scores(std::span<const std::int64_t> places) const
{
    const auto count = static_cast<Eigen::Index>(places.size());
    Eigen::MatrixXcd queries(static_cast<Eigen::Index>(planes_.size()), count);
    Eigen::MatrixXcd keys(queries.rows(), count);
    const auto last = end();
    for (Eigen::Index i = 0; i < count; ++i) {
        const std::int64_t place = places[static_cast<std::size_t>(i)];
        const bool exists = !last || place < *last;
        queries.col(i) = exists ? turnedRow(query_, place) : Eigen::VectorXcd::Constant(queries.rows(), notANumber);
        keys.col(i) = exists ? turnedRow(key_, place) : Eigen::VectorXcd::Constant(queries.rows(), notANumber);
    }
    RowMatrix result = scale_ * (queries.adjoint() * keys).real();
    for (Eigen::Index m = 0; m < count; ++m)
        for (Eigen::Index n = 0; n < count; ++n)
            result(m, n) +=
                encoding_.bias.at(places[static_cast<std::size_t>(n)] - places[static_cast<std::size_t>(m)]);
    return result;
}

std::optional<TableSums> PlacedContent::tableSums(std::int64_t length, const WorkControl& control) const
{
    constexpr std::int64_t chunk = 1024;
    TableSums sums;
    if (!encoding_.table)
        return sums;
    const std::int64_t count = std::min(length, encoding_.table->length());
    sums.query.setZero(static_cast<Eigen::Index>(planes_.size()), count + 1);
    sums.key.setZero(sums.query.rows(), count + 1);
    for (std::int64_t place = 0; place < count; ++place) {
        if (place % chunk == 0) {
            if (control.cancelled())
                return std::nullopt;
            control.report(static_cast<double>(place) / static_cast<double>(count));
        }
        const Eigen::RowVectorXd entry = encoding_.table->at(place)->transpose();
        const Eigen::VectorXcd turn = turns(place);
        for (auto [total, from] : {std::pair(&sums.query, &query_), std::pair(&sums.key, &key_)})
            total->col(place + 1) =
                total->col(place) + (from->content + complexRow(entry * from->projection)).cwiseProduct(turn);
    }
    return sums;
}

Eigen::MatrixXcd PlacedContent::formulaMeans(const Side& side, std::span<const std::int64_t> edges) const
{
    const auto planes = static_cast<Eigen::Index>(planes_.size());
    const auto factorsOf = [&](std::int64_t count) {
        BlockFactors factors{count, side.content, side.rising, side.falling};
        for (Eigen::Index plane = 0; plane < planes; ++plane) {
            const double theta = planes_[static_cast<std::size_t>(plane)].theta;
            factors.content[plane] *= meanTurn(theta, count);
            for (Eigen::Index wave = 0; wave < waves_.size(); ++wave) {
                factors.rising(plane, wave) *= meanTurn(theta + waves_[wave], count);
                factors.falling(plane, wave) *= meanTurn(theta - waves_[wave], count);
            }
        }
        return factors;
    };
    std::vector<BlockFactors> known;
    Eigen::MatrixXcd means(planes, static_cast<Eigen::Index>(edges.size()) - 1);
    for (Eigen::Index i = 0; i < means.cols(); ++i) {
        const std::int64_t first = edges[static_cast<std::size_t>(i)];
        const std::int64_t count = edges[static_cast<std::size_t>(i) + 1] - first;
        auto factors = std::ranges::find(known, count, &BlockFactors::count);
        if (factors == known.end())
            factors = known.insert(known.end(), factorsOf(count));
        Eigen::VectorXcd row = factors->content;
        if (waves_.size() > 0) {
            const Eigen::VectorXcd wave = waves(first);
            row += factors->rising * wave + factors->falling * wave.conjugate();
        }
        means.col(i) = row.cwiseProduct(turns(first));
    }
    return means;
}

/// Columns: the mean turned row of every block; not a number for a block without entries.
Eigen::MatrixXcd PlacedContent::meanRows(const Side& side, std::span<const std::int64_t> edges,
                                         const Eigen::MatrixXcd& sums) const
{
    if (!encoding_.table)
        return formulaMeans(side, edges);
    Eigen::MatrixXcd means(static_cast<Eigen::Index>(planes_.size()), static_cast<Eigen::Index>(edges.size()) - 1);
    for (Eigen::Index i = 0; i < means.cols(); ++i) {
        const std::int64_t first = edges[static_cast<std::size_t>(i)];
        const std::int64_t count = edges[static_cast<std::size_t>(i) + 1] - first;
        if (count > 0)
            means.col(i) = (sums.col(first + count) - sums.col(first)) / static_cast<double>(count);
        else
            means.col(i).setConstant(notANumber);
    }
    return means;
}

std::vector<std::int64_t> PlacedContent::insideTable(std::span<const std::int64_t> edges) const
{
    std::vector<std::int64_t> inside(edges.begin(), edges.end());
    if (const auto last = end())
        for (std::int64_t& edge : inside)
            edge = std::min(edge, *last);
    return inside;
}

RowMatrix PlacedContent::means(std::span<const std::int64_t> edges, const TableSums& sums) const
{
    const std::vector<std::int64_t> inside = insideTable(edges);
    const Eigen::MatrixXcd queries = meanRows(query_, inside, sums.query);
    const Eigen::MatrixXcd keys = meanRows(key_, inside, sums.key);
    RowMatrix result = queries.real().transpose() * keys.real() + queries.imag().transpose() * keys.imag();
    result *= scale_;
    if (!encoding_.bias.isEmpty())
        for (Eigen::Index i = 0; i < result.rows(); ++i) {
            const auto at = static_cast<std::size_t>(i);
            if (inside[at] < inside[at + 1])
                result.row(i) += encoding_.bias.means(inside[at], inside[at + 1], inside);
        }
    return result;
}

Eigen::RowVectorXd PlacedContent::rowMeans(std::int64_t queryPlace, std::span<const std::int64_t> edges,
                                           const TableSums& sums) const
{
    const std::vector<std::int64_t> inside = insideTable(edges);
    if (const auto last = end(); last && queryPlace >= *last)
        return Eigen::RowVectorXd::Constant(static_cast<Eigen::Index>(edges.size()) - 1, notANumber);
    const Eigen::MatrixXcd keys = meanRows(key_, inside, sums.key);
    const Eigen::VectorXcd query = turnedRow(query_, queryPlace);
    return scale_ * (query.adjoint() * keys).real() + encoding_.bias.means(queryPlace, queryPlace + 1, inside);
}

std::vector<std::int64_t> blockEdges(std::int64_t length, int blocks)
{
    assert(blocks >= 1 && blocks <= length);
    std::vector<std::int64_t> edges;
    for (std::int64_t i = 0; i <= blocks; ++i)
        edges.push_back(i * length / blocks);
    return edges;
}

} // namespace rope

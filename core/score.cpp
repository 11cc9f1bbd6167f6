#include "core/score.h"

#include "core/phase.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <vector>

namespace rope {

namespace {

std::span<double> columnOf(Eigen::MatrixXd& matrix, Eigen::Index column)
{
    return {matrix.col(column).data(), static_cast<std::size_t>(matrix.rows())};
}

/// The score at offsets centre_u + w step and centre_u - w step comes from one pair of products: with A = centre theta
/// and B = w step theta, cosine cos(A +- B) + sine sin(A +- B) = even cos B +- odd sin B.
struct ProfileTables {
    Eigen::MatrixXd even; ///< (blocks, pairs): cosine cos A + sine sin A
    Eigen::MatrixXd odd;  ///< (blocks, pairs): sine cos A - cosine sin A
    Eigen::MatrixXd cosB; ///< (half + 1, pairs)
    Eigen::MatrixXd sinB; ///< (half + 1, pairs)
};

ProfileTables profileTables(const RelativeScore& score, std::int64_t firstCentre, std::int64_t step,
                            Eigen::Index blocks, Eigen::Index half)
{
    const Eigen::Index pairs = score.inverseFrequency.size();
    ProfileTables tables{{blocks, pairs}, {blocks, pairs}, {half + 1, pairs}, {half + 1, pairs}};
    Eigen::VectorXd cosA(blocks);
    Eigen::VectorXd sinA(blocks);
    for (Eigen::Index j = 0; j < pairs; ++j) {
        const TurnFraction turn(score.inverseFrequency[j]);
        fillCosSin(turn, 0, step, columnOf(tables.cosB, j), columnOf(tables.sinB, j));
        fillCosSin(turn, firstCentre, 2 * half * step, {cosA.data(), static_cast<std::size_t>(blocks)},
                   {sinA.data(), static_cast<std::size_t>(blocks)});
        tables.even.col(j) = score.scale * (score.cosine[j] * cosA + score.sine[j] * sinA);
        tables.odd.col(j) = score.scale * (score.sine[j] * cosA - score.cosine[j] * sinA);
    }
    return tables;
}

/// sin(width x) / (width sin x) for x = theta / 2: the mean of cos over `width` equally spaced phases about their
/// centre. Stable at every theta because `half` is already reduced: |x| <= pi / 2.
double dirichlet(const TurnFraction& half, std::int64_t width)
{
    const double denominator = std::sin(half.phase(1));
    return denominator == 0.0 ? 1.0 : std::sin(half.phase(width)) / (static_cast<double>(width) * denominator);
}

} // namespace

RelativeScore relativeScore(const Eigen::VectorXd& q, const Eigen::VectorXd& k, const Eigen::VectorXd& inverseFrequency,
                            PairLayout layout, double attentionFactor, double scale)
{
    const Eigen::Index pairs = inverseFrequency.size();
    assert(q.size() == k.size() && q.size() >= 2 * pairs);
    RelativeScore score{inverseFrequency, Eigen::VectorXd(pairs), Eigen::VectorXd(pairs), 0.0, scale};
    const double factor = attentionFactor * attentionFactor;
    for (int j = 0; j < pairs; ++j) {
        const auto [a, b] = pairChannels(layout, static_cast<int>(2 * pairs), j);
        score.cosine[j] = factor * (q[a] * k[a] + q[b] * k[b]);
        score.sine[j] = factor * (q[b] * k[a] - q[a] * k[b]);
    }
    const Eigen::Index tail = q.size() - 2 * pairs;
    score.tail = q.tail(tail).dot(k.tail(tail));
    return score;
}

double scoreAt(const RelativeScore& score, std::int64_t offset)
{
    return pairContributions(score, offset).sum() + score.scale * score.tail;
}

Eigen::VectorXd pairContributions(const RelativeScore& score, std::int64_t offset)
{
    Eigen::VectorXd terms(score.inverseFrequency.size());
    for (Eigen::Index j = 0; j < terms.size(); ++j) {
        const double angle = phase(offset, score.inverseFrequency[j]);
        terms[j] = score.scale * (score.cosine[j] * std::cos(angle) + score.sine[j] * std::sin(angle));
    }
    return terms;
}

Eigen::VectorXd profile(const RelativeScore& score, std::int64_t first, std::int64_t count, std::int64_t step)
{
    assert(step >= 1 && count >= 0);
    const auto root = static_cast<std::int64_t>(std::sqrt(static_cast<double>(count)) / 2.0);
    const Eigen::Index half = std::clamp<std::int64_t>(root, 4, 256);
    const Eigen::Index blocks = (count + 2 * half - 1) / (2 * half);
    const ProfileTables tables = profileTables(score, first + half * step, step, blocks, half);
    const double constant = score.scale * score.tail;

    Eigen::VectorXd values(blocks * 2 * half);
    constexpr Eigen::Index chunk = 32; // blocks at once: their products stay in cache
    RowMatrix even;
    RowMatrix odd;
    for (Eigen::Index start = 0; start < blocks; start += chunk) {
        const Eigen::Index rows = std::min(chunk, blocks - start);
        even.noalias() = tables.even.middleRows(start, rows) * tables.cosB.transpose();
        odd.noalias() = tables.odd.middleRows(start, rows) * tables.sinB.transpose();
        for (Eigen::Index r = 0; r < rows; ++r) {
            auto block = values.segment((start + r) * 2 * half, 2 * half);
            block.tail(half) = (even.row(r).head(half) + odd.row(r).head(half)).transpose().array() + constant;
            block.head(half) =
                (even.row(r).tail(half) - odd.row(r).tail(half)).reverse().transpose().array() + constant;
        }
    }
    values.conservativeResize(count);
    return values;
}

double blockMean(const RelativeScore& score, std::int64_t offset, std::int64_t rows, std::int64_t columns)
{
    assert(rows >= 1 && columns >= 1);
    double sum = score.tail;
    for (Eigen::Index j = 0; j < score.inverseFrequency.size(); ++j) {
        const TurnFraction half = TurnFraction(score.inverseFrequency[j]).half();
        const double angle = half.phase(2 * offset + columns - rows); // the block's centre, in half tokens
        sum += dirichlet(half, rows) * dirichlet(half, columns) *
               (score.cosine[j] * std::cos(angle) + score.sine[j] * std::sin(angle));
    }
    return score.scale * sum;
}

double rotatedScore(const Eigen::VectorXd& q, const Eigen::VectorXd& k, std::int64_t queryPosition,
                    std::int64_t keyPosition, const Eigen::VectorXd& inverseFrequency, PairLayout layout,
                    double attentionFactor, double scale)
{
    const Eigen::VectorXd query = rotate(q, queryPosition, inverseFrequency, layout, attentionFactor);
    const Eigen::VectorXd key = rotate(k, keyPosition, inverseFrequency, layout, attentionFactor);
    return scale * query.dot(key);
}

RowMatrix scoreMatrix(const RowMatrix& rotatedQueries, const RowMatrix& rotatedKeys, double scale)
{
    assert(rotatedQueries.cols() == rotatedKeys.cols());
    RowMatrix scores = rotatedQueries * rotatedKeys.transpose();
    scores *= scale;
    return scores;
}

double toeplitzDistance(const RowMatrix& scores)
{
    double largest = 0.0;
    for (Eigen::Index d = 1 - scores.rows(); d < scores.cols(); ++d) {
        const auto diagonal = scores.diagonal(d);
        const double mean = diagonal.mean();
        largest = std::max(largest, (diagonal.array() - mean).abs().maxCoeff());
    }
    return largest;
}

} // namespace rope

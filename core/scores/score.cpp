#include "core/scores/score.h"

#include "core/rotation/phase.h"
#include "core/scores/profile.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace rope {

namespace {

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
    return OffsetScores(score).at(offset);
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
    if (step == 1)
        return OffsetScores(score).between(first, count);
    return profileOfTurns(score, turnFractions(score.inverseFrequency), first, count, step);
}

double blockMean(const RelativeScore& score, std::int64_t offset, std::int64_t rows, std::int64_t columns)
{
    assert(rows >= 1 && columns >= 1);
    double sum = score.tail;
    for (Eigen::Index j = 0; j < score.inverseFrequency.size(); ++j) {
        const TurnFraction half = TurnFraction(score.inverseFrequency[j]).dividedBy(2);
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

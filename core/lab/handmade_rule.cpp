#include "core/lab/handmade_rule.h"

#include "core/studies/encodings.h"

#include <Eigen/QR>
#include <algorithm>
#include <cassert>
#include <cmath>

namespace rope {
namespace {

constexpr double gain = 4.0; ///< long enough queries and keys: one radian of disagreement decides the softmax
constexpr int tableChannels = 64;
constexpr std::uint64_t tableSeed = 7;

/// Softmax share of one entry.
double share(const Eigen::VectorXd& scores, Eigen::Index wanted)
{
    return std::exp(scores[wanted] - scores.maxCoeff()) / (scores.array() - scores.maxCoeff()).exp().sum();
}

RowMatrix tableRows(std::int64_t first, std::int64_t count)
{
    const LearnedTable table(first + count, tableChannels, tableSeed);
    return table.rows(first, count).value().rowwise().normalized();
}

/// W with row(m) * W nearest to row(m - distance) at the trained places.
Eigen::MatrixXd fittedRule(const RowMatrix& rows, Eigen::Index distance)
{
    const Eigen::Index places = rows.rows() - distance;
    return rows.bottomRows(places).completeOrthogonalDecomposition().solve(rows.topRows(places));
}

} // namespace

double relativeRuleShare(const Eigen::VectorXd& inverseFrequency, std::int64_t distance, std::int64_t place)
{
    assert(0 <= distance && distance <= place && distance < ruleKeys);
    const auto keys = std::min<Eigen::Index>(ruleKeys, place + 1);
    Eigen::VectorXd scores(keys);
    for (Eigen::Index back = 0; back < keys; ++back)
        scores[back] = gain * (inverseFrequency.array() * static_cast<double>(distance - back)).cos().sum();
    return share(scores, static_cast<Eigen::Index>(distance));
}

double tableRuleShare(std::int64_t distance, std::int64_t place)
{
    assert(0 <= distance && distance <= place && distance < ruleKeys);
    const Eigen::MatrixXd rule = fittedRule(tableRows(0, ruleTrained), static_cast<Eigen::Index>(distance));
    const std::int64_t keys = std::min<std::int64_t>(ruleKeys, place + 1);
    const RowMatrix rows = tableRows(place + 1 - keys, keys);
    const Eigen::RowVectorXd query = rows.bottomRows(1) * rule;
    const Eigen::VectorXd scores = gain * std::sqrt(double(tableChannels)) * rows * query.transpose();
    return share(scores, keys - 1 - distance);
}

} // namespace rope

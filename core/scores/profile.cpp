#include "core/scores/profile.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace rope {

namespace {

/// The score at centre_u + w step and centre_u - w step comes from one pair of products: with A = centre theta and
/// B = w step theta, cosine cos(A +- B) + sine sin(A +- B) = even cos B +- odd sin B.
struct ProfileTables {
    Eigen::MatrixXd even; ///< (blocks, pairs): cosine cos A + sine sin A
    Eigen::MatrixXd odd;  ///< (blocks, pairs): sine cos A - cosine sin A
    Eigen::MatrixXd cosB; ///< (half + 1, pairs)
    Eigen::MatrixXd sinB; ///< (half + 1, pairs)
};

std::span<double> columnOf(Eigen::MatrixXd& matrix, Eigen::Index column)
{
    return {matrix.col(column).data(), static_cast<std::size_t>(matrix.rows())};
}

ProfileTables profileTables(const RelativeScore& score, std::span<const TurnFraction> turns, std::int64_t firstCentre,
                            std::int64_t step, Eigen::Index blocks, Eigen::Index half)
{
    const Eigen::Index pairs = score.cosine.size();
    ProfileTables tables{{blocks, pairs}, {blocks, pairs}, {half + 1, pairs}, {half + 1, pairs}};
    for (Eigen::Index j = 0; j < pairs; ++j) {
        const TurnFraction& turn = turns[static_cast<std::size_t>(j)];
        fillCosSin(turn, 0, step, columnOf(tables.cosB, j), columnOf(tables.sinB, j));
        fillCosSin(turn, firstCentre, 2 * half * step, columnOf(tables.even, j), columnOf(tables.odd, j));
        const Eigen::VectorXd cosA = tables.even.col(j);
        const Eigen::VectorXd sinA = tables.odd.col(j);
        tables.even.col(j) = score.scale * (score.cosine[j] * cosA + score.sine[j] * sinA);
        tables.odd.col(j) = score.scale * (score.sine[j] * cosA - score.cosine[j] * sinA);
    }
    return tables;
}

} // namespace

Eigen::VectorXd profileOfTurns(const RelativeScore& score, std::span<const TurnFraction> turns, std::int64_t first,
                               std::int64_t count, std::int64_t step)
{
    assert(step >= 1 && count >= 0 && static_cast<Eigen::Index>(turns.size()) == score.cosine.size());
    const auto root = static_cast<std::int64_t>(std::sqrt(static_cast<double>(count)) / 2.0);
    const Eigen::Index half = std::clamp<std::int64_t>(root, 4, 256);
    const Eigen::Index blocks = (count + 2 * half - 1) / (2 * half);
    const ProfileTables tables = profileTables(score, turns, first + half * step, step, blocks, half);
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

} // namespace rope

#include "core/scores/profile.h"

#include "core/rotation/cos_sin.h"

#include <algorithm>
#include <array>
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

constexpr std::int64_t halfBlock = 32; ///< offset = 64 u + 32 + w, -32 <= w < 32
constexpr std::int64_t blockOffsets = 2 * halfBlock;

} // namespace

OffsetScores::OffsetScores(const RelativeScore& score)
    : score_(score)
    , turns_(turnFractions(score.inverseFrequency))
    , cosine_(score.cosine.size(), halfBlock + 1)
    , sine_(score.cosine.size(), halfBlock + 1)
{
    for (std::int64_t w = 0; w <= halfBlock; ++w) {
        const Angles angles = anglesAt(w);
        cosine_.col(w) = angles.cosine;
        sine_.col(w) = angles.sine;
    }
}

OffsetScores::Angles OffsetScores::anglesAt(std::int64_t offset) const
{
    std::vector<double> phases(turns_.size());
    for (std::size_t j = 0; j < turns_.size(); ++j)
        phases[j] = turns_[j].nearPhase(offset);
    Angles angles{Eigen::VectorXd(cosine_.rows()), Eigen::VectorXd(cosine_.rows())};
    cosSin(phases, {angles.cosine.data(), phases.size()}, {angles.sine.data(), phases.size()});
    return angles;
}

void OffsetScores::fillBlock(std::int64_t block, std::span<double> values) const
{
    assert(static_cast<std::int64_t>(values.size()) == blockOffsets);
    const Angles middle = anglesAt(block * blockOffsets + halfBlock);
    std::array<double, halfBlock + 1> even{};
    std::array<double, halfBlock + 1> odd{};
    for (Eigen::Index j = 0; j < cosine_.rows(); ++j) {
        const double a = score_.cosine[j] * middle.cosine[j] + score_.sine[j] * middle.sine[j];
        const double b = score_.sine[j] * middle.cosine[j] - score_.cosine[j] * middle.sine[j];
        const double* const c = cosine_.row(j).data();
        const double* const s = sine_.row(j).data();
        for (std::size_t w = 0; w <= halfBlock; ++w) {
            even[w] += a * c[w];
            odd[w] += b * s[w];
        }
    }
    for (std::size_t w = 1; w <= halfBlock; ++w)
        values[halfBlock - w] = score_.scale * (score_.tail + (even[w] - odd[w]));
    for (std::size_t w = 0; w < halfBlock; ++w)
        values[halfBlock + w] = score_.scale * (score_.tail + (even[w] + odd[w]));
}

Eigen::VectorXd OffsetScores::between(std::int64_t first, std::int64_t count) const
{
    Eigen::VectorXd values(count);
    std::array<double, blockOffsets> block{};
    for (std::int64_t done = 0; done < count;) {
        const std::int64_t offset = first + done;
        const std::int64_t in = ((offset % blockOffsets) + blockOffsets) % blockOffsets;
        const std::int64_t part = std::min(blockOffsets - in, count - done);
        fillBlock((offset - in) / blockOffsets, block);
        std::copy_n(block.begin() + in, part, values.begin() + done);
        done += part;
    }
    return values;
}

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

#include "core/lab/measures.h"

#include "core/scores/score.h"

#include <algorithm>
#include <cassert>
#include <map>

namespace rope {
namespace {

constexpr double rounding = 1e-12; ///< scores of the lab are of size 1 to 10

double largestDiagonalRange(const RowMatrix& scores)
{
    double largest = 0.0;
    for (Eigen::Index offset = 1 - scores.rows(); offset < scores.cols(); ++offset) {
        const auto diagonal = scores.diagonal(offset);
        largest = std::max(largest, diagonal.maxCoeff() - diagonal.minCoeff());
    }
    return largest;
}

RepeatedToken compare(const RowMatrix& scores, int first, int second)
{
    const Eigen::VectorXd gap = scores.col(second) - scores.col(first);
    const double largest = gap.cwiseAbs().maxCoeff();
    return {first, second, largest, gap[gap.size() - 1], largest <= rounding};
}

double largestChange(const RowMatrix& after, const RowMatrix& before)
{
    return (after - before).cwiseAbs().maxCoeff();
}

} // namespace

PositionDependence positionDependence(const RowMatrix& scores)
{
    if (scores.size() == 0)
        return {};
    return {(scores.colwise().maxCoeff() - scores.colwise().minCoeff()).maxCoeff(),
            (scores.rowwise().maxCoeff() - scores.rowwise().minCoeff()).maxCoeff(), largestDiagonalRange(scores),
            toeplitzDistance(scores)};
}

RowMatrix identicalContentScores(const RowMatrix& tokenEmbedding, Eigen::Index length, const LabHead& head,
                                 const LabPositions& positions)
{
    assert(tokenEmbedding.rows() == 1);
    return runAttention(tokenEmbedding.replicate(length, 1), head, positions, Mask::None).scores;
}

std::vector<RepeatedToken> repeatedTokens(std::span<const std::string> tokens, const RowMatrix& scores)
{
    assert(tokens.size() == static_cast<std::size_t>(scores.cols()));
    std::map<std::string_view, int> last;
    std::vector<RepeatedToken> repeats;
    for (int place = 0; place < static_cast<int>(tokens.size()); ++place) {
        const auto [seen, isNew] = last.try_emplace(tokens[static_cast<std::size_t>(place)], place);
        if (!isNew)
            repeats.push_back(compare(scores, seen->second, place));
        seen->second = place;
    }
    std::ranges::sort(repeats, {}, &RepeatedToken::first);
    return repeats;
}

SegmentShift segmentShift(const RowMatrix& before, const RowMatrix& segment, const LabHead& head,
                          const std::function<LabPositions(Eigen::Index)>& positionsFor, Mask mask)
{
    const Eigen::Index shift = before.rows();
    const Eigen::Index length = segment.rows();
    RowMatrix whole(shift + length, segment.cols());
    whole << before, segment;
    const LabRun alone = runAttention(segment, head, positionsFor(length), mask);
    const LabRun moved = runAttention(whole, head, positionsFor(shift + length), mask);
    return {largestChange(moved.scores.bottomRightCorner(length, length), alone.scores),
            largestChange(moved.weights.bottomRightCorner(length, length), alone.weights),
            largestChange(moved.output.bottomRows(length), alone.output),
            moved.weights.row(shift + length - 1).head(shift).sum()};
}

} // namespace rope

#include "core/lab/two_layers.h"

#include <cassert>
#include <numeric>

namespace rope {
namespace {

constexpr std::uint64_t nextSeed = 1000; ///< between the streams of the two layers

RowMatrix below(const RowMatrix& top, const RowMatrix& bottom)
{
    RowMatrix whole(top.rows() + bottom.rows(), top.cols());
    whole << top, bottom;
    return whole;
}

LayerChange changeOf(const LayerScores& a, const LayerScores& b)
{
    return {(a.first - b.first).cwiseAbs().maxCoeff(), (a.second - b.second).cwiseAbs().maxCoeff()};
}

/// The scores of `count` words from place `first` on with each other.
LayerScores part(const LayerScores& whole, Eigen::Index first, Eigen::Index count)
{
    return {whole.first.block(first, first, count, count), whole.second.block(first, first, count, count)};
}

} // namespace

TwoLayers twoLayers(int modelDim, int headDim, std::uint64_t seed)
{
    return {labHead(modelDim, headDim, seed), labHead(headDim, modelDim, seed + nextSeed).value,
            labHead(modelDim, headDim, seed + 2 * nextSeed)};
}

LayerScores runTwoLayers(const RowMatrix& embeddings, const TwoLayers& layers, const LabPositions& positions, Mask mask,
                         std::int64_t first)
{
    const LabRun below = runAttention(embeddings, layers.first, positions, mask, first);
    LabPositions inside = positions;
    inside.absolute = {};
    const RowMatrix words = below.x + below.output * layers.back;
    return {below.scores, runAttention(words, layers.second, inside, mask, first).scores};
}

LayerChange positionsMoved(const RowMatrix& sentence, const TwoLayers& layers, const LabPositions& positions, Mask mask,
                           std::int64_t shift)
{
    return changeOf(runTwoLayers(sentence, layers, positions, mask, shift),
                    runTwoLayers(sentence, layers, positions, mask));
}

LayerChange frontReplaced(const RowMatrix& front, const RowMatrix& otherFront, const RowMatrix& sentence,
                          const TwoLayers& layers, const LabPositions& positions)
{
    assert(front.rows() == otherFront.rows());
    const auto inside = [&](const RowMatrix& before) {
        return part(runTwoLayers(below(before, sentence), layers, positions, Mask::Causal), before.rows(),
                    sentence.rows());
    };
    return changeOf(inside(front), inside(otherFront));
}

LayerChange startMoved(const RowMatrix& sentence, const TwoLayers& layers, const LabPositions& positions)
{
    const Eigen::Index words = sentence.rows();
    const LayerScores text = runTwoLayers(sentence.replicate(3, 1), layers, positions, Mask::Causal);
    return changeOf(part(text, words, words), part(text, 2 * words, words));
}

LayerChange lastToFront(const RowMatrix& sentence, const TwoLayers& layers, Mask mask)
{
    const auto words = static_cast<int>(sentence.rows());
    std::vector<int> order(static_cast<std::size_t>(words));
    std::iota(order.begin() + 1, order.end(), 0);
    order.front() = words - 1;
    const LayerScores before = runTwoLayers(sentence, layers, {}, mask);
    const LayerScores after = runTwoLayers(permutedRows(sentence, order), layers, {}, mask);
    const auto reordered = [&](const RowMatrix& scores) {
        return RowMatrix(permutedRows(permutedRows(scores, order).transpose(), order).transpose());
    };
    return changeOf(after, {reordered(before.first), reordered(before.second)});
}

} // namespace rope

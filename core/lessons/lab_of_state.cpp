#include "core/lessons/lab_of_state.h"

#include "core/content.h"
#include "core/encodings.h"
#include "core/frequency.h"

#include <functional>
#include <numeric>

namespace rope {
namespace {

constexpr std::uint64_t labSeed = 7;

/// The lab's tokens have entries of size 1 and the stand-in for a learned table has entries of 0.02; in trained models
/// both are of one size, and so they are here.
constexpr double tableGrowth = 50.0;

Result<RowMatrix> absoluteRows(const EncodingSettings& encoding, Eigen::Index length)
{
    if (encoding.absolute == AbsoluteEncoding::None)
        return RowMatrix();
    if (encoding.absolute == AbsoluteEncoding::Sinusoidal)
        return sinusoidalTable(0, length, labDim, SinusoidalLayout::Interleaved);
    return LearnedTable(encoding.tableLength, labDim, labSeed).rows(0, length).map([](const RowMatrix& rows) {
        return RowMatrix(tableGrowth * rows);
    });
}

RowMatrix biasMatrix(Eigen::Index length, const std::function<double(std::int64_t)>& biasAt)
{
    RowMatrix bias(length, length);
    for (Eigen::Index m = 0; m < length; ++m)
        for (Eigen::Index n = 0; n < length; ++n)
            bias(m, n) = biasAt(n - m);
    return bias;
}

RowMatrix biasOf(const ExplorerState& state, Eigen::Index length)
{
    if (state.encoding.relative == RelativeEncoding::Alibi) {
        const double slope = alibiSlopes(8)[0];
        return biasMatrix(length, [slope](std::int64_t offset) { return alibiBias(slope, offset); });
    }
    if (state.encoding.relative != RelativeEncoding::T5)
        return {};
    T5Buckets layout;
    layout.bidirectional = state.sequence.mask == Mask::None;
    const Eigen::VectorXd biases = t5Biases(layout, labSeed);
    return biasMatrix(length, [&](std::int64_t offset) { return biases[t5Bucket(offset, layout)]; });
}

} // namespace

Result<LabPositions> labPositionsOf(const ExplorerState& state, Eigen::Index length)
{
    Result<RowMatrix> absolute = absoluteRows(state.encoding, length);
    if (!absolute)
        return tl::unexpected(absolute.error());
    LabPositions positions;
    positions.absolute = std::move(*absolute);
    positions.bias = biasOf(state, length);
    if (state.encoding.relative == RelativeEncoding::Rotary)
        positions.inverseFrequency = inverseFrequencies(activeRotary(state).base, labDim);
    positions.layout = activeRotary(state).pairing;
    return positions;
}

Result<Lab> labOf(const ExplorerState& state)
{
    Lab lab;
    lab.tokens = tokensOf(state.sequence.text);
    if (lab.tokens.front().empty() || lab.tokens.size() > static_cast<std::size_t>(longestLabText))
        return refuse("sequence.text",
                      "the attention lab runs sentences of 1 to " + std::to_string(longestLabText) + " words");
    lab.embeddings = tokenEmbeddings(lab.tokens, labDim, labSeed);
    lab.head = labHead(labDim, labDim, labSeed);
    lab.mask = state.sequence.mask;
    Result<LabPositions> positions = labPositionsOf(state, lab.embeddings.rows());
    if (!positions)
        return tl::unexpected(positions.error());
    lab.positions = std::move(*positions);
    return lab;
}

LabRun runOf(const Lab& lab)
{
    return runAttention(lab.embeddings, lab.head, lab.positions, lab.mask);
}

std::vector<int> exchangedEnds(int count)
{
    std::vector<int> order(static_cast<std::size_t>(count));
    std::iota(order.begin(), order.end(), 0);
    if (count > 1)
        std::swap(order.front(), order.back());
    return order;
}

double permutationResidual(const Lab& lab)
{
    const std::vector<int> order = exchangedEnds(static_cast<int>(lab.tokens.size()));
    return permutationResidual(lab.embeddings, lab.head, lab.positions, lab.mask, order);
}

} // namespace rope

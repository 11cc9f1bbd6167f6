#include "core/views/rotation_blocks.h"

#include "core/views/turned_pair.h"

#include <algorithm>
#include <cmath>

namespace rope {

namespace {

/// The transpose of `a` times `b`: again of the form [cosine, -sine; sine, cosine].
RotationBlock transposedProduct(const RotationBlock& a, const RotationBlock& b)
{
    return {a.cosine * b.cosine + a.sine * b.sine, a.cosine * b.sine - a.sine * b.cosine};
}

double largestDifference(const RotationBlock& a, const RotationBlock& b)
{
    return std::max(std::abs(a.cosine - b.cosine), std::abs(a.sine - b.sine));
}

} // namespace

std::vector<RotationBlock> rotationBlocks(const RotarySettings& rotary, const Schedule& schedule, std::int64_t position)
{
    const Eigen::VectorXd theta = signedFrequencies(rotary, schedule);
    std::vector<RotationBlock> blocks;
    blocks.reserve(static_cast<std::size_t>(theta.size()));
    for (const double frequency : theta) {
        const double angle = phase(position, frequency);
        blocks.push_back({std::cos(angle), std::sin(angle)});
    }
    return blocks;
}

double matrixEntry(const RotarySettings& rotary, const std::vector<RotationBlock>& blocks, int row, int column)
{
    const std::optional<int> pair = pairOfChannel(rotary, row);
    if (!pair)
        return row == column ? 1.0 : 0.0;
    if (pairOfChannel(rotary, column) != pair)
        return 0.0;
    const RotationBlock& block = blocks[static_cast<std::size_t>(*pair)];
    if (row == column)
        return block.cosine;
    return row < column ? -block.sine : block.sine;
}

RotationLaws rotationLaws(const RotarySettings& rotary, const Schedule& schedule, std::int64_t queryPosition,
                          std::int64_t keyPosition)
{
    const auto query = rotationBlocks(rotary, schedule, queryPosition);
    const auto key = rotationBlocks(rotary, schedule, keyPosition);
    const auto offset = rotationBlocks(rotary, schedule, keyPosition - queryPosition);
    RotationLaws laws{0.0, 0.0};
    for (std::size_t pair = 0; pair < query.size(); ++pair) {
        laws.relative =
            std::max(laws.relative, largestDifference(transposedProduct(query[pair], key[pair]), offset[pair]));
        laws.norm = std::max(laws.norm,
                             largestDifference(transposedProduct(query[pair], query[pair]), RotationBlock{1.0, 0.0}));
    }
    return laws;
}

} // namespace rope

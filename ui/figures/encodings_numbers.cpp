#include "ui/figures/encodings_numbers.h"

#include "core/encodings.h"

#include <algorithm>
#include <limits>

namespace rope {

namespace {

constexpr std::uint64_t tableSeed = 7;
constexpr std::int64_t biasSpan = 160; ///< beyond the distance at which T5's buckets end
constexpr int alibiHeads = 8;

std::vector<std::int64_t> sampledPositions(std::int64_t length)
{
    const std::int64_t rows = std::min<std::int64_t>(length, tableRows);
    std::vector<std::int64_t> positions;
    for (std::int64_t row = 0; row < rows; ++row)
        positions.push_back(row * (length - 1) / std::max<std::int64_t>(1, rows - 1));
    return positions;
}

BiasCurve alibiCurve(int head, double slope)
{
    BiasCurve curve{"head " + std::to_string(head + 1), {}};
    for (std::int64_t offset = -biasSpan; offset <= biasSpan; ++offset)
        curve.values.push_back(alibiBias(slope, offset));
    return curve;
}

BiasCurve t5Curve(const ExplorerState& state)
{
    T5Buckets layout;
    layout.bidirectional = state.sequence.mask == Mask::None;
    const Eigen::VectorXd biases = t5Biases(layout, tableSeed);
    BiasCurve curve{"one head, not trained", {}};
    for (std::int64_t offset = -biasSpan; offset <= biasSpan; ++offset)
        curve.values.push_back(biases[t5Bucket(offset, layout)]);
    return curve;
}

} // namespace

EncodingTable encodingTable(const ExplorerState& state)
{
    EncodingTable table;
    if (state.encoding.absolute == AbsoluteEncoding::None)
        return table;
    table.positions = sampledPositions(state.sequence.length);
    table.rows.setConstant(static_cast<Eigen::Index>(table.positions.size()), tableChannels,
                           std::numeric_limits<double>::quiet_NaN());
    const bool learned = state.encoding.absolute == AbsoluteEncoding::Learned;
    const LearnedTable entries(state.encoding.tableLength, tableChannels, tableSeed);
    table.end = learned ? state.encoding.tableLength : 0;
    for (Eigen::Index row = 0; row < table.rows.rows(); ++row) {
        const std::int64_t position = table.positions[static_cast<std::size_t>(row)];
        if (!learned)
            table.rows.row(row) = sinusoidalTable(position, 1, tableChannels, SinusoidalLayout::Interleaved).row(0);
        else if (const auto entry = entries.at(position))
            table.rows.row(row) = entry->transpose();
    }
    return table;
}

EncodingBias encodingBias(const ExplorerState& state)
{
    EncodingBias bias;
    bias.firstOffset = -biasSpan;
    if (state.encoding.relative == RelativeEncoding::Alibi) {
        const Eigen::VectorXd slopes = alibiSlopes(alibiHeads);
        for (int head = 0; head < alibiHeads; ++head)
            bias.curves.push_back(alibiCurve(head, slopes[head]));
    }
    if (state.encoding.relative == RelativeEncoding::T5)
        bias.curves.push_back(t5Curve(state));
    return bias;
}

Result<EncodingScores> encodingScores(const ExplorerState& state)
{
    const Result<Lab> lab = labOf(state);
    const Result<LabPositions> positions = labPositionsOf(state, encodingPlaces);
    if (!lab || !positions)
        return tl::unexpected(lab ? positions.error() : lab.error());
    const RowMatrix scores = identicalContentScores(lab->embeddings.topRows(1), encodingPlaces, lab->head, *positions);
    return EncodingScores{scores, positionDependence(scores)};
}

} // namespace rope

#include "ui/figures/encodings/encodings_numbers.h"

#include "core/state/content_choice.h"
#include "core/studies/encodings.h"

#include <algorithm>
#include <array>
#include <limits>

namespace rope {

namespace {

constexpr std::uint64_t tableSeed = 7;
constexpr int alibiHeads = 8;
constexpr std::int64_t quickEntries = 2048;                        ///< of a learned table: summed in less than a frame
constexpr std::array<std::int64_t, 4> rowsShown = {2, 11, 20, 29}; ///< of 32

T5Buckets bucketsOf(const ExplorerState& state)
{
    T5Buckets layout;
    layout.bidirectional = state.sequence.mask == Mask::None;
    return layout;
}

BiasCurve curveOf(std::string name, const OffsetBias& bias, std::int64_t span)
{
    BiasCurve curve{std::move(name), {}};
    const auto add = [&curve](std::int64_t offset, double value) {
        curve.points.emplace_back(static_cast<double>(offset), value);
    };
    add(-span, bias.at(-span));
    for (const OffsetPiece& piece : bias.pieces())
        if (piece.first > -span && piece.first <= span) {
            add(piece.first - 1, bias.at(piece.first - 1));
            add(piece.first, bias.at(piece.first));
        }
    add(span, bias.at(span));
    return curve;
}

bool hasTable(const ExplorerState& state)
{
    return state.encoding.absolute == AbsoluteEncoding::Learned && !showsFile(state);
}

} // namespace

std::int64_t EncodingTable::largestBlock() const
{
    std::int64_t largest = 0;
    for (std::size_t i = 0; i + 1 < edges.size(); ++i)
        largest = std::max(largest, edges[i + 1] - edges[i]);
    return largest;
}

EncodingTable encodingTable(const ExplorerState& state)
{
    EncodingTable table;
    if (state.encoding.absolute == AbsoluteEncoding::None || showsFile(state))
        return table;
    const std::int64_t length = state.sequence.length;
    table.edges = blockEdges(length, static_cast<int>(std::min<std::int64_t>(length, tableRows)));
    if (!hasTable(state)) {
        table.rows = sinusoidalMeans(table.edges, tableChannels, SinusoidalLayout::Interleaved);
        return table;
    }
    table.end = state.encoding.tableLength;
    const LearnedTable entries(table.end, tableChannels, tableSeed);
    table.rows.setConstant(static_cast<Eigen::Index>(table.edges.size()) - 1, tableChannels,
                           std::numeric_limits<double>::quiet_NaN());
    for (Eigen::Index row = 0; row < table.rows.rows(); ++row)
        if (const auto entry = entries.at(table.edges[static_cast<std::size_t>(row)]))
            table.rows.row(row) = entry->transpose();
    return table;
}

EncodingBias encodingBias(const ExplorerState& state)
{
    EncodingBias bias;
    bias.span = std::max<std::int64_t>(1, state.sequence.length - 1);
    if (state.encoding.relative == RelativeEncoding::Alibi) {
        const Eigen::VectorXd slopes = alibiSlopes(alibiHeads);
        for (int head = 0; head < alibiHeads; ++head)
            bias.curves.push_back(
                curveOf("head " + std::to_string(head + 1), alibiOffsetBias(slopes[head]), bias.span));
    }
    if (state.encoding.relative == RelativeEncoding::T5) {
        bias.span = std::min(bias.span, biasSpan);
        const T5Buckets layout = bucketsOf(state);
        bias.curves.push_back(
            curveOf("one head, not trained", t5OffsetBias(layout, t5Biases(layout, tableSeed)), bias.span));
    }
    return bias;
}

Result<EncodingScores> encodingScores(const ShownState& state)
{
    return placedScoresOf(state).map([&](PlacedScores placed) {
        return EncodingScores{std::move(placed), state.sequence.length};
    });
}

bool EncodingSums::fits(const ExplorerState& state) const
{
    return encoding == state.encoding && sequence == state.sequence && rotary == activeRotary(state);
}

bool encodingSumsTakeLong(const ExplorerState& state)
{
    return hasTable(state) && std::min(state.encoding.tableLength, state.sequence.length) > quickEntries;
}

std::optional<EncodingSums> encodingSums(const ShownState& state, const WorkControl& control)
{
    const Result<PlacedContent> content = placedContentOf(state);
    std::optional<TableSums> sums =
        content ? content->tableSums(state.sequence.length, control) : std::optional<TableSums>();
    if (!sums)
        return std::nullopt;
    return EncodingSums{state.encoding, state.sequence, activeRotary(state), std::move(*sums)};
}

EncodingImage encodingImage(const EncodingScores& scores, const TableSums& sums, int blocks)
{
    EncodingImage image;
    const std::int64_t most = std::min<std::int64_t>({blocks, encodingBlocks, scores.length});
    image.edges = blockEdges(scores.length, static_cast<int>(std::max<std::int64_t>(1, most)));
    image.means = scores.content.means(image.edges, sums);
    image.rowEdges =
        blockEdges(scores.length, static_cast<int>(scores.length <= encodingBlocks ? scores.length : rowBlocks));
    for (const std::int64_t row : rowsShown) {
        const std::int64_t query = row * scores.known / 32;
        if (!image.queries.empty() && image.queries.back() == query)
            continue;
        image.queries.push_back(query);
        image.rows.push_back(scores.content.rowMeans(query, image.rowEdges, sums));
    }
    return image;
}

} // namespace rope

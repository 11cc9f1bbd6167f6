#pragma once

#include "core/views/lab_of_state.h"

#include <optional>
#include <vector>

namespace rope {

inline constexpr int tableChannels = 64;      ///< channels of the table on show
inline constexpr int tableRows = 256;         ///< rows of the picture of a table at most
inline constexpr int encodingBlocks = 384;    ///< blocks per side of the picture of scores at most
inline constexpr int rowBlocks = 160;         ///< points of a row of scores, where its cells are too many
inline constexpr std::int64_t biasSpan = 160; ///< offsets of T5's bias on show: beyond the end of its buckets

/// The vectors that an absolute encoding adds, in blocks of positions.
struct EncodingTable {
    std::vector<std::int64_t> edges; ///< row i stands for positions [edges[i], edges[i + 1])
    RowMatrix rows;       ///< (blocks, tableChannels): of the formula each block's mean, of the learned table
                          ///< its first entry; not a number where the table has none
    std::int64_t end = 0; ///< first position without an entry; 0: there is no end

    bool isEmpty() const { return edges.empty(); }
    /// Positions in a row; 1: every row is one position.
    std::int64_t largestBlock() const;
};
EncodingTable encodingTable(const ExplorerState& state);

/// The bias that a relative encoding adds, by offset n - m, as the ends of its straight pieces.
struct BiasCurve {
    std::string name;                              ///< `head 1`
    std::vector<std::pair<double, double>> points; ///< offset, bias
};
struct EncodingBias {
    std::int64_t span = 0;         ///< offsets -span ... span
    std::vector<BiasCurve> curves; ///< the first one is the lab's
};
EncodingBias encodingBias(const ExplorerState& state);

/// What the encodings do to the scores of one word that stands everywhere.
struct EncodingScores : PlacedScores {
    std::int64_t length = 0; ///< T
};
Result<EncodingScores> encodingScores(const ShownState& state);

/// The running sums of a learned table, where they take longer than a frame, with what they depend on.
struct EncodingSums {
    EncodingSettings encoding;
    SequenceSettings sequence;
    RotarySettings rotary;
    TableSums sums;

    bool fits(const ExplorerState& state) const;
};
bool encodingSumsTakeLong(const ExplorerState& state);
/// Nothing when cancelled, or where there is nothing to show.
std::optional<EncodingSums> encodingSums(const ShownState& state, const WorkControl& control);

/// The picture: exact means over blocks of cells, and some rows of it.
struct EncodingImage {
    std::vector<std::int64_t> edges;
    RowMatrix means;                    ///< (blocks, blocks); not a number past the end of a learned table
    std::vector<std::int64_t> queries;  ///< places whose rows are shown as curves
    std::vector<std::int64_t> rowEdges; ///< blocks of keys in these rows
    std::vector<Eigen::RowVectorXd> rows;
};
EncodingImage encodingImage(const EncodingScores& scores, const TableSums& sums, int blocks);

} // namespace rope

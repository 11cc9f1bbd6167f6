#pragma once

#include "core/lab/attention_lab.h"

#include <functional>

namespace rope {

/// How much a score matrix changes when a position moves, in the unit of the scores. Exact zeros are not expected:
/// where a law holds, rounding remains.
struct PositionDependence {
    double queryMoves = 0; ///< largest range within a column: n stays, m moves
    double keyMoves = 0;   ///< largest range within a row: m stays, n moves
    double bothMove = 0;   ///< largest range within a diagonal: n - m stays. 0: positions enter through n - m alone
    double toeplitz = 0;   ///< largest distance of a cell from the mean of its diagonal
};

/// Measured on scores of identical content, so that content does not speak.
PositionDependence positionDependence(const RowMatrix& scores);

/// Scores of one and the same token at every place: what positions alone do. Shape (length, length).
RowMatrix identicalContentScores(const RowMatrix& tokenEmbedding, Eigen::Index length, const LabHead& head,
                                 const LabPositions& positions);

/// Two places of the same token, and how far apart the scores are that queries give them.
struct RepeatedToken {
    int first;
    int second;
    double largestGap; ///< over all queries m: max |s(m, first) - s(m, second)|
    double lastRowGap; ///< what the last query sees: s(T-1, second) - s(T-1, first)
    bool tied;         ///< largestGap is rounding alone
};

/// Every pair of neighbouring occurrences of a repeated token, in order of the first.
std::vector<RepeatedToken> repeatedTokens(std::span<const std::string> tokens, const RowMatrix& scores);

/// What happens to a segment when more tokens come before it in a causal sequence.
struct SegmentShift {
    double scoreChange = 0;  ///< largest change of a score inside the segment
    double weightChange = 0; ///< largest change of an attention weight inside the segment
    double outputChange = 0; ///< largest change of an entry of the segment's outputs
    double massOutside = 0; ///< attention of the segment's last token to the tokens before the segment, after the shift
};

/// The segment alone at place 0, against the same segment behind `before`. `positionsFor(length)` gives the position
/// scheme of a sequence of that length.
SegmentShift segmentShift(const RowMatrix& before, const RowMatrix& segment, const LabHead& head,
                          const std::function<LabPositions(Eigen::Index)>& positionsFor, Mask mask);

} // namespace rope

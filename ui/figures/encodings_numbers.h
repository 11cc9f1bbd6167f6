#pragma once

#include "core/lessons/lab_of_state.h"
#include "core/state/state.h"

#include <vector>

namespace rope {

inline constexpr Eigen::Index encodingPlaces = 32; ///< places over which the lab moves one word
inline constexpr int tableChannels = 64;           ///< channels of the table on show
inline constexpr int tableRows = 256;              ///< rows of the picture of a table at most

/// The vectors that an absolute encoding adds, at sampled positions of the sequence.
struct EncodingTable {
    std::vector<std::int64_t> positions; ///< first, ..., last position of the sequence, evenly spaced
    RowMatrix rows;                      ///< (positions, tableChannels); not a number where the table has no entry
    std::int64_t end = 0;                ///< first position without an entry; 0: there is no end
};
EncodingTable encodingTable(const ExplorerState& state);

/// The bias that a relative encoding adds, by offset n - m.
struct BiasCurve {
    std::string name; ///< `head 1`
    std::vector<double> values;
};
struct EncodingBias {
    std::int64_t firstOffset = 0;
    std::vector<BiasCurve> curves;
};
EncodingBias encodingBias(const ExplorerState& state);

/// What the encodings do to the scores of one word that stands everywhere.
struct EncodingScores {
    RowMatrix scores; ///< (encodingPlaces, encodingPlaces)
    PositionDependence dependence;
};
Result<EncodingScores> encodingScores(const ExplorerState& state);

} // namespace rope

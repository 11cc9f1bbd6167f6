#pragma once

#include "core/lab/measures.h"
#include "core/result.h"
#include "core/state/state.h"

namespace rope {

inline constexpr int labDim = 16;         ///< channels of the lab's embeddings and of its head
inline constexpr int longestLabText = 48; ///< words that the lab runs

/// The attention lab of a state: its sentence, its encodings, its base and pairing, in a small head of its own.
struct Lab {
    std::vector<std::string> tokens;
    RowMatrix embeddings; ///< (tokens, labDim)
    LabHead head;
    LabPositions positions;
    Mask mask = Mask::None;
};

/// Refused when the sentence has no word or more than longestLabText, or when a learned table ends before it does.
Result<Lab> labOf(const ExplorerState& state);

/// The state's encodings for a sequence of `length` words. Refused where a learned table has no entry.
Result<LabPositions> labPositionsOf(const ExplorerState& state, Eigen::Index length);

/// The lab's attention on the sentence as it stands.
LabRun runOf(const Lab& lab);

/// The order of the permutation that lessons and figures show: first and last word exchanged.
std::vector<int> exchangedEnds(int count);

/// Residual of Attention(P X) = P Attention(X) for the exchange of first and last word.
double permutationResidual(const Lab& lab);

} // namespace rope

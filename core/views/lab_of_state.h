#pragma once

#include "core/base/result.h"
#include "core/lab/measures.h"
#include "core/lab/placed_content.h"
#include "core/state/shown_state.h"

namespace rope {

inline constexpr int labDim = 16;         ///< channels of the lab's embeddings and of its head
inline constexpr int longestLabText = 48; ///< words that the lab runs

/// The attention lab of a state: its sentence, its encodings, its base and pairing, in a small head of its own; or the
/// queries and keys of its content file, turned as the model turns them, with a value of labDim channels for each
/// token.
struct Lab {
    std::vector<std::string> tokens;
    RowMatrix embeddings; ///< (tokens, labDim); from a file: query, key and value of every token side by side
    LabHead head;
    LabPositions positions;
    Mask mask = Mask::None;
    std::vector<int> order; ///< of the permutation: entry r is the place in the sentence of the word put to place r
    bool fromFile = false;  ///< queries and keys of a file: vectors that are added to x have nowhere to go
};

/// Refused when the sentence has no word or more than longestLabText, or when a learned table ends before it does.
Result<Lab> labOf(const ExplorerState& state);

/// The lab that figures show: of the state's content file where that decides the content, else labOf. Of a file the
/// first longestLabText tokens that the sequence has; arrays without a text have their places as words.
Result<Lab> shownLabOf(const ShownState& state);

/// The first word of the shown lab at every place of the whole sequence. Refused where the lab is; a learned table may
/// end before the sequence does.
Result<PlacedContent> placedContentOf(const ShownState& state);

/// Scores of that word at some places, equally far apart over those of the sequence that have scores, and what they say
/// about the encodings. Figures and lessons measure here.
struct PlacedScores {
    PlacedContent content;
    std::vector<std::int64_t> places; ///< at most measuredPlaces
    RowMatrix cells;                  ///< (places, places)
    PositionDependence dependence;    ///< of these
    std::int64_t known = 0;           ///< positions that have scores: T, or the end of the learned table
};
inline constexpr int measuredPlaces = 32;
Result<PlacedScores> placedScoresOf(const ShownState& state);

/// The state's encodings for a sequence of `length` words. Refused where a learned table has no entry.
Result<LabPositions> labPositionsOf(const ExplorerState& state, Eigen::Index length);

/// The lab's attention on the sentence as it stands.
LabRun runOf(const Lab& lab);

/// First and last word exchanged: the permutation that lessons begin with.
std::vector<int> exchangedEnds(int count);

/// An order of `count` words from one that may be of fewer or more: words that it does not name keep their places,
/// those that are not there leave it. An empty one exchanges the ends.
std::vector<int> wordOrder(const std::vector<int>& asked, int count);

/// The order that undoes one.
std::vector<int> inverseOrder(const std::vector<int>& order);

/// The order after the word at place `from` went to place `to`, the words between making room.
std::vector<int> movedWord(std::vector<int> order, int from, int to);

/// Residual of Attention(P X) = P Attention(X) for the lab's order.
double permutationResidual(const Lab& lab);

} // namespace rope

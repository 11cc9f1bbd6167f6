#include "core/lessons/quantity_tables.h"
#include "core/scores/content.h"
#include "core/views/lab_of_state.h"

#include <algorithm>

namespace rope {
namespace {

constexpr const char* wordsBefore = "yesterday at noon";

using State = const ShownState&;
using Argument = std::int64_t;

Result<double> residual(const ExplorerState& state)
{
    return labOf(state).map([](const Lab& lab) { return permutationResidual(lab); });
}

Result<double> repeatGap(const ExplorerState& state)
{
    const Result<Lab> lab = labOf(state);
    if (!lab)
        return tl::unexpected(lab.error());
    const std::vector<RepeatedToken> repeats = repeatedTokens(lab->tokens, runOf(*lab).scores);
    if (repeats.empty())
        return refuse("sequence.text", "no word of the sentence stands in it twice");
    return std::ranges::max(repeats, {}, &RepeatedToken::largestGap).largestGap;
}

/// How positions alone act: the sentence's first word at the places at which the figure of the encodings measures.
Result<double> dependence(const ShownState& state, double PositionDependence::*member)
{
    return placedScoresOf(state).map([&](const PlacedScores& placed) { return placed.dependence.*member; });
}

/// Largest change of an entry of the values caused by the state's encodings.
Result<double> valueChange(const ExplorerState& state)
{
    return labOf(state).map([](const Lab& lab) {
        const LabRun plain = runAttention(lab.embeddings, lab.head, {}, lab.mask);
        return (runOf(lab).values - plain.values).cwiseAbs().maxCoeff();
    });
}

Result<double> segmentShiftOf(const ExplorerState& state, double SegmentShift::*member)
{
    const Result<Lab> lab = labOf(state);
    if (!lab)
        return tl::unexpected(lab.error());
    const std::vector<std::string> words = tokensOf(wordsBefore);
    ExplorerState longer = state;
    longer.sequence.text = std::string(wordsBefore) + ' ' + state.sequence.text;
    const Result<Lab> whole = labOf(longer);
    if (!whole)
        return tl::unexpected(whole.error());
    const auto before = static_cast<Eigen::Index>(words.size());
    const auto positionsFor = [&](Eigen::Index length) {
        return length == whole->embeddings.rows() ? whole->positions : lab->positions;
    };
    return segmentShift(whole->embeddings.topRows(before), lab->embeddings, lab->head, positionsFor, lab->mask).*member;
}

std::int64_t missingEntries(const ExplorerState& state)
{
    if (state.encoding.absolute != AbsoluteEncoding::Learned)
        return 0;
    return std::max<std::int64_t>(0, state.sequence.length - state.encoding.tableLength);
}

} // namespace

std::vector<LiveQuantity> labQuantities()
{
    return {
        {"words", "words in the sentence", "words", 0,
         [](State s, Argument) {
             return labOf(s).map([](const Lab& lab) { return double(lab.tokens.size()); });
         }},
        {"permutation_residual", "largest change of an output when words change places", "", 3,
         [](State s, Argument) {
             return residual(s);
         }},
        {"repeat_gap", "largest gap between the scores of two copies of a word", "", 3,
         [](State s, Argument) {
             return repeatGap(s);
         }},
        {"lab_query_moves", "change of the score when m alone moves", "", 3,
         [](State s, Argument) {
             return dependence(s, &PositionDependence::queryMoves);
         }},
        {"lab_key_moves", "change of the score when n alone moves", "", 3,
         [](State s, Argument) {
             return dependence(s, &PositionDependence::keyMoves);
         }},
        {"lab_both_move", "change of the score when m and n move together", "", 3,
         [](State s, Argument) {
             return dependence(s, &PositionDependence::bothMove);
         }},
        {"value_change", "largest change of a value by the encodings", "", 3,
         [](State s, Argument) {
             return valueChange(s);
         }},
        {"shift_score_change", "largest change of a score inside a shifted sentence", "", 3,
         [](State s, Argument) {
             return segmentShiftOf(s, &SegmentShift::scoreChange);
         }},
        {"shift_output_change", "largest change of an output of a shifted sentence", "", 3,
         [](State s, Argument) {
             return segmentShiftOf(s, &SegmentShift::outputChange);
         }},
        {"shift_mass_outside", "attention of the last word to the words before the sentence", "", 3,
         [](State s, Argument) {
             return segmentShiftOf(s, &SegmentShift::massOutside);
         }},
        {"table_length", "entries of the learned table", "entries", 0,
         [](State s, Argument) -> Result<double> {
             return static_cast<double>(s.encoding.tableLength);
         }},
        {"table_missing_entries", "places without an entry in the learned table", "places", 0,
         [](State s, Argument) -> Result<double> {
             return static_cast<double>(missingEntries(s));
         }},
    };
}

} // namespace rope

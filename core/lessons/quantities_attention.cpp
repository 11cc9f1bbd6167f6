#include "core/lessons/quantity_tables.h"

#include "core/views/score_view.h"

#include <algorithm>
#include <utility>

namespace rope {
namespace {

constexpr std::int64_t longestRow = 1'000'000; ///< keys of one softmax row that a live number may sum
constexpr std::int64_t meterSpan = 96;         ///< rows and columns at the start of the matrix that the meter looks at

bool causal(const ExplorerState& state)
{
    return state.sequence.mask == Mask::Causal;
}

Result<void> requireInSequence(const ExplorerState& state, const char* field)
{
    const std::int64_t last = std::max(state.positions.query, state.positions.key);
    if (last < state.sequence.length)
        return {};
    return refuse(field, "position " + std::to_string(last) + " lies beyond the sequence of " +
                             std::to_string(state.sequence.length) + " tokens");
}

std::int64_t visibleKeys(const ExplorerState& state)
{
    return causal(state) ? std::min(state.positions.query + 1, state.sequence.length) : state.sequence.length;
}

bool keyIsVisible(const ExplorerState& state)
{
    return !causal(state) || state.positions.key <= state.positions.query;
}

/// The view of a state that shows another quantity.
Result<ScoreView> viewOf(const ShownState& state, Quantity quantity)
{
    ShownState shown = state;
    shown.sequence.quantity = quantity;
    return scoreView(shown);
}

/// The same of identical content, whatever content is on show.
ScoreView identicalView(const ShownState& state, Quantity quantity)
{
    ShownState shown = state;
    shown.sequence.content = ContentKind::Identical;
    return *viewOf(shown, quantity);
}

/// Softmax weight of key n for query m over identical content.
Result<double> attentionHere(const ShownState& state)
{
    if (const Result<void> inside = requireInSequence(state, "attention_here"); !inside)
        return tl::unexpected(inside.error());
    if (visibleKeys(state) > longestRow)
        return refuse("attention_here", "the sequence is too long to sum over all keys here");
    if (!keyIsVisible(state))
        return 0.0;
    const ShownCells cells(identicalView(state, Quantity::Attention), state.positions.key, 1);
    return cells.rows(state.positions.query, 1)(0, 0);
}

/// What the scores figure shows at query m and key n.
Result<double> shownHere(const ShownState& state)
{
    const Result<ScoreView> view = scoreView(state);
    if (!view)
        return tl::unexpected(view.error());
    const std::optional<double> value = shownCell(*view, {state.positions.query, state.positions.key});
    return value ? Result<double>(*value) : refuse("shown_here", "there is no such cell, or it takes too long");
}

/// The corner of identical content's scores at places first, first + 1, ..., both vectors really turned.
RowMatrix turnedScores(const ShownState& state, std::int64_t first)
{
    const ScoreView view = identicalView(state, Quantity::Score);
    const std::int64_t span = std::min(meterSpan, state.sequence.length);
    ContentRows content = view.content;
    content.length = first + span;
    const ScoreCells cells(std::move(content), view.rotation, view.scale);
    return cells.block(first, span, cells.keys(first, span));
}

double scoreRange(const RowMatrix& scores)
{
    return scores.maxCoeff() - scores.minCoeff();
}

Result<double> meterOf(const Result<ScoreView>& view)
{
    return view.map([](const ScoreView& shown) { return toeplitzMeter(shown, shown.window).distance; });
}

using State = const ShownState&;
using Argument = std::int64_t;

} // namespace

std::vector<LiveQuantity> attentionQuantities()
{
    using enum QuantityArgument;
    return {
        {"visible_keys", "keys that the query sees", "keys", 0,
         [](State s, Argument) -> Result<double> {
             return static_cast<double>(visibleKeys(s));
         }},
        {"key_visible", "key n is visible to query m (1: yes, 0: no)", "", 0,
         [](State s, Argument) -> Result<double> {
             return keyIsVisible(s) ? 1.0 : 0.0;
         }},
        {"attention_here", "attention of query m to key n, identical content", "", 4,
         [](State s, Argument) {
             return attentionHere(s);
         }},
        {"shown_here", "what the scores figure shows at query m and key n", "", 4,
         [](State s, Argument) {
             return shownHere(s);
         }},
        {"attention_even", "attention if all visible keys shared alike", "", 4,
         [](State s, Argument) -> Result<double> {
             return 1.0 / static_cast<double>(visibleKeys(s));
         }},
        {"toeplitz_meter", "largest distance of a score from its diagonal's mean, identical content", "", 3,
         [](State s, Argument) -> Result<double> {
             return meterOf(identicalView(s, Quantity::Score));
         }},
        {"content_toeplitz", "largest distance of a score from its diagonal's mean, content on show", "", 3,
         [](State s, Argument) {
             return meterOf(viewOf(s, Quantity::Score));
         }},
        {"score_range", "largest minus smallest score, identical content", "", 3,
         [](State s, Argument) -> Result<double> {
             return scoreRange(turnedScores(s, 0));
         }},
        {"matrix_shift_change", "largest change of a score when all positions move", "", 3,
         [](State s, Argument shift) -> Result<double> {
             return (turnedScores(s, shift) - turnedScores(s, 0)).cwiseAbs().maxCoeff();
         },
         Tokens},
    };
}

} // namespace rope
